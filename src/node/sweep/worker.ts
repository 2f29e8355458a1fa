import type { Limits } from "../../budget.js";
import { setLimits } from "../../budget.js";
import type { PointResult, SweepPoint } from "../../sweep/point.js";
import { evaluatePoint } from "../../sweep/point.js";
import { digest } from "./digest.js";

/** A result by its point's number. */
export interface NumberedResult extends PointResult {
  readonly point: number;
}

/** Points, and what each may spend. */
export interface SweepTask {
  readonly points: readonly SweepPoint[];
  readonly limits: Limits;
}

/** What a worker thread does with a handful of points. */
export default function evaluatePoints({ points, limits }: SweepTask): readonly NumberedResult[] {
  setLimits(limits);
  return points.map((point) => ({ point: point.point, ...evaluatePoint(point, digest) }));
}
