/** What every page is given: the texts of the address, and how to change them. */
export interface PageProps {
  readonly texts: readonly string[];
  readonly onTexts: (texts: readonly string[]) => void;
  /** How many files were dropped so far: an answer that failed without one is asked again. */
  readonly files: number;
  /** Keeps files that the reader gives, and shows the last of them. */
  readonly onFiles: (given: readonly File[]) => void;
}
