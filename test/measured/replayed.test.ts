import { expect, test } from "vitest";
import { gpuNamed } from "../../src/machines/registry.js";
import { REPLAYED, replayable, replayedLaunches, replayNow } from "./replayed.js";

/** One launch in so many, from one that REDBLUE_SEED picks; every one in `npm run verify`. */
const STRIDE = process.env["REDBLUE_SLOW"] === undefined ? 8 : 1;
const FIRST = Number(process.env["REDBLUE_SEED"] ?? Math.floor(Math.random() * STRIDE)) % STRIDE;

test.each(REPLAYED.map(({ file, gpu }) => [file, gpu] as const))(
  "%s: launches replayed again on %s move to the byte and take to the last digit what test/measured/replayed.json says",
  (file, id) => {
    const { events, lru } = replayedLaunches(file);
    const launches = replayable(file);
    expect(launches.length).toBeGreaterThan(30);
    for (let i = FIRST; i < launches.length; i += STRIDE) {
      const launch = launches[i];
      if (launch === undefined) throw new Error("no launch");
      expect(replayNow(launch, gpuNamed(id)), `${launch.label}: node scripts/replayed.js rewrites the file`).toMatchObject([
        events[i],
        lru[i],
      ]);
    }
  },
);
