/** One figure beside that of its peer. */
export interface Ratio {
  readonly what: string;
  readonly peer: string;
  readonly peerFigure: string;
  readonly ourFigure: string;
  /** Ours over the peer's. */
  readonly ratio: number;
  /** Where it is not the benchmark's. */
  readonly isBetter?: 'lower' | 'higher';
}

/**
 * A program that prints its figures as one JSON document when it is given `--json`: `main.ts` in the folder of its name.
 * It ends with a code other than 0 when its goal is missed.
 */
export interface Benchmark {
  readonly name: string;
  readonly isBetter: 'lower' | 'higher';
  /** One line for `--help`. */
  readonly about: string;
  /** The options that it takes beside `--json`, as they are written in `--help`. */
  readonly options?: readonly string[];
  /** The lines of the common table, from that document. */
  ratiosOf(document: unknown): readonly Ratio[];
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
