import type { PointResult, SweepPoint } from "../../sweep/point.js";
import { evaluatePoint } from "../../sweep/point.js";
import { digest } from "./digest.js";

/** A result by its point's number. */
export interface NumberedResult extends PointResult {
  readonly point: number;
}

/** What a worker thread does with a handful of points. */
export default function evaluatePoints(points: readonly SweepPoint[]): readonly NumberedResult[] {
  return points.map((point) => ({ point: point.point, ...evaluatePoint(point, digest) }));
}
