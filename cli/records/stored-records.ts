import { makeEdit, planRemoval, planSetting, type EditPorts } from '../../shared/application/edits/edit-record.ts';
import { applyImport, planImport } from '../../shared/application/edits/import-records.ts';
import { editableRecords, type RecordStore, type RecordVersion } from '../../shared/application/edits/record-store.ts';
import { fileFormat } from '../../shared/contracts/files/file-text.ts';
import { readRecordFile } from '../../shared/contracts/files/record-file.ts';
import { formatRecordCsv, formatRecordYaml } from '../../shared/contracts/files/record-rows.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import type { RecordChange } from '../../shared/domain/records/diff-records.ts';
import { keyText, type EditedKind } from '../../shared/domain/records/record-kind.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes } from '../frame/read-bytes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { exportRecords } from './edit-commands.ts';
import { termsOver, type Given } from './record-options.ts';
import {
  changeDocument,
  changeTable,
  describeVersions,
  recordCells,
  recordColumns,
  recordDocument,
} from '../../shared/terminal/records/record-rows.ts';
import { describeNote, noteDocument } from './valid-file.ts';

// What the commands of records have in common that limits do not depend on: no impact on anybody has to be shown.

/** A kind of such records, and how the commands reach those of an installation. */
export interface StoredKind<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  readonly kind: EditedKind<Key, Terms>;
  /** The list of a YAML file, and what messages call several of them: `computers`. */
  readonly section: string;
  /** The command that lists them: `fleet list`. */
  readonly listedBy: string;
  readonly storeOf: (installation: Installation) => RecordStore<Key, Terms>;
  /** What follows from changes, a line each. Nothing is changed. */
  readonly effectOf: (
    installation: Installation,
    changes: readonly RecordChange<Terms>[],
  ) => Promise<readonly string[]>;
}

export interface StoredOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly prune?: boolean;
}

/** `list`: every record, and the rows that cannot be read as one. */
export async function listStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, section, storeOf }: StoredKind<Key, Terms>,
): Promise<ExitCode> {
  const { records, invalid } = await withInstallation(context, async (installation) => storeOf(installation).list());
  const rows = records.map((each) => [...recordCells(record, each), each.updatedBy]);
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

/** `set`: makes one record what was given; what was not given stays as it is. */
export async function setStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  { key, given }: { readonly key: Key; readonly given: Given },
): Promise<ExitCode> {
  return editStored(context, stored, {
    dryRun: given.options['dryRun'] === true,
    plan: async ({ records }) =>
      planSetting(records, { key, termsFrom: (before) => termsOver(stored.record, before, given) }),
  });
}

/** `rm`: removes one record. */
export async function removeStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  { key, dryRun = false }: { readonly key: Key; readonly dryRun?: boolean | undefined },
): Promise<ExitCode> {
  return editStored(context, stored, { dryRun, plan: async ({ records }) => planRemoval(records, key) });
}

interface StoredEdit<Key, Terms extends Key> {
  readonly dryRun: boolean;
  readonly plan: (ports: EditPorts<Key, Terms>) => ReturnType<typeof planRemoval<Key, Terms, Terms>>;
}

async function editStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  { dryRun, plan }: StoredEdit<Key, Terms>,
): Promise<ExitCode> {
  const { record, listedBy, effectOf } = stored;
  return withInstallation(context, async (installation) => {
    const ports = portsOf(stored, installation);
    const planned = await plan(ports);
    if (planned.kind === 'not-there') {
      throw new CommandError(`There is none of that name; see "${listedBy}"`);
    }
    const change = planned.kind === 'planned' ? planned.change : undefined;
    const effect = change === undefined ? [] : await effectOf(installation, [change]);
    const outcome = dryRun ? planned : await makeEdit(ports, planned, authorOf(context));
    if (outcome.kind === 'refused') {
      throw new CommandError(outcome.problem);
    }
    const table = change === undefined ? 'It is like that already.' : changeTable(record, [change], context.style);
    context.tell({
      json: {
        ...(change === undefined ? { change: null } : changeDocument(record, change)),
        applied: outcome.kind === 'changed',
        effect,
      },
      text: [table, ...effect, ...(dryRun || change === undefined ? ['Nothing was changed.'] : [])].join('\n'),
    });
    return exitCodes.done;
  });
}

