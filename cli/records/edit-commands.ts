import { plainText } from '../../shared/terminal/plain-text.ts';
import {
  makeEdit,
  planRemoval,
  planSetting,
  type EditPorts,
  type PlannedEdit,
  type RecordOrder,
  type SetOutcome,
} from '../../shared/application/edits/edit-record.ts';
import { noEdits, type ProposedEdits } from '../../shared/domain/impact/proposed-edits.ts';
import type { RecordChange } from '../../shared/domain/records/diff-records.ts';
import type { ImpactDocument } from '../../shared/contracts/documents/impact-document.ts';
import type { EditedName } from '../../shared/domain/records/record-kind.ts';
import { keyText } from '../../shared/domain/records/record-kind.ts';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { fileFormat } from '../../shared/contracts/files/file-text.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { writeWhole } from '../frame/write-file.ts';
import { agreeOnImpact, endUnmade } from './impact-question.ts';
import type { ImpactOptions } from './impact-options.ts';
import { changeDocument, describeChange } from '../../shared/terminal/records/record-rows.ts';
import { noteEffect } from './takes-effect.ts';

/** A kind of record and how the commands reach those of an installation. */
export interface EditedRecord<Key, Terms extends Key, Wanted> {
  readonly record: RecordCodec<Key, Terms>;
  readonly portsOf: (installation: Installation) => EditPorts<Key, Terms, Wanted>;
  /** One change among the edits whose impact is shown. */
  readonly editsOf: (change: RecordChange<Terms>) => ProposedEdits;
}

/** `set`: makes one record what an order wants of it, once its impact is shown. */
export async function setOne<Key, Terms extends Key, Wanted>(
  context: CommandContext,
  edited: EditedRecord<Key, Terms, Wanted>,
  { options, ...order }: RecordOrder<Key, Terms> & { readonly options: ImpactOptions },
): Promise<ExitCode> {
  return edit(context, edited, { key: order.key, options, plan: async ({ records }) => planSetting(records, order) });
}

/** `rm`: removes one record, once its impact is shown. */
export async function removeOne<Key, Terms extends Key, Wanted>(
  context: CommandContext,
  edited: EditedRecord<Key, Terms, Wanted>,
  { key, options }: { readonly key: Key; readonly options: ImpactOptions },
): Promise<ExitCode> {
  return edit(context, edited, { key, options, plan: async ({ records }) => planRemoval(records, key) });
}

interface EditOrder<Key, Terms extends Key, Wanted> {
  readonly key: Key;
  readonly options: ImpactOptions;
  readonly plan: (ports: EditPorts<Key, Terms, Wanted>) => Promise<PlannedEdit<Terms>>;
}

async function edit<Key, Terms extends Key, Wanted>(
  context: CommandContext,
  edited: EditedRecord<Key, Terms, Wanted>,
  order: EditOrder<Key, Terms, Wanted>,
): Promise<ExitCode> {
  const { key, options, plan } = order;
  return withInstallation(context, async (installation) => {
    const ports = edited.portsOf(installation);
    const agreement = await agreeOnImpact(context, {
      installation,
      options,
      async propose() {
        const planned = await plan(ports);
        refuseImpossible(edited.record, key, planned);
        return { plan: planned, edits: planned.kind === 'planned' ? edited.editsOf(planned.change) : noEdits };
      },
    });
    if (agreement.kind !== 'agreed') {
      return endUnmade(context, agreement);
    }
    const outcome = await makeEdit(ports, agreement.plan, authorOf(context));
    refuseImpossible(edited.record, key, outcome);
    tellOutcome(context, edited.record, { key, outcome, impact: agreement.impact });
    if (outcome.kind === 'changed') {
      noteEffect(context, installation);
    }
    return exitCodes.done;
  });
}

/** Raises CommandError for an edit that cannot be made. */
function refuseImpossible<Key, Terms extends Key>(
  { kind }: RecordCodec<Key, Terms>,
  key: Key,
  planned: PlannedEdit<Terms> | SetOutcome<Terms>,
): void {
  if (planned.kind === 'not-there') {
    throw new CommandError(`There is no ${kind.name} ${quotedValue(keyText(kind, key))}; see "${kind.name}s list"`);
  }
  if (planned.kind === 'refused') {
    throw new CommandError(planned.problem);
  }
}

function tellOutcome<Key, Terms extends Key>(
  context: CommandContext,
  record: RecordCodec<Key, Terms>,
  { key, outcome, impact }: { readonly key: Key; readonly outcome: SetOutcome<Terms>; readonly impact: ImpactDocument },
): void {
  const title = capitalized(plainText(record.kind.title(key)));
  if (outcome.kind !== 'changed') {
    context.tell({ json: { change: null, impact }, text: `${title} is like that already; nothing was changed.` });
    return;
  }
  const { change } = outcome;
  const done = { add: 'added', change: 'changed', remove: 'removed' }[change.kind];
  const text = `${title} was ${done}: ${plainText(describeChange(record, change))}.`;
  context.tell({ json: { ...changeDocument(record, change), impact }, text });
}

/** Everything of a table that can be read, as a file and as a document. */
export interface ExportedRecords {
  readonly csv: () => string;
  readonly yaml: () => string;
  readonly documents: readonly unknown[];
  readonly leftOut: readonly { readonly document: unknown; readonly note: string }[];
}

/** `export [FILE]`: every record as a file that `import` reads; without a file, CSV on standard output. */
export async function exportRecords(
  context: CommandContext,
  path: string | undefined,
  {
    name,
    read,
  }: { readonly name: EditedName; readonly read: (installation: Installation) => Promise<ExportedRecords> },
): Promise<ExitCode> {
  const format = path === undefined ? 'csv' : fileFormat(path);
  if (format === undefined) {
    throw wrongUsage(`${quotedValue(path)} has no known ending; name a file that ends in .csv, .yaml or .yml`);
  }
  const { csv, yaml, documents, leftOut } = await withInstallation(context, async (installation) => read(installation));
  const text = format === 'csv' ? csv() : yaml();
  if (path !== undefined) {
    writeWhole(path, text);
  }
  const were = documents.length === 1 ? 'was' : 'were';
  context.tell({
    json: { file: path ?? null, [`${name}s`]: documents, leftOut: leftOut.map(({ document }) => document) },
    text: path === undefined ? text.trimEnd() : `${counted(documents.length, name)} ${were} written to ${path}.`,
  });
  leftOut.forEach(({ note }) => context.note(plainText(note)));
  return leftOut.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}

function capitalized(title: string): string {
  return title.startsWith('the ') ? `T${title.slice(1)}` : title;
}
