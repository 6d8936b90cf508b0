import {
  makeEdit,
  planRemoval,
  planSetting,
  type EditPorts,
  type SetOutcome,
} from '../../shared/application/edits/edit-record.ts';
import { applyImport, planImport, type ImportPlan } from '../../shared/application/edits/import-records.ts';
import { readRecordFile, type RecordFile } from '../../shared/contracts/files/record-file.ts';
import { formatRecordCsv, formatRecordYaml } from '../../shared/contracts/files/record-rows.ts';
import { fileFormat } from '../../shared/contracts/files/file-text.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { termsIn } from '../../shared/domain/records/diff-records.ts';
import { keyText, type EditedName } from '../../shared/domain/records/record-kind.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes, standardInput } from '../frame/read-bytes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { exportRecords } from './edit-commands.ts';
import { plainFromGiven, termsOver, type Given } from './record-options.ts';
import {
  changeDocument,
  changeTable,
  describeChange,
  describeVersions,
  recordCells,
  recordColumns,
  recordDocument,
} from './record-rows.ts';
import { describeNote, noteDocument } from './valid-file.ts';

/** A version of a record; without terms it was removed. */
export interface PlainVersion<Terms> {
  readonly version: number;
  readonly by: string;
  readonly at: string;
  readonly terms?: Terms;
}

/** A kind of records that change no limit, and how an installation keeps them. */
export interface PlainRecords<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  /** Their name in files and documents: `policies`. */
  readonly section: string;
  readonly keyOf: (words: readonly string[]) => Key;
  readonly portsOf: (installation: Installation) => EditPorts<Key, Terms, Terms>;
  readonly versionsOf: (installation: Installation, key: Key) => Promise<readonly PlainVersion<Terms>[]>;
}

/** `list`: every record, and the rows that cannot be read as one. */
export async function listPlain<Key, Terms extends Key>(
  context: CommandContext,
  { record, section, portsOf }: PlainRecords<Key, Terms>,
): Promise<ExitCode> {
  const { records, invalid } = await withInstallation(context, async (installation) =>
    portsOf(installation).records.list(),
  );
  const rows = records.map((each) => [...recordCells(record, termsIn<Terms>(each)), each.updatedBy]);
  context.tell({
    json: { [section]: records.map((each) => recordDocument(record, each)), invalid },
    text:
      rows.length === 0
        ? `There are no ${section} yet.`
        : renderTable([...recordColumns(record), { title: 'By' }], rows, context.style),
  });
  invalid.forEach(({ key, problem }) => context.note(plainText(`The row "${key}" is not valid: ${problem}`)));
  return exitCodes.done;
}

/** `set`: makes a record what is given; what is not given stays as it is. */
export async function setPlain<Key, Terms extends Key>(
  context: CommandContext,
  { record, keyOf, portsOf }: PlainRecords<Key, Terms>,
  given: Given,
): Promise<ExitCode> {
  const key = keyOf(given.words);
  plainFromGiven(record, given);
  const outcome = await withInstallation(context, async (installation) => {
    const ports = portsOf(installation);
    const termsFrom = (before: Terms | undefined): Terms =>
      termsOver(record, before === undefined ? undefined : termsIn<Terms>(before), given);
    return makeEdit(ports, await planSetting(ports.records, { key, termsFrom }), authorOf(context));
  });
  return tellEdit(context, record, { key, outcome });
}

/** `rm`. */
export async function removePlain<Key, Terms extends Key>(
  context: CommandContext,
  { record, keyOf, portsOf }: PlainRecords<Key, Terms>,
  words: readonly string[],
): Promise<ExitCode> {
  const key = keyOf(words);
  const outcome = await withInstallation(context, async (installation) => {
    const ports = portsOf(installation);
    return makeEdit(ports, await planRemoval(ports.records, key), authorOf(context));
  });
  return tellEdit(context, record, { key, outcome });
}

function tellEdit<Key, Terms extends Key>(
  context: CommandContext,
  record: RecordCodec<Key, Terms>,
  { key, outcome }: { readonly key: Key; readonly outcome: SetOutcome<Terms> },
): ExitCode {
  const { kind } = record;
  switch (outcome.kind) {
    case 'not-there':
      throw new CommandError(`There is no ${kind.name} ${quotedValue(keyText(kind, key))}`);
    case 'refused':
      throw new CommandError(outcome.problem);
    case 'unchanged':
      context.tell({
        json: { change: null },
        text: `${plainText(kind.title(key))} is like that already; nothing was changed.`,
      });
      return exitCodes.done;
    case 'changed': {
      const { change } = outcome;
      const done = { add: 'added', change: 'changed', remove: 'removed' }[change.kind];
      context.tell({
        json: changeDocument(record, change),
        text: plainText(`${done}: ${kind.title(key)}: ${describeChange(record, change)}`),
      });
      return exitCodes.done;
    }
  }
}

