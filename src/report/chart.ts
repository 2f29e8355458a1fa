/** Curves over two logarithmic axes, before they are drawn. All numbers positive. */
export interface Chart {
  readonly title: string;
  readonly subtitle: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly curves: readonly ChartCurve[];
  /** Vertical lines. */
  readonly marks: readonly { readonly x: number; readonly label: string }[];
}

/** One axis of a chart. */
export interface ChartAxis {
  readonly label: string;
  /** Ticks at powers of 2, or at round decimal numbers. */
  readonly base: 2 | 10;
  readonly format: (value: number) => string;
}

/** One curve of a chart. */
export interface ChartCurve {
  readonly label: string;
  /** What nothing can be below, what something moves by a model, or single measured points. */
  readonly kind: "bound" | "schedule" | "measured";
  readonly points: readonly ChartPoint[];
  /** Which of the colours, where another chart of the page has the same curve; by default its place among those that have one. */
  readonly colour?: number;
}

/** A point of a curve in the units of its axes. */
export type ChartPoint = readonly [x: number, y: number];
