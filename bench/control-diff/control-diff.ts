import { createRequire } from 'node:module';

import fastJsonPatch from 'fast-json-patch';
import { atomizeChangeset, diff as jsonDiff } from 'json-diff-ts';
import { create } from 'jsondiffpatch';
import { format } from 'jsondiffpatch/formatters/jsonpatch';
import microdiff from 'microdiff';

import { diffControls } from '../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../shared/controls/json.ts';
import { sha256 } from '../../shared/kernel/sha256.ts';
import { redactSettings } from '../../shared/redaction/redact-settings.ts';
import { measureInterleaved } from '../measure/interleaved.ts';
import { versionsOf } from '../measure/peer-versions.ts';
import type { Spread } from '../measure/spread.ts';
import { ownDiffName, ownName } from './differ-names.ts';
import { parsedSettings, type SettingsPair, plantedSecrets, settingsPairs } from './settings-pairs.ts';

/** The library brings no types. */
const deepDiff = createRequire(import.meta.url)('deep-diff') as (
  before: unknown,
  after: unknown,
) => readonly unknown[] | undefined;

/** Compares two settings and gives what it would print: one entry an operation. */
interface Differ {
  readonly name: string;
  /** Parses and prepares once; gives what is timed. */
  readonly prepare: (pair: SettingsPair) => () => readonly unknown[];
}

/** Each as its guide would have it for such settings: where a library takes a key for lists of objects, it has one. */
const differs: readonly Differ[] = [
  peer('microdiff', (before, after) => microdiff(before, after)),
  peer('jsondiffpatch', diffByHash()),
  peer('fast-json-patch', (before, after) => fastJsonPatch.compare(before, after)),
  peer('json-diff-ts', (before, after) => atomizeChangeset(jsonDiff(before, after, { embeddedObjKeys }))),
  peer('deep-diff', (before, after) => deepDiff(before, after) ?? []),
  {
    name: ownName,
    prepare: (pair) => {
      const [before, after] = [parsedSettings(pair.before), parsedSettings(pair.after)];
      return () => diffControls(redacted(before), redacted(after));
    },
  },
  {
    name: ownDiffName,
    prepare: (pair) => {
      const [before, after] = [redacted(parsedSettings(pair.before)), redacted(parsedSettings(pair.after))];
      return () => diffControls(before, after);
    },
  },
];

type Tree = Record<string, unknown>;

function peer(name: string, compare: (before: Tree, after: Tree) => readonly unknown[]): Differ {
  return {
    name,
    prepare: ({ before, after }) => {
      const [first, second] = [JSON.parse(before) as Tree, JSON.parse(after) as Tree];
      return () => compare(first, second);
    },
  };
}

const embeddedObjKeys = {
  customModels: 'id',
  'sandbox.network.allowedDomains': '$value',
  'sandbox.filesystem.allowWrite': '$value',
  commandAllowlist: '$value',
  commandDenylist: '$value',
};

/** A member of a list is known by its id, as the guide recommends. */
function diffByHash(): (before: Tree, after: Tree) => readonly unknown[] {
  const patcher = create({ objectHash: (item, index) => ('id' in item ? String(item.id) : `$$index:${index}`) });
  return (before, after) => format(patcher.diff(before, after));
}

/** A fingerprint as of a key of the installation's own. */
function redacted(settings: Readonly<Record<string, unknown>>): JsonObject {
  return redactSettings(settings, (secret) => sha256(`bench ${secret}`).slice(0, 12));
}

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
