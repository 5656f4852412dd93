// The page against the scripted server.
import { describePage } from "./support/page-suite.ts";
import { openMockWorld } from "./support/world.ts";

describePage("the page", openMockWorld);
