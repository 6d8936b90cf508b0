import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { benchmarks } from '../command-line.ts';

export interface Ratio {
  readonly what: string;
  readonly peer: string;
  readonly peerFigure: string;
  readonly ourFigure: string;
  readonly ratio: number;
  /** Where it is not the benchmark's. */
  readonly isBetter?: 'lower' | 'higher';
}

export interface Measured {
  /** All its figures: what `--json` prints. */
  readonly document: unknown;
  readonly ratios: readonly Ratio[];
  readonly report: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
  readonly hasReachedGoal: boolean;
}

/** Runs the benchmark of a script when that is the program, and prints it, or gives it to `main.ts`, which started it. */
export async function runClaim(
  { main, filename }: ImportMeta,
  measure: (options: {
    readonly text: (name: string) => string;
    readonly number: (name: string) => number;
    readonly numbers: (name: string) => readonly number[];
  }) => Measured | Promise<Measured>,
): Promise<void> {
  if (!main) {
    return;
  }
  const { options: own = [] } = benchmarks.find(({ name }) => name === basename(filename, '.ts')) ?? {};
  const strings = own.map((option) => {
    const [, name = '', value = ''] = /^--(\S+) ?(.*)$/u.exec(option) ?? [];
    return [name, { type: 'string', default: value }] as const;
  });
  const { values } = parseArgs({ options: { ...Object.fromEntries(strings), json: { type: 'boolean' } } });
  const given = new Map<string, unknown>(Object.entries(values));
  const text = (name: string): string => {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
  };
  const numbers = (name: string): readonly number[] => text(name).split(',').map(numberOf(name));
  const measured = await measure({ text, numbers, number: (name) => numbers(name)[0] ?? Number.NaN });
  process.exitCode = measured.hasReachedGoal ? 0 : 1;
  if (process.send === undefined) {
    console.log(values.json === true ? JSON.stringify(measured.document) : measured.report.join('\n'));
  } else {
    process.send(measured);
  }
}

function numberOf(name: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) {
      throw new RangeError(`--${name} is ${text}: a number is needed`);
    }
    return number;
  };
}
