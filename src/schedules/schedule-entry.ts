/** What is listed of a schedule, beside which it stands. */
export interface ScheduleEntry {
  readonly id: string;
  /** The kind of workload, and what the schedule does. */
  readonly workload: string;
  /** `GPU`, an accelerator's id, or `two-level`: one fast memory of `--fast-words`. */
  readonly machine: string;
  readonly parameters: string;
  readonly source: string;
}
