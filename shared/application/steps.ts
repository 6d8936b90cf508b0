/**
 * How the parts of a long run are done, one after the other. A run may be broken off and made again from its start:
 * a part that came to its end is not done again then, and gives the result that it gave. So what a run does next may
 * depend on results alone, never on a clock or a table that it looks at between its parts.
 */
export interface Steps {
  /**
   * Does a part and keeps its result, a small JSON value. The name is the part's own within a run. A part that was
   * broken off is done again.
   */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Lets so many milliseconds pass. */
  wait(name: string, ms: number): Promise<void>;
}
