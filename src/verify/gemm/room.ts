import type { Fields } from "../shared/fields.js";
import { count, exactly, Refused, requireOnly } from "../shared/fields.js";
import { floorOfRoot } from "../shared/integers.js";
import { covering, leastOfParts, PART } from "../shared/whole-passes.js";
import type { CheckedTraffic } from "./instance.js";
import { readInstance } from "./instance.js";
import { readResident } from "./operand-shape.js";

/** Both courses of cuts, and their mean in which the number of segments has gone (proofs/product-room.md, section 6). */
export function checkProductRoom(fields: Fields, path: string): CheckedTraffic {
  const choice = ["resident", "room", "begin", "less", "more"];
  requireOnly(
    fields,
    ["schema", "theorem", "instance", ...choice, "first", "second", "quiet", "lost", "lostBelow", "value"],
    path,
  );
  const instance = readInstance(fields, path);
  const { batch, m, n, k, output, memories } = instance;
  const { across, slices, narrowest, places } = readResident(fields, path, instance);

  const room = count(fields, "room", path, 2n);
  const begin = count(fields, "begin", path, 2n);
  const less = count(fields, "less", path, 1n);
  const more = count(fields, "more", path, 1n);
  if (room > places) throw new Refused(`${path}.room`, "more words than a memory has");
  if (begin > room) throw new Refused(`${path}.begin`, "more than the room");
  if (less >= begin) throw new Refused(`${path}.less`, "not below what a segment begins with");

  // A slice's pairs in watched segments, whole ones and a part, or that part in a quiet one.
  const all = across * k;
  const rows = [across, 1n] as const;
  const columns = [k, 1n] as const;
  const seen = places - less;
  const few = (pairs: bigint): bigint =>
    pairs <= (room - 1n) ** 2n ? floorOfRoot(4n * pairs * PART * PART) : ((room - 1n) ** 2n * PART + pairs * PART) / (room - 1n);
  // Each price is rounded down, by less than one part.
  const most = places + room < all ? places + room : all;
  if (most < seen) throw new Refused(`${path}.resident`, "less than one memory");
  const quiet = few(most);
  exactly(fields, "quiet", quiet, path);
  if (quiet < covering(rows, columns, seen) + few(most - seen) + 2n)
    throw new Refused(`${path}.room`, "quiet segments might do the work of watched ones");
  const watched = leastOfParts(rows, columns, seen);
  const shared = ((all - (all % seen)) / seen) * covering(rows, columns, seen) + few(all % seen);
  const slice = watched < shared ? watched : shared;
  const stores = output * batch * m * n * PART;
  const inFirst = narrowest * slices * (slice - across * PART) + stores;
  const inSecond =
    narrowest * slices * (leastOfParts(rows, columns, places + more) - across * PART) +
    stores -
    narrowest * more * memories * PART;

  // Of two fractions the larger, and the loss in parts of its denominator.
  const straight = [less, begin - less] as const;
  const paused = [less + begin - 1n, room - less] as const;
  const [top, below] = straight[0] * paused[1] > paused[0] * straight[1] ? straight : paused;
  const lost = 2n * (less + begin - 1n) * below + top * (less + more);
  exactly(fields, "lost", lost, path);
  exactly(fields, "lostBelow", below, path);
  exactly(fields, "first", inFirst, path);
  exactly(fields, "second", inSecond, path);
  const over = (more * below + lost) * PART;
  const both = more * below * inFirst + lost * inSecond;
  const proven = (both + over - 1n) / over;
  const value = count(fields, "value", path);
  if (both <= 0n || value !== proven) throw new Refused(`${path}.value`, `the theorem proves ${proven}`);
  return { instance, value };
}
