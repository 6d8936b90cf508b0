import { createRequire } from 'node:module';

import fastJsonPatch from 'fast-json-patch';
import { atomizeChangeset, diff as jsonDiff } from 'json-diff-ts';
import { create } from 'jsondiffpatch';
import { format } from 'jsondiffpatch/formatters/jsonpatch';
import microdiff from 'microdiff';

import { diffControls } from '../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../shared/controls/json.ts';
import { sha256 } from '../shared/kernel/sha256.ts';
import { redactSettings } from '../shared/redaction/redact-settings.ts';
import { parsedSettings, type SettingsPair, plantedSecrets, settingsPairs } from './control-diff/settings-pairs.ts';
import { runClaim, type Measured } from './measure/claim.ts';
import { tableText, versionsOf, versionsText } from './measure/figures.ts';
import { measureInterleaved } from './measure/interleaved.ts';
import { ratioOf, spreadOfEach, spreadText } from './measure/spread.ts';

/*
 * Edits of an organization's settings (200 allowed domains, models with made-up secrets) compared by our differ and
 * by five libraries: time, operations a change, edits that are missed, and how many of the planted secrets can be read
 * in what comes out. The goal: ours prints no secret, misses no edit and reports none where there is none.
 */
export const ownName = 'ours: redacted, judged, in sentences';
export const ownDiffName = 'ours, of settings redacted before';

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

export async function measureControlDiff({ rounds }: { readonly rounds: number }) {
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
    differs: timings.map(({ cpuMs, wallMs }, index) => ({
      ...rowOf(differs[index] as Differ, pairs, secrets),
      cpuMs: spreadOfEach(cpuMs, pairs.length),
      wallMs: spreadOfEach(wallMs, pairs.length),
    })),
  };
}

/** What one differ made of all edits; an alert would have a line for each operation. */
function rowOf(differ: Differ, pairs: readonly SettingsPair[], secrets: readonly string[]) {
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

type ControlDiff = Awaited<ReturnType<typeof measureControlDiff>>;

function ratiosOf({ differs: rows, secretsPlanted }: ControlDiff): Measured['ratios'] {
  const ours = rows.find(({ differ }) => differ === ownName);
  const peers = rows.filter(({ differ }) => differ !== ownName && differ !== ownDiffName);
  return ours === undefined
    ? []
    : peers.flatMap((row) => {
        const counted = (what: string, countOf: (one: ReturnType<typeof rowOf>) => number, digits = 0) =>
          ratioOf([what, row.differ], countOf(row), countOf(ours), { digits });
        return [
          ratioOf(['CPU of an edit of the controls', row.differ], row.cpuMs, ours.cpuMs, { unit: 'ms', digits: 3 }),
          counted('operations reported for a change', ({ operationsPerChange }) => operationsPerChange, 2),
          counted('operations reported where nothing had changed', ({ falseOperations }) => falseOperations),
          counted('edits missed', ({ missed }) => missed.length),
          counted(`secrets printed of ${secretsPlanted}`, ({ secretsPrinted }) => secretsPrinted),
        ];
      });
}

function reportOf({ differs: rows, rounds, secretsPlanted, versions }: ControlDiff): readonly string[] {
  return [
    tableText(
      ['differ', 'CPU an edit', 'operations a change', 'where none was', 'edits missed', 'secrets printed'],
      rows.map((row) => [
        row.differ,
        spreadText(row.cpuMs, 'ms', 3),
        row.operationsPerChange.toFixed(2),
        row.falseOperations,
        row.missed.length === 0 ? '0' : `${row.missed.length}: ${row.missed.join(', ')}`,
        `${row.secretsPrinted} of ${secretsPlanted}`,
      ]),
    ),
    '\nOperations by edit:\n',
    tableText(
      ['edit', 'changes', ...rows.map(({ differ }) => differ.replace(/[,:].*/u, ''))],
      (rows[0]?.byEdit ?? []).map(({ what, realChanges }, index) => [
        what,
        realChanges,
        ...rows.map(({ byEdit }) => String(byEdit[index]?.operations)),
      ]),
    ),
    `\n${rounds} rounds in turns: median (least–most). ${versionsText(versions)}.`,
  ];
}

await runClaim(import.meta, async (options) => {
  const document = await measureControlDiff({ rounds: options.number('rounds') });
  const ours = document.differs.find(({ differ }) => differ === ownName);
  return {
    document,
    ratios: ratiosOf(document),
    report: reportOf(document),
    versions: document.versions,
    hasReachedGoal: ours?.secretsPrinted === 0 && ours.missed.length === 0 && ours.falseOperations === 0,
  };
});
