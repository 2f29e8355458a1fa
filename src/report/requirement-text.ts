import type { Bound } from "../bounds/bound.js";
import { describeSumsInPlace, describeWaveClass } from "../bounds/gemm/kernel-classes.js";
import type { Requirement } from "../bounds/requirements.js";
import { commonRequirements, REQUIREMENTS } from "../bounds/requirements.js";
import { residentOf } from "../bounds/warm-start.js";
import { definitionOf } from "../machines/interfaces.js";
import type { Machine } from "../machines/machine.js";
import { interfaceLabel } from "./interface-names.js";

/** What bounds count and require, each line once: interfaces, fast memories, requirements with their meanings. */
export function requirementLines(bounds: readonly Bound[], machine: Machine): readonly string[] {
  const interfaceIds = [...new Set(bounds.map(({ interface: interfaceId }) => interfaceId))];
  const memories = new Set(
    bounds.map((bound) => `  fast memory of ${interfaceLabel(bound.interface, machine)}: ${bound.fastMemory}`),
  );
  const ids = new Set<Requirement>([
    ...commonRequirements(machine, residentOf(bounds) !== undefined),
    ...bounds.flatMap(({ requires, readsRequire = [] }) => [...requires, ...readsRequire]),
  ]);
  return [
    ...interfaceIds.map((interfaceId) => `  ${interfaceLabel(interfaceId, machine)}: ${definitionOf(interfaceId, machine.kind)}`),
    ...memories,
    ...[...ids].map((id) => `  ${id}: ${REQUIREMENTS[id]}`),
  ];
}

/** The class of kernels that a bound of scope `class` holds for, and what it requires of them beside what every bound does. */
export function classLines({ certificate, requires }: Bound): readonly string[] {
  const kernels =
    certificate.theorem === "gemm-output-stationary"
      ? [describeSumsInPlace(certificate)]
      : certificate.theorem === "gemm-one-cta-per-tile"
        ? [describeWaveClass(certificate.kernel)]
        : [];
  return [...kernels.map((text) => `  kernels: ${text}`), ...requires.map((id) => `  ${id}: ${REQUIREMENTS[id]}`)];
}
