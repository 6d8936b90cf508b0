import { measureInterleaved } from '../measure/interleaved.ts';
import { versionsOf } from '../measure/peer-versions.ts';
import type { Spread } from '../measure/spread.ts';
import { differs, type Differ } from './differs.ts';
import { plantedSecrets, settingsPairs, type SettingsPair } from './settings-pairs.ts';

/** What one differ made of all edits. */
interface DifferRow {
  readonly differ: string;
  /** Milliseconds for an edit, on the average of all. */
  readonly cpuMs: Spread;
  readonly wallMs: Spread;
  readonly operations: number;
  /** Over the changes that somebody made: 1 is an alert with a line for each. */
  readonly operationsPerChange: number;
  /** Operations where nothing of meaning had changed. */
  readonly falseOperations: number;
  /** Edits of which there is no operation. */
  readonly missed: readonly string[];
  /** How many of the planted secrets can be read in what it gives. */
  readonly secretsPrinted: number;
  readonly byEdit: readonly { readonly what: string; readonly realChanges: number; readonly operations: number }[];
}

interface ControlDiffDocument {
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly edits: number;
  readonly realChanges: number;
  readonly secretsPlanted: number;
  readonly differs: readonly DifferRow[];
}

/** Compares the same edits with every differ, in turns. */
export async function measureControlDiff({ rounds }: { readonly rounds: number }): Promise<ControlDiffDocument> {
  const pairs = settingsPairs();
  const secrets = plantedSecrets(pairs);
  const timings = await measureInterleaved(
    differs.map((differ) => {
      const works = pairs.map((pair) => differ.prepare(pair));
      return { name: differ.name, run: () => works.forEach((work) => work()) };
    }),
    rounds,
  );
  return {
    versions: versionsOf(['microdiff', 'jsondiffpatch', 'fast-json-patch', 'json-diff-ts', 'deep-diff']),
    rounds,
    edits: pairs.length,
    realChanges: pairs.reduce((sum, { realChanges }) => sum + realChanges, 0),
    secretsPlanted: secrets.length,
    differs: differs.map((differ, index) => {
      const { cpuMs, wallMs } = timings[index] ?? {};
      return { ...rowOf(differ, pairs, secrets), cpuMs: perEdit(cpuMs, pairs), wallMs: perEdit(wallMs, pairs) };
    }),
  };
}

function rowOf(
  differ: Differ,
  pairs: readonly SettingsPair[],
  secrets: readonly string[],
): Omit<DifferRow, 'cpuMs' | 'wallMs'> {
  const found = pairs.map((pair) => ({ ...pair, given: differ.prepare(pair)() }));
  const printed = found.map(({ given }) => JSON.stringify(given)).join('\n');
  const operations = found.reduce((sum, { given }) => sum + given.length, 0);
  const real = found.filter(({ realChanges }) => realChanges > 0);
  const changes = real.reduce((sum, { realChanges }) => sum + realChanges, 0);
  const ofReal = real.reduce((sum, { given }) => sum + given.length, 0);
  return {
    differ: differ.name,
    operations,
    operationsPerChange: ofReal / changes,
    falseOperations: operations - ofReal,
    missed: real.filter(({ given }) => given.length === 0).map(({ what }) => what),
    secretsPrinted: secrets.filter((secret) => printed.includes(secret)).length,
    byEdit: found.map(({ what, realChanges, given }) => ({ what, realChanges, operations: given.length })),
  };
}

function perEdit(spread: Spread | undefined, { length }: readonly SettingsPair[]): Spread {
  const { median = Number.NaN, min = Number.NaN, max = Number.NaN } = spread ?? {};
  return { median: median / length, min: min / length, max: max / length };
}
