import { checkInteger, InputError } from "../errors.js";
import type { ConvOptions, ConvWorkload, Role, Sides, SidesOption } from "./conv.js";
import { arrayNames, checkGroups, convComputation, convOutputs, convWorkload, rolesOf } from "./conv.js";
import { describeTypes } from "./word-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { BATCH_NAMES, sizedForm } from "./workload-kind.js";

/** One line for people: `Out (32×64×56×56) = In (32×64×56×56) ∗ W (64×64×3×3), stride 1, padding 1, bf16, fp32 accumulators`. */
export function describeConv(w: ConvWorkload): string {
  const { groups = 1, dilation } = w;
  const short = ([first, second]: Sides): string => (first === second ? `${first}` : `${first}x${second}`);
  const shapes: Readonly<Record<Role, readonly number[]>> = {
    In: [w.batch, w.inChannels, w.height, w.width],
    W: [w.outChannels, w.inChannels / groups, ...w.kernel],
    Out: [w.batch, w.outChannels, ...convOutputs(w)],
  };
  const names = arrayNames(w.pass);
  const shaped = (role: Role): string => `${names[role]} (${shapes[role].join("×")})`;
  const { operands, sums } = rolesOf(w.pass);
  return [
    `${shaped(sums)} = ${operands.map(shaped).join(" ∗ ")}`,
    `stride ${short(w.stride)}`,
    `padding ${short(w.padding)}`,
    ...(dilation === undefined ? [] : [`dilation ${short(dilation)}`]),
    ...(groups === 1 ? [] : [`${groups} groups`]),
    describeTypes(w),
  ].join(", ");
}

/** How the workload is named, checked and described. */
export const convKind: WorkloadKind<ConvWorkload> = {
  kind: "conv",
  extents: ["batch", "inChannels", "outChannels", "height", "width"],
  check: checkSides,
  describe: describeConv,
  computation: convComputation,
  form: sizedForm({
    name: "conv",
    summary: "two-dimensional convolution over batch and channels",
    extents: [
      { flag: "batch", what: "images (default 1)", also: [...BATCH_NAMES, "n"], optional: true },
      { flag: "in-channels", what: "channels of the input", also: ["cin", "ci", "c"] },
      { flag: "out-channels", what: "channels of the output", also: ["cout", "co", "k", "filters"] },
      { flag: "height", what: "rows of the input", also: ["h", "in-height", "size"] },
      { flag: "width", what: "columns of the input (default: --height)", also: ["w", "in-width"], optional: true },
      {
        flag: "groups",
        what: "groups of channels; as many as channels is depthwise (default 1)",
        also: ["group"],
        optional: true,
      },
    ],
    sides: [
      { flag: "kernel", what: "rows and columns of the kernel", also: ["kernel-size", "filter", "filter-size"] },
      { flag: "stride", what: "steps of the window (default 1)", also: ["strides"] },
      { flag: "padding", what: "rows and columns of zeros on either side, or same, or valid (default 0)", also: ["pad"] },
      { flag: "dilation", what: "rows and columns from tap to tap (default 1)", also: ["dilations"] },
    ],
    texts: [{ flag: "pass", value: "PASS", what: "forward, data-gradient or weight-gradient (default forward)" }],
    spellings: {
      names: { conv2d: {}, convolution: {} },
      refused: {
        bias: { instead: "no bias here: leave it out (it adds one word a channel to what must be read)" },
      },
    },
    make: (options, flags) => {
      const kernel = flags["kernel"] as SidesOption | undefined;
      if (kernel === undefined) throw new InputError("kernel", "rows and columns such as 3x3", "nothing");
      const [stride, padding, dilation] = [flags["stride"], flags["padding"], flags["dilation"]] as (SidesOption | undefined)[];
      return convWorkload({ ...options, kernel, stride, padding, dilation, pass: flags["pass"] as ConvOptions["pass"] });
    },
  }),
};

function checkSides(workload: ConvWorkload): void {
  const { kernel, stride, padding, dilation = [1, 1], groups = 1 } = workload;
  for (const side of [...kernel, ...stride, ...dilation]) checkInteger("kernel, stride and dilation", side, 1);
  for (const side of padding) checkInteger("padding", side, 0);
  checkInteger("groups", groups, 1);
  checkGroups(workload);
}
