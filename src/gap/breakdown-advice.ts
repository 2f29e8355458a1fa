import { quotientAsNumber } from "../exact/rational.js";

/** A schedule with what it moves over one interface. */
export interface Candidate {
  readonly name: string;
  readonly amount: bigint;
}

/** What a counter beside the replay of the same schedule says. */
export function modelStep(measured: bigint | undefined, own: bigint): string {
  if (measured === undefined) return "";
  const ratio = quotientAsNumber(measured, own);
  if (ratio < 0.95)
    return "The hardware read less than the replay: the cache was warm, or the schedule or the model of the cache is not the kernel's.";
  if (ratio <= 1.05) return "The replay agrees with the counter: the levels below are about this kernel.";
  return "The hardware read more than the replay: look for other kernels in the L2, unaligned rows or a schedule other than the one named.";
}

export function replacementStep(own: bigint, ideal: bigint): string {
  if (ideal > own)
    return "Ideal replacement moves more here: the event-driven replay interleaves blocks better than the lock step that it is computed for.";
  if (ideal === own) return "The cache already does what ideal replacement would.";
  return (
    "An L2 of this size that knew the future would save this with the launch order as it is. Cache hints (evict-first " +
    "on outputs, evict-last on what is met again) reach some of it, another launch order perhaps more: see below."
  );
}

/** The order to take is the best on the cache as it is; that of the level is the best with ideal replacement. */
export function orderStep(field: string, before: bigint, order: Candidate, onCache: Candidate, own: bigint): string {
  if (order.amount >= before && onCache.amount >= own) return `This is the best ${field} of those tried: leave it.`;
  if (onCache.amount >= own)
    return `Only with ideal replacement is ${order.name} better; on the cache as it is leave the ${field}.`;
  return `Change the ${field} to that of ${onCache.name}: ${ratio(own, onCache.amount)} less on the cache as it is.`;
}

export function scheduleStep(before: bigint, known: Candidate): string {
  if (known.amount >= before) return "No other kernel or tile tried moves less.";
  return `Change the kernel or tile: ${known.name}. Weigh what it moves elsewhere and computes again.`;
}

/** What to do first, on the cache as it is; amounts of the schedule, of the best on that cache, of the best with ideal replacement. */
export function headline(
  own: bigint,
  onCache: { readonly order: Candidate; readonly schedule: Candidate },
  known: Candidate,
  bound: bigint,
  orderField: string | undefined,
): string {
  const whole = `${ratio(own, bound)}`;
  if (own <= bound) return "The schedule moves the bound itself: no kernel can move less.";
  const parts: string[] = [];
  const { order, schedule } = onCache;
  if (orderField !== undefined && worth(own, order.amount))
    parts.push(`${ratio(own, order.amount)} of your ${whole} is ${orderField}: use ${order.name}`);
  const before = orderField !== undefined && worth(own, order.amount) ? order.amount : own;
  if (worth(before, schedule.amount)) {
    parts.push(
      `${ratio(before, schedule.amount)}${parts.length === 0 ? ` of your ${whole}` : ""} is the kernel or tile: use ${schedule.name}`,
    );
  }
  const least = worth(before, schedule.amount) ? schedule.amount : before;
  const rest = `of the ${ratio(least, bound)} that ${parts.length === 0 ? "there is" : "then remains"}`;
  if (orderField !== undefined && known.amount < least) {
    const nobody = known.amount > bound ? `, and ${ratio(known.amount, bound)} no schedule known saves` : "";
    parts.push(`${rest}, ${ratio(least, known.amount)} is what an ideal cache of this size would save${nobody}`);
  } else if (least > bound) parts.push(`${rest}, no schedule known saves any`);
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Less by more than the models can tell apart, a fiftieth. */
function worth(from: bigint, to: bigint): boolean {
  return 50n * from > 51n * to;
}

function ratio(upper: bigint, lower: bigint): string {
  const value = quotientAsNumber(upper, lower);
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)}×`;
}