/** `import FILE`: shows what it would do first, and does it once somebody says yes. */
export async function importStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  { path, options }: { readonly path: string; readonly options: StoredOptions },
): Promise<ExitCode> {
  const { record, section, effectOf } = stored;
  const wanted = recordsOfFile(context, stored, path);
  return withInstallation(context, async (installation) => {
    const ports = portsOf(stored, installation);
    const plan = await planImport(ports.records, wanted, { prune: options.prune === true });
    const effect = await effectOf(installation, plan.changes);
    const isNeeded = plan.changes.length > 0;
    context.say([...(isNeeded ? [changeTable(record, plan.changes, context.style)] : []), ...effect].join('\n'));
    const isAgreed = options.dryRun !== true && isNeeded && (options.yes === true || (await agrees(context)));
    const results = isAgreed ? await applyImport(ports, plan, authorOf(context)) : [];
    const failed = results.flatMap(({ change, outcome }) =>
      outcome.kind === 'done' ? [] : [{ ...changeDocument(record, change), problem: outcome.problem }],
    );
    const done = `${counted(results.length - failed.length, 'change')} of ${plan.changes.length} made.`;
    context.tell({
      json: {
        changes: plan.changes.map((change) => changeDocument(record, change)),
        unchanged: plan.unchanged,
        notInFile: plan.unnamed.map((each) => keyText(record.kind, each)),
        blocked: plan.blocked,
        applied: isAgreed,
        failed,
        effect,
      },
      text: isAgreed
        ? done
        : isNeeded
          ? 'Nothing was changed; --yes makes these changes.'
          : `The ${section} are like that already.`,
    });
    return failed.length + plan.blocked.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
  });
}

/** `validate FILE`: looks at every row, and touches nothing. */
export async function validateStored<Key, Terms extends Key>(
  context: CommandContext,
  stored: StoredKind<Key, Terms>,
  path: string,
): Promise<ExitCode> {
  const { length } = recordsOfFile(context, stored, path);
  context.tell({
    json: { valid: true, [stored.section]: length, problems: [] },
    text: `${path} is valid: ${stored.section}: ${length}.`,
  });
  return Promise.resolve(exitCodes.done);
}

/** `export [FILE]`. */
export async function exportStored<Key, Terms extends Key>(
  context: CommandContext,
  { record, kind, section, storeOf }: StoredKind<Key, Terms>,
  path: string | undefined,
): Promise<ExitCode> {
  return exportRecords(context, path, {
    name: kind.name,
    async read(installation) {
      const { records, invalid } = await storeOf(installation).list();
      return {
        csv: () => formatRecordCsv(record, records),
        yaml: () => formatRecordYaml(record, section, records),
        documents: records.map((each) => recordDocument(record, each)),
        leftOut: invalid.map((row) => ({ document: row, note: `Left out: ${row.key} cannot be read: ${row.problem}` })),
      };
    },
  });
}

/** `history`: every version of one record, or of all. */
export async function showStoredHistory<Key, Terms extends Key>(
  context: CommandContext,
  { record, storeOf }: StoredKind<Key, Terms>,
  key: Key | undefined,
): Promise<ExitCode> {
  const versions = await withInstallation(context, async (installation) => storeOf(installation).listVersions(key));
  const byKey = Map.groupBy(versions, (version) => version.key);
  const before = ({ key: of, version }: RecordVersion<Terms>) =>
    byKey.get(of)?.findLast((each) => each.version < version)?.terms;
  const columns = ['At', 'Record', 'Version', 'Who', 'How', 'What'].map((title) => ({ title }));
  const rows = versions.map((each) => [
    each.at,
    each.key,
    String(each.version),
    each.by,
    each.way,
    describeVersions(record, before(each), each.terms),
  ]);
  context.tell({
    json: versions.map(({ terms, ...facts }) => ({
      ...facts,
      terms: terms === undefined ? null : record.document(terms),
    })),
    text: rows.length === 0 ? 'Nothing was ever made there.' : renderTable(columns, rows, context.style),
  });
  return exitCodes.done;
}

function portsOf<Key, Terms extends Key>(
  { kind, storeOf }: StoredKind<Key, Terms>,
  installation: Installation,
): EditPorts<Key, Terms> {
  return { records: editableRecords(kind, storeOf(installation)), ids: randomIds };
}

/** The records of a file in which every row is valid. Raises CommandError that names every problem. */
function recordsOfFile<Key, Terms extends Key>(
  { io }: CommandContext,
  { record, section }: StoredKind<Key, Terms>,
  path: string,
): readonly Terms[] {
  const format = path === '-' ? undefined : fileFormat(path);
  if (format === undefined && path !== '-') {
    throw wrongUsage(`${quotedValue(path)} is no file of ${section}; give one that ends in .csv, .yaml or .yml`);
  }
  const bytes = readBytes(io, path);
  const { rows, problems } = readRecordFile(record, { bytes, section, ...(format !== undefined && { format }) });
  if (problems.length > 0) {
    const lines = problems.map((note) => `  ${describeNote(note)}`);
    throw new CommandError(
      `${plainText(path)} is not valid, and nothing was changed:\n${lines.join('\n')}`,
      exitCodes.failed,
      {
        valid: false,
        problems: problems.map(noteDocument),
      },
    );
  }
  return rows;
}

async function agrees({ io, options }: CommandContext): Promise<boolean> {
  return options.json !== true && io.confirm !== undefined && (await io.confirm('Make these changes?'));
}
