import { createRequire } from 'node:module';
import fastJsonPatch from 'fast-json-patch';
import { atomizeChangeset, diff as jsonDiff } from 'json-diff-ts';
import { create } from 'jsondiffpatch';
import { format } from 'jsondiffpatch/formatters/jsonpatch';
import microdiff from 'microdiff';
import { redactSettings } from '../../shared/adapters/platform/redaction/redact-settings.ts';
import type { JsonObject } from '../../shared/domain/controls/json.ts';
import { diffControls } from '../../shared/domain/controls/diff/diff-controls.ts';
import { sha256 } from '../../shared/domain/sha256.ts';
import { ownDiffName, ownName } from './differ-names.ts';
import { parsedSettings, type SettingsPair } from './settings-pairs.ts';

/** The library brings no types. */
const deepDiff = createRequire(import.meta.url)('deep-diff') as (
  before: unknown,
  after: unknown,
) => readonly unknown[] | undefined;

/** Compares two settings and gives what it would print: one entry an operation. */
export interface Differ {
  readonly name: string;
  /** Parses and prepares once; gives what is timed. */
  readonly prepare: (pair: SettingsPair) => () => readonly unknown[];
}

/** Each as its guide would have it for such settings: where a library takes a key for lists of objects, it has one. */
export const differs: readonly Differ[] = [
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
