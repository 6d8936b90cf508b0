import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import { readRecordFile } from '../../shared/kernel/records/contract/files/record-file.ts';
import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { drawBlocks } from '../frame/block.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { printAnswer, rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readRecordBytes } from '../frame/files/read-file.ts';
import { exportFile } from './export-file.ts';
import type { RecordRoom } from './record-commands.ts';
import { type ImportOptions, argumentsOf, saidIn, type Given } from './record-options.ts';
import { changeTable, describeStep, recordCells, recordColumns, versionTable } from './record-rows.ts';
import { refuseProblems } from './valid-file.ts';

// What the commands of records have in common that limits do not depend on: no impact on anybody has to be shown.

/** A kind of such records, as the API knows it. */
interface StoredKind<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  /** The list of a YAML file, and what messages call several of them: `computers`. */
  readonly kind: OperationGiven<'listRecords'>['kind'];
}

/** What names one of them, by the names of its fields. */
type StoredKey = Pick<OperationGiven<'showRecord'>, 'name' | 'criterion' | 'repository'>;

/** The commands of such records: no impact on anybody has to be shown. */
export function storedCommands<Key, Terms extends Key>(
  words: StoredKind<Key, Terms> & {
    readonly path: string;
    /** One of them, and several. */
    readonly one: string;
    readonly many: string;
    /** An example of the words behind `set`. */
    readonly setExample: string;
  },
): RecordRoom<Key, Terms> {
  const { record, path, one, many, setExample } = words;
  const key = argumentsOf(record);
  const keyFrom = (given: readonly string[]): StoredKey =>
    Object.fromEntries(key.map((name, at) => [name, (given[at] ?? '').trim()]));
  return {
    record,
    key,
    path,
    shows: 'effect',
    help: {
      set: `add ${one}, or change it; fields that are not given stay`,
      rm: `remove ${one}`,
      history: `every version of ${many}: who, when, before and after`,
      import: `make ${many} what a file says; shows the plan first`,
      export: `write all ${many} to a file, or as CSV to standard output`,
      prune: `remove ${many} that the file does not name`,
    },
    examples: {
      set: [setExample],
      rm: [setExample.split(' --')[0] ?? ''],
      import: ['list.csv --yes'],
      export: ['list.yaml'],
      validate: ['list.csv'],
    },
    run: {
      history: async (context, given) =>
        showStoredHistory(context, words, given.words.length === key.length ? keyFrom(given.words) : undefined),
      set: async (context, given) => setStored(context, words, { key: keyFrom(given.words), given }),
      rm: async (context, given) => removeStored(context, words, { key: keyFrom(given.words), given }),
      import: async (context, { words: [file = ''], options }) => importStored(context, words, { path: file, options }),
      export: async (context, { words: [file] }) =>
        exportFile(context, file, { kind: words.kind, name: record.kind.name }),
      validate: async (context, { words: [file = ''] }) => validateStored(context, words, file),
    },
  };
}

/** `list`: every record, and the rows that cannot be read as one. */
export async function listStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
): Promise<ExitCode> {
  return showAnswer(context, ['listRecords', { kind }], {
    text: ({ rows }, style) =>
      rows.length === 0
        ? `There are no ${kind} yet.`
        : renderTable(
            [...recordColumns(record), { title: 'By' }],
            rows.map((row) => [...recordCells(record, row), String(row['updatedBy'])]),
            style,
          ),
    notes: ({ invalid }) =>
      invalid.map(({ key, problem }) => plainText(`The row "${String(key)}" is not valid: ${problem}`)),
    as: ({ rows, invalid }) => ({ [kind]: rows, invalid }),
  });
}

/** `set`: makes one record what was given; what was not given stays as it is. */
async function setStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  { key, given }: { readonly key: StoredKey; readonly given: Given },
): Promise<ExitCode> {
  const body = saidIn(
    record,
    given,
    record.names.filter((name) => Object.hasOwn(key, name)),
  );
  const dryRun = given.options['dryRun'] === true;
  const { document } = await withApi(context, async (api) =>
    dryRun
      ? api.read('setRecord', { kind, ...key, dryRun: 'true', body })
      : api.read('setRecord', { kind, ...key, body }, { seen: await versionOf(api, { kind, ...key }) }),
  );
  return printAnswer(context, document, { text: (edited, style) => describeEdited(record, edited, style) });
}

/** `rm`: removes one record. */
async function removeStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  { key, given }: { readonly key: StoredKey; readonly given: Given },
): Promise<ExitCode> {
  const dryRun = given.options['dryRun'] === true;
  const { document } = await withApi(context, async (api) =>
    dryRun
      ? api.read('removeRecord', { kind, ...key, dryRun: 'true' })
      : api.read('removeRecord', { kind, ...key }, { seen: await versionOf(api, { kind, ...key }) }),
  );
  return printAnswer(context, document, { text: (edited, style) => describeEdited(record, edited, style) });
}