/** `history`: every version with who, when and what. */
export async function plainHistory<Key, Terms extends Key>(
  context: CommandContext,
  { record, keyOf, versionsOf }: PlainRecords<Key, Terms>,
  words: readonly string[],
): Promise<ExitCode> {
  const key = keyOf(words);
  const versions = await withInstallation(context, async (installation) => versionsOf(installation, key));
  const rows = versions.map(({ at, version, by, terms }, index) => [
    at,
    String(version),
    by,
    describeVersions(record, versions[index - 1]?.terms, terms),
  ]);
  const columns = [{ title: 'At' }, { title: 'Version', align: 'right' }, { title: 'Who' }, { title: 'What' }] as const;
  context.tell({
    json: versions.map(({ at, version, by, terms }) => ({
      version,
      at,
      by,
      terms: terms === undefined ? null : record.document(terms),
    })),
    text: rows.length === 0 ? 'It never was there.' : renderTable(columns, rows, context.style),
  });
  return exitCodes.done;
}

export interface PlainImport {
  readonly file: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly prune?: boolean;
}

/** `import FILE`: shows what it would do, and does it once somebody says yes. A file with a fault changes nothing. */
export async function importPlain<Key, Terms extends Key>(
  context: CommandContext,
  records: PlainRecords<Key, Terms>,
  options: PlainImport,
): Promise<ExitCode> {
  const { record, portsOf } = records;
  const { rows } = validRows(context, records, options.file);
  return withInstallation(context, async (installation) => {
    const ports = portsOf(installation);
    const plan = await planImport(ports.records, rows, { prune: options.prune === true });
    const table = changeTable(record, plan.changes, context.style);
    if (plan.changes.length > 0) {
      context.say(table);
    }
    const isAgreed = plan.changes.length > 0 && (await isWanted(context, options));
    const results = isAgreed ? await applyImport(ports, plan, authorOf(context)) : [];
    const failed = results.flatMap(({ change, outcome }) =>
      outcome.kind === 'done' ? [] : [{ ...changeDocument(record, change), problem: outcome.problem }],
    );
    context.tell({
      json: { ...planDocument(record, plan), applied: isAgreed, failed },
      text: describeImport(plan, { isAgreed, failed: failed.map(({ problem }) => problem) }),
    });
    return failed.length + plan.blocked.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
  });
}

async function isWanted({ io, options: { json } }: CommandContext, { yes, dryRun }: PlainImport): Promise<boolean> {
  if (dryRun === true) {
    return false;
  }
  return yes === true || (json !== true && io.confirm !== undefined && (await io.confirm('Make these changes?')));
}

function validRows<Key, Terms extends Key>(
  { io }: CommandContext,
  { record, section }: PlainRecords<Key, Terms>,
  path: string,
): RecordFile<Terms> {
  const format = path === standardInput ? undefined : fileFormat(path);
  if (format === undefined && path !== standardInput) {
    throw wrongUsage(`${quotedValue(path)} is no file of ${section}; give one that ends in .csv, .yaml or .yml`);
  }
  const read = readRecordFile(record, { bytes: readBytes(io, path), section, ...(format !== undefined && { format }) });
  if (read.problems.length > 0) {
    const lines = read.problems.map((note) => `  ${describeNote(note)}`);
    throw new CommandError(`${path} is not valid, and nothing was changed:\n${lines.join('\n')}`, exitCodes.failed, {
      valid: false,
      problems: read.problems.map(noteDocument),
    });
  }
  return read;
}

function planDocument<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, plan: ImportPlan<Terms>) {
  return {
    changes: plan.changes.map((change) => changeDocument(record, change)),
    unchanged: plan.unchanged,
    notInFile: plan.unnamed.map((each) => keyText(record.kind, each)),
    blocked: plan.blocked,
  };
}

function describeImport<Terms>(
  plan: ImportPlan<Terms>,
  { isAgreed, failed }: { readonly isAgreed: boolean; readonly failed: readonly string[] },
): string {
  const made = isAgreed
    ? `${counted(plan.changes.length - failed.length, 'change')} made.`
    : plan.changes.length === 0
      ? 'There is nothing to change.'
      : 'Nothing was changed. To make these changes, run the command again with --yes.';
  const kept =
    plan.unnamed.length === 0
      ? []
      : [`${plan.unnamed.length} that the file does not name stay; --prune would remove them.`];
  const blocked = plan.blocked.map(({ key, problem }) => `! ${key} is left alone: ${problem}`);
  return plainText([made, ...kept, ...blocked, ...failed.map((text) => `! ${text}`)].join(' '));
}

/** `export [FILE]`. */
export async function exportPlain<Key, Terms extends Key>(
  context: CommandContext,
  { record, section, portsOf }: PlainRecords<Key, Terms>,
  path: string | undefined,
): Promise<ExitCode> {
  return exportRecords(context, path, {
    name: record.kind.name as EditedName,
    async read(installation) {
      const { records, invalid } = await portsOf(installation).records.list();
      const terms = records.map((each) => termsIn<Terms>(each));
      return {
        csv: () => formatRecordCsv(record, terms),
        yaml: () => formatRecordYaml(record, section, terms),
        documents: records.map((each) => recordDocument(record, each)),
        leftOut: invalid.map(({ key, problem }) => ({
          document: { key, problem },
          note: `Left out: "${key}": ${problem}`,
        })),
      };
    },
  });
}
