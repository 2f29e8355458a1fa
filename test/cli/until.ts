import { setTimeout } from "node:timers/promises";

/** Waits for what another process is to do, and asks for it a number of times: a busy machine only asks more slowly. */
export async function until(what: string, holds: () => boolean, most: number = 12_000): Promise<void> {
  for (let asked = 1; !holds(); asked++) {
    if (asked === most) throw new Error(`asked ${most} times whether ${what}`);
    await setTimeout(50);
  }
}