function describeEdited<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  edited: OperationDocument<'setRecord'>,
  style: Style,
): string {
  const table =
    edited.change === null ? 'It is like that already.' : drawBlocks([changeTable(record, [edited])], style);
  return [table, ...edited.effect, ...(edited.applied ? [] : ['Nothing was changed.'])].join('\n');
}

/** The version of the record that an edit is of; `absent` where there is none yet. */
async function versionOf(api: ApiClient, key: OperationGiven<'showRecord'>): Promise<string> {
  try {
    return (await api.read('showRecord', key)).version ?? 'absent';
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') {
      return 'absent';
    }
    throw error;
  }
}

/** `import FILE`: shows what it would do first, and does it once somebody says yes. */
async function importStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  { path, options }: { readonly path: string; readonly options: ImportOptions },
): Promise<ExitCode> {
  const { record, kind } = stored;
  const { format, text } = validRecordsFrom(context, stored, path);
  const given = { kind, body: { format, content: text, prune: options.prune === true } };
  return withApi(context, async (api) => {
    const { document: plan } = await api.read('planRecords', given);
    const { agreed, changes, effect } = plan;
    const isNeeded = changes.length > 0;
    context.say(
      [...(isNeeded ? [drawBlocks([changeTable(record, changes)], context.style)] : []), ...effect].join('\n'),
    );
    const isAgreed = options.dryRun !== true && isNeeded && (options.yes === true || (await agrees(context)));
    const made = isAgreed ? (await api.read('importStored', { ...given, agreed })).document : undefined;
    return printImport(context, { kind, plan, made });
  });
}

function printImport(
  context: CommandContext,
  {
    kind,
    plan,
    made,
  }: {
    readonly kind: string;
    readonly plan: OperationDocument<'planRecords'>;
    /** Absent where nothing was to be done, or the edit was not confirmed. */
    readonly made: OperationDocument<'importStored'> | undefined;
  },
): ExitCode {
  const { effect, agreed: _agreed, ...planned } = plan;
  const { failed } = made ?? planned;
  const count = plan.changes.length;
  const done = `${counted(count - failed.length, 'change')} of ${count} made.`;
  const notDone = count > 0 ? 'Nothing was changed; --yes makes these changes.' : `The ${kind} are like that already.`;
  context.print({
    json: { ...planned, applied: made !== undefined, failed, effect },
    text: made === undefined ? notDone : done,
  });
  return failed.length + plan.blocked.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}

/** `validate FILE`: looks at every row, and touches nothing. */
async function validateStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  path: string,
): Promise<ExitCode> {
  const { count } = validRecordsFrom(context, stored, path);
  context.print({
    json: { valid: true, [stored.kind]: count, problems: [] },
    text: `${path} is valid: ${stored.kind}: ${count}.`,
  });
  return Promise.resolve(exitCodes.done);
}

/** `history`: every version of one record, or of all. */
async function showStoredHistory<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  key: StoredKey | undefined,
): Promise<ExitCode> {
  return showAnswer(context, ['listRecordVersions', { kind, ...key }], {
    text: ({ rows }, style) =>
      rows.length === 0 ? 'Nothing was ever made there.' : describeHistory(record, rows, style),
    as: rowsOf,
  });
}

function describeHistory<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  rows: OperationDocument<'listRecordVersions'>['rows'],
  style: Style,
): string {
  const byKey = Map.groupBy(rows, (row) => row.key);
  const what = ({ key, version, terms }: (typeof rows)[number]): string => {
    const before = byKey.get(key)?.findLast((each) => each.version < version)?.terms ?? null;
    return describeStep(record, { before, after: terms });
  };
  return versionTable(rows, { names: ['Record'], cells: ({ key }) => [key], what }, style);
}

/** A file of records in which every row is valid. Raises CommandError that names every problem. */
function validRecordsFrom<Key, Terms extends Key>(
  { io }: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  path: string,
): { readonly format: 'csv' | 'yaml'; readonly text: string; readonly count: number } {
  const { bytes, format } = readRecordBytes(io, path, kind);
  const { rows, problems } = readRecordFile(record, { bytes, section: kind, format });
  refuseProblems(path, problems);
  return { format, text: new TextDecoder().decode(bytes), count: rows.length };
}

async function agrees({ io, options }: CommandContext): Promise<boolean> {
  return options.json !== true && io.confirm !== undefined && (await io.confirm('Make these changes?'));
}
