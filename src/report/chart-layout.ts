/** Tick values wanted on an axis, about. */
const MOST_TICKS = 10;
const FEWEST_TICKS = 4;

/** The range of the values, widened by a factor at both ends and to at least a factor of 2. */
export function logDomain(values: readonly number[], widening: number): [low: number, high: number] {
  const low = values.reduce((x, y) => Math.min(x, y), Number.POSITIVE_INFINITY);
  const high = values.reduce((x, y) => Math.max(x, y), 0);
  if (high === 0) return [1, 10];
  const stretch = Math.max(widening, Math.sqrt(2 / Math.max(1, high / low)));
  return [low / stretch, high * stretch];
}

/** Powers of 2, or 1, 2, 5 (or finer, or powers of 10 alone) times powers of 10, inside a domain. */
export function logTicks(domain: readonly number[], base: 2 | 10): readonly number[] {
  const [low, high] = [domain[0] ?? 1, domain.at(-1) ?? 1];
  if (base === 2) {
    const powers = multiples([1], 2, low, high);
    const every = Math.ceil(powers.length / MOST_TICKS);
    return powers.filter((_, i) => i % every === 0);
  }
  const choices = [[1], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 8], [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9]];
  const ticks = choices.map((steps) => multiples(steps, 10, low, high));
  return ticks.find(({ length }) => length >= FEWEST_TICKS) ?? ticks.at(-1) ?? [];
}

function multiples(steps: readonly number[], base: number, low: number, high: number): readonly number[] {
  const found: number[] = [];
  let power = 1;
  while (power > low) power /= base;
  for (; power <= high; power *= base)
    for (const step of steps) if (step * power >= low && step * power <= high) found.push(step * power);
  return found;
}

/** Positions near the wanted ones, in the same order, at least `spacing` apart and inside the range if they fit. */
export function apart(wanted: readonly number[], spacing: number, low: number, high: number): readonly number[] {
  const order = wanted.map((_, i) => i).sort((i, j) => (wanted[i] as number) - (wanted[j] as number) || i - j);
  const places: number[] = [];
  let least = low;
  for (const i of order) {
    const place = Math.max(least, wanted[i] as number);
    places[i] = place;
    least = place + spacing;
  }
  let most = high;
  for (const i of order.reverse()) {
    const place = Math.min(most, places[i] as number);
    places[i] = place;
    most = place - spacing;
  }
  return places;
}

/** Width of a character of the charts' text, on average and generously. */
const CHARACTER = { text: 6.8, title: 8.4 };

export function textWidth(text: string, size: keyof typeof CHARACTER = "text"): number {
  return CHARACTER[size] * text.length;
}

/** The text in lines that are no wider, broken at spaces. */
export function wrapped(text: string, width: number, size: keyof typeof CHARACTER = "text"): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || textWidth(`${last} ${word}`, size) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Every value, every second one, …: the most of them whose texts do not meet. */
export function thinned(
  values: readonly number[],
  place: (value: number) => number,
  text: (value: number) => string,
): readonly number[] {
  for (let every = 1; every < values.length; every++) {
    const kept = values.filter((_, i) => i % every === 0);
    const meet = kept.some((value, i) => {
      const before = kept[i - 1];
      return before !== undefined && place(value) - place(before) < (textWidth(text(value)) + textWidth(text(before))) / 2 + 8;
    });
    if (!meet) return kept;
  }
  return values.slice(0, 1);
}
