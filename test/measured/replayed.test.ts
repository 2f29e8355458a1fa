import { expect, test } from "vitest";
import { gpuNamed } from "../../src/machines/registry.js";
import { everyNth } from "../properties/arbitraries.js";
import { REPLAYED, replayable, replayedLaunches, replayNow } from "./replayed.js";

/** Launches of a file that are replayed again, others with another REDBLUE_SEED; every one in `npm run verify`. */
const SOME = 6;

test.each(REPLAYED.map(({ file, gpu }) => [file, gpu] as const))(
  "%s: launches replayed again on %s move to the byte and take to the last digit what test/measured/replayed.json says",
  (file, id) => {
    const { events, lru } = replayedLaunches(file);
    const launches = replayable(file);
    expect(launches.length).toBeGreaterThan(30);
    for (const [i, launch] of everyNth(Math.floor(launches.length / SOME), [...launches.entries()])) {
      expect(replayNow(launch, gpuNamed(id)), `${launch.label}: node scripts/replayed.js rewrites the file`).toMatchObject([
        events[i],
        lru[i],
      ]);
    }
  },
);
