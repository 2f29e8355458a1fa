import type { Column } from "../../src/report/table.js";

/** A table as a page shows it. */
export interface TableView {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

export interface Titled<Content> {
  readonly title: string;
  readonly content: Content;
}

/** Parts of an answer, in the order in which they come; a page draws each as it arrives. */
export type Emit<Parts> = <Name extends keyof Parts>(name: Name, part: Parts[Name]) => void;

/** What an answer is asked for: the words of a page, as the command line takes them. */
export interface Question {
  readonly words: readonly string[];
  readonly progress: (text: string) => void;
}
