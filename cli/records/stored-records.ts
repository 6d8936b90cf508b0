import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { fileFormat, formatWithin } from '../../shared/kernel/records/contract/files/file-text.ts';
import { readRecordFile } from '../../shared/kernel/records/contract/files/record-file.ts';
import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { printAnswer, rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes } from '../frame/files/read-bytes.ts';
import { exportFile } from './export-file.ts';
import { saidIn, type Given } from './record-options.ts';
import { changeTable, describeStep, recordCells, recordColumns } from './record-rows.ts';
import { describeNote, noteDocument } from './valid-file.ts';

// What the commands of records have in common that limits do not depend on: no impact on anybody has to be shown.

/** A kind of such records, as the API knows it. */
export interface StoredKind<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  /** The list of a YAML file, and what messages call several of them: `computers`. */
  readonly kind: OperationGiven<'listRecords'>['kind'];
}

/** What names one of them, by the names of its fields. */
export type StoredKey = Pick<OperationGiven<'showRecord'>, 'name' | 'criterion' | 'repository'>;

export interface StoredOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly prune?: boolean;
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
export async function setStored<Key, Terms extends Key>(
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
export async function removeStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  { key, dryRun = false }: { readonly key: StoredKey; readonly dryRun?: boolean | undefined },
): Promise<ExitCode> {
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
  const table = edited.change === null ? 'It is like that already.' : changeTable(record, [edited], style);
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
export async function importStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  { path, options }: { readonly path: string; readonly options: StoredOptions },
): Promise<ExitCode> {
  const { record, kind } = stored;
  const { format, text } = validRecordsFrom(context, stored, path);
  const given = { kind, body: { format, content: text, prune: options.prune === true } };
  return withApi(context, async (api) => {
    const { document: plan } = await api.read('planRecords', given);
    const { agreed, changes, effect } = plan;
    const isNeeded = changes.length > 0;
    context.say([...(isNeeded ? [changeTable(record, changes, context.style)] : []), ...effect].join('\n'));
    const isAgreed = options.dryRun !== true && isNeeded && (options.yes === true || (await agrees(context)));
    const made = isAgreed ? (await api.read('importStored', { ...given, agreed })).document : undefined;
    return printImport(context, { kind, plan, made });
  });
}

interface ImportedStored {
  readonly kind: string;
  readonly plan: OperationDocument<'planRecords'>;
  /** Absent where nothing was to be done, or nobody agreed. */
  readonly made: OperationDocument<'importStored'> | undefined;
}

function printImport(context: CommandContext, { kind, plan, made }: ImportedStored): ExitCode {
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
export async function validateStored<Key, Terms extends Key>(
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

/** `export [FILE]`. */
export async function exportStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  path: string | undefined,
): Promise<ExitCode> {
  return exportFile(context, path, { kind, name: record.kind.name });
}

/** `history`: every version of one record, or of all. */
export async function showStoredHistory<Key, Terms extends Key>(
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
  const cells = rows.map(({ at, key, version, by, way, terms }) => {
    const before = byKey.get(key)?.findLast((each) => each.version < version)?.terms ?? null;
    return [at, key, String(version), by, way, describeStep(record, { before, after: terms })];
  });
  const columns = ['At', 'Record', 'Version', 'Who', 'How', 'What'].map((title) => ({ title }));
  return renderTable(columns, cells, style);
}

/** A file of records in which every row is valid. Raises CommandError that names every problem. */
function validRecordsFrom<Key, Terms extends Key>(
  { io }: CommandContext,
  { record, kind }: StoredKind<Key, Terms>,
  path: string,
): { readonly format: 'csv' | 'yaml'; readonly text: string; readonly count: number } {
  const named = path === '-' ? undefined : fileFormat(path);
  if (named === undefined && path !== '-') {
    throw wrongUsage(`${quotedValue(path)} is no file of ${kind}; give one that ends in .csv, .yaml or .yml`);
  }
  const bytes = readBytes(io, path);
  const format = named ?? formatWithin(bytes);
  const { rows, problems } = readRecordFile(record, { bytes, section: kind, format });
  if (problems.length > 0) {
    const lines = problems.map((note) => `  ${describeNote(note)}`);
    throw new CommandError(
      `${plainText(path)} is not valid, and nothing was changed:\n${lines.join('\n')}`,
      exitCodes.failed,
      { valid: false, problems: problems.map(noteDocument) },
    );
  }
  return { format, text: new TextDecoder().decode(bytes), count: rows.length };
}

async function agrees({ io, options }: CommandContext): Promise<boolean> {
  return options.json !== true && io.confirm !== undefined && (await io.confirm('Make these changes?'));
}
