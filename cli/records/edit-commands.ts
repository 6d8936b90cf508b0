import { plainText } from '../../shared/terminal/plain-text.ts';
import {
  removeRecord,
  setRecord,
  type EditPorts,
  type RecordOrder,
  type SetOutcome,
} from '../../shared/application/edits/edit-record.ts';
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
import { changeDocument, describeChange } from './record-rows.ts';
import { noteEffect } from './takes-effect.ts';

/** A kind of record and how the commands reach those of an installation. */
export interface EditedRecord<Key, Terms extends Key, Wanted> {
  readonly record: RecordCodec<Key, Terms>;
  readonly portsOf: (installation: Installation) => EditPorts<Key, Terms, Wanted>;
  /** What somebody should know of an edit that was asked for, before it is said what became of it. */
  readonly warningsOf?: (
    installation: Installation,
    key: Key,
    outcome: SetOutcome<Terms>,
  ) => Promise<readonly string[]>;
}

/** `set`: makes one record what an order wants of it. */
export async function setOne<Key, Terms extends Key, Wanted>(
  context: CommandContext,
  edited: EditedRecord<Key, Terms, Wanted>,
  order: RecordOrder<Key, Terms>,
): Promise<ExitCode> {
  return edit(context, edited, {
    key: order.key,
    make: async (ports) => setRecord(ports, order, authorOf(context)),
  });
}

/** `rm`: removes one record. */
export async function removeOne<Key, Terms extends Key, Wanted>(
  context: CommandContext,
  edited: EditedRecord<Key, Terms, Wanted>,
  key: Key,
): Promise<ExitCode> {
  return edit(context, edited, { key, make: async (ports) => removeRecord(ports, key, authorOf(context)) });
}

async function edit<Key, Terms extends Key, Wanted>(
  context: CommandContext,
  { record, portsOf, warningsOf }: EditedRecord<Key, Terms, Wanted>,
  {
    key,
    make,
  }: {
    readonly key: Key;
    readonly make: (ports: EditPorts<Key, Terms, Wanted>) => Promise<SetOutcome<Terms>>;
  },
): Promise<ExitCode> {
  const { outcome, warnings, isRunning } = await withInstallation(context, async (installation) => {
    const made = await make(portsOf(installation));
    const { isRunning: runs } = installation;
    return { outcome: made, warnings: (await warningsOf?.(installation, key, made)) ?? [], isRunning: runs };
  });
  warnings.forEach((warning) => context.note(warning));
  const { kind } = record;
  const title = plainText(kind.title(key));
  switch (outcome.kind) {
    case 'changed': {
      const { change } = outcome;
      const done = { add: 'added', change: 'changed', remove: 'removed' }[change.kind];
      const text = `${capitalized(title)} was ${done}: ${plainText(describeChange(record, change))}.`;
      context.tell({ json: changeDocument(record, change), text });
      noteEffect(context, { isRunning });
      return exitCodes.done;
    }
    case 'unchanged':
      context.tell({
        json: { change: null },
        text: `${capitalized(title)} is like that already; nothing was changed.`,
      });
      return exitCodes.done;
    case 'not-there':
      throw new CommandError(`There is no ${kind.name} ${quotedValue(keyText(kind, key))}; see "${kind.name}s list"`);
    case 'refused':
      throw new CommandError(outcome.problem);
  }
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
