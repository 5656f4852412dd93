// Me: its parts are loaded when one goes there, not with the first view.
import { lazyPart } from "./lazy-part.tsx";

export const Settings = lazyPart(() => import("./me/me.tsx").then(({ Me }) => Me));
