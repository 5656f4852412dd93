// The storage contract on both engines: the map that tests use, and the files that the product uses.
import { createMapStore } from "../support/map-store.ts";
import { storeContract } from "./contract.ts";
import { bareHouse, november } from "./fixture.ts";

storeContract("map", async () => {
  const clock = { at: november, now: () => clock.at };
  let made = 0;
  return { store: createMapStore({ clock, newId: () => `id-${++made}` }), clock };
});

storeContract("files", async () => bareHouse());
