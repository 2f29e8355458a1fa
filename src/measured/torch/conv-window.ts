/** How far windows are apart, and rows of zeros on either side. */
interface Window {
  readonly stride: number;
  readonly padding: number;
}

/**
 * Stride and padding that make so many outputs of so many inputs: those whose stride divides the inputs into the outputs, as networks
 * have them, with the least padding; else the only ones there are. Undefined where there are several or none.
 */
export function strideAndPadding(inputs: number, kernel: number, outputs: number): Window | undefined {
  const windows: Window[] = [];
  for (let padding = 0; padding < kernel; padding++) {
    const room = inputs + 2 * padding - kernel;
    if (room < 0) continue;
    const [least, most] =
      outputs === 1 ? [room + 1, room + 1] : [Math.floor(room / outputs) + 1, Math.floor(room / (outputs - 1))];
    for (let stride = least; stride <= most; stride++) windows.push({ stride, padding });
  }
  return windows.find(({ stride }) => stride * outputs === inputs) ?? (windows.length === 1 ? windows[0] : undefined);
}
