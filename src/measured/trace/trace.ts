import { InputError } from "../../errors.js";
import type { ProfiledKernel } from "../nsight/kernels.js";
import type { OperatorCall } from "../torch/operator-range.js";
import { EnclosingSpans } from "./enclosing-spans.js";
import { JsonEvents } from "./json-events.js";
import { asNsightPrints } from "./kernel-name.js";
import type { OperatorArguments } from "./trace-calls.js";
import { callOfTrace } from "./trace-calls.js";

/** Kinds of events that are read; names of PyTorch before 1.12 after a bar. All others are passed over unparsed. */
const READ = /"cat"\s*:\s*"(kernel|gpu_memcpy|gpu_memset|cpu_op|python_function|Kernel|Memcpy|Memset|Operator)"/;
const MODULE = /^nn\.Module: /;

interface TraceEvent {
  readonly ph?: unknown;
  readonly name?: unknown;
  readonly pid?: unknown;
  readonly tid?: unknown;
  readonly ts?: unknown;
  readonly dur?: unknown;
  readonly args?: Readonly<Record<string, unknown>>;
}

interface Launch {
  readonly name: string;
  readonly start: number;
  readonly nanoseconds: number;
  readonly call: number | undefined;
  readonly device: number;
  readonly grid: string;
  readonly block: string;
}

/** A device as the trace describes it. */
interface Device {
  readonly name: string;
  readonly computeCapability: string;
}

/**
 * Kernels, copies and fills of a Chrome trace of the PyTorch profiler, each with the operators around its launch. Text comes in pieces;
 * of each event only what is needed stays, names and arguments once each.
 */
export class TraceReader {
  private readonly events: JsonEvents;
  private readonly launches: Launch[] = [];
  private readonly calls = new Map<string, OperatorCall | undefined>();
  private readonly names = new Map<string, string>();
  private readonly operators = new EnclosingSpans<OperatorCall | undefined>();
  private readonly modules = new EnclosingSpans<string>();
  /** The operator of the forward pass with a sequence number, whose gradient has it too. */
  private readonly forward = new Map<number, number>();
  private readonly devices = new Map<number, Device>();

  constructor(private readonly origin: string) {
    this.events = new JsonEvents(
      origin,
      (text) => this.take(text),
      (name, text) => {
        if (name === "deviceProperties") this.takeDevices(text);
      },
    );
  }

  push(text: string): void {
    this.events.push(text);
  }

  /** @throws InputError where the file is cut, or has no kernel. */
  end(): readonly ProfiledKernel[] {
    this.events.end();
    if (this.launches.length === 0)
      throw new InputError(this.origin, "kernels in the trace (profile with ProfilerActivity.CUDA)", "none");
    this.operators.close();
    this.modules.close();
    this.launches.sort((a, b) => a.start - b.start);
    return this.launches.map((launch, at) => this.kernelOf(launch, at));
  }

  private kernelOf({ name, nanoseconds, call, device, grid, block }: Launch, at: number): ProfiledKernel {
    const properties = this.devices.get(device);
    const place = call === undefined ? undefined : this.operators.placeOf(call);
    const around = place === undefined ? [] : this.operators.around(place);
    const modules = place === undefined ? [] : this.modulesOf(place);
    return {
      id: String(at),
      name,
      ranges: [],
      calls: around.flatMap((one) => one ?? []),
      ...(modules.length === 0 ? {} : { modules }),
      ...{ grid, block, computeCapability: properties?.computeCapability ?? "" },
      ...(properties === undefined ? {} : { device: properties.name }),
      metrics: [{ name: "gpu__time_duration.sum", unit: "ns", text: String(nanoseconds), line: 0 }],
    };
  }

  /** Modules around an operator, or around the one whose gradient it computes. */
  private modulesOf(place: number): readonly string[] {
    if (this.modules.size === 0) return [];
    const own = this.modules.at(this.operators.threadOf(place), this.operators.startOf(place));
    if (own.length > 0) return own;
    for (let one: number | undefined = place; one !== undefined; one = this.operators.parentOf(one)) {
      const sequence = this.operators.numberOf(one);
      const forward = sequence === undefined ? undefined : this.forward.get(sequence);
      if (forward === undefined) continue;
      return this.modules.at(this.operators.threadOf(forward), this.operators.startOf(forward));
    }
    return [];
  }

  private take(text: string): void {
    const kind = READ.exec(text)?.[1]?.toLowerCase();
    if (kind === undefined || (kind === "python_function" && !text.includes("nn.Module"))) return;
    const event = this.parsed(text) as TraceEvent;
    const { ph, name, ts, dur = 0, args = {} } = event;
    if (ph !== "X" || typeof name !== "string" || typeof ts !== "number" || typeof dur !== "number") return;
    const span = { thread: `${event.pid} ${event.tid}`, start: ts, end: ts + dur };
    if (kind === "python_function") {
      if (MODULE.test(name)) this.modules.add({ ...span, value: this.once(name.replace(MODULE, "")) });
      return;
    }
    const external = args["External id"] ?? args["external id"];
    const id = typeof external === "number" && external > 0 ? external : undefined;
    if (kind === "cpu_op" || kind === "operator") {
      const sequence = args["Sequence number"];
      const number = typeof sequence === "number" ? sequence : undefined;
      const place = this.operators.add({ ...span, value: this.callOf(name, args, text), id, number });
      const forward = number !== undefined && (args["Fwd thread id"] ?? 0) === 0;
      if (forward && !this.forward.has(number)) this.forward.set(number, place);
      return;
    }
    this.launches.push({
      name: this.once(name, kind === "kernel"),
      start: ts,
      nanoseconds: Math.round(dur * 1000),
      call: id,
      device: Number(args["device"] ?? 0),
      grid: this.once(sides(args["grid"])),
      block: this.once(sides(args["block"])),
    });
  }

  private callOf(name: string, args: OperatorArguments, text: string): OperatorCall | undefined {
    const key = `${name} ${argumentsIn(text)}`;
    if (!this.calls.has(key)) this.calls.set(key, callOfTrace(name, args));
    return this.calls.get(key);
  }

  private once(text: string, isKernel = false): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    const name = isKernel ? asNsightPrints(text) : text;
    this.names.set(text, name);
    return name;
  }

  private takeDevices(text: string): void {
    for (const one of this.parsed(text) as readonly Readonly<Record<string, unknown>>[]) {
      const computeCapability = `${one["computeMajor"]}.${one["computeMinor"]}`;
      this.devices.set(Number(one["id"] ?? 0), { name: String(one["name"] ?? ""), computeCapability });
    }
  }

  private parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new InputError(this.origin, "JSON", `${text.slice(0, 60)}…`);
    }
  }
}

/** The text of an event from its arguments on, up to the number that the profiler gives each event. */
function argumentsIn(text: string): string {
  const [from, to] = [text.indexOf('"Concrete Inputs"'), text.lastIndexOf('"Ev Idx"')];
  const found = text.slice(Math.max(from, 0), to < from ? text.length : to);
  return from < 0 || !found.includes('"Input Dims"') ? text : found;
}

function sides(given: unknown): string {
  return Array.isArray(given) ? `(${given.join(", ")})` : "";
}
