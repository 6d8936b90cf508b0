import {
  actionDocuments,
  computerDocument,
  listFleet,
  type ListedFleet,
} from '../../shared/application/queries/list-fleet.ts';
import { fleetRecord } from '../../shared/contracts/records/fleet-entry.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { recordDocument } from '../../shared/terminal/records/record-rows.ts';

/** `fleet list`. */
export async function listComputers(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const fleet = await readFleet(context, options);
  const documents = fleet.computers.map(computerDocument);
  const columns = ['Computer', 'Status', 'Step', 'Next', 'Read', 'Owner'].map((title) => ({ title }));
  const rows = documents.map(({ name, status, step, next, readAt, owner }) => [
    name,
    status,
    step ?? '',
    next?.detail ?? '',
    readAt?.slice(0, 16) ?? 'never',
    owner ?? '',
  ]);
  context.tell({
    json: documents,
    text:
      rows.length === 0
        ? 'There is no fleet list yet; make one with "fleet set" or "fleet import".'
        : renderTable(columns, rows, context.style),
  });
  noteOddities(context, fleet);
  return exitCodes.done;
}

/** `fleet show NAME`. */
export async function showComputer(context: CommandContext, name: string, options: AsOfOptions): Promise<ExitCode> {
  const { computers } = await readFleet(context, options);
  const found = computers.find(({ desired }) => desired.name === name);
  if (found === undefined) {
    throw new CommandError(`There is no computer "${plainText(name)}" on the list; see "fleet list"`);
  }
  const { desired, record, decision } = found;
  const document = {
    ...computerDocument(found),
    list: recordDocument(fleetRecord, desired.entry),
    steps: record.found?.steps ?? [],
    unknownWords: decision?.unknownWords ?? [],
    attempts: record.attempts,
  };
  const facts = [
    ...Object.entries(computerDocument(found)).flatMap(([field, value]) =>
      value === null ? [] : [[field, typeof value === 'object' ? value.detail : value]],
    ),
    ...(record.found?.steps ?? []).map(({ name: step, id, word, error }) => [
      'step',
      [step ?? id ?? '', word ?? 'the platform does not say', error ?? ''].filter((text) => text !== '').join(': '),
    ]),
    ...document.unknownWords.map((word) => ['not understood yet', word]),
    ...record.attempts.map(({ action, at, status, problem }) => [
      'attempt',
      `${at.slice(0, 16)} ${action}: ${status}${problem === undefined ? '' : ` (${problem})`}`,
    ]),
  ];
  context.tell({ json: document, text: renderTable([{ title: 'Field' }, { title: name }], facts, context.style) });
  return exitCodes.done;
}

/** `fleet plan`. */
export async function planFleet(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const fleet = await readFleet(context, options);
  const actions = actionDocuments(fleet);
  const unread = fleet.computers.filter(({ record }) => record.readAt === undefined).length;
  const columns = ['Computer', 'Action', 'Why', 'Done by'].map((title) => ({ title }));
  const rows = actions.map(({ name, action, detail, allowedBy }) => [
    name,
    action,
    detail,
    allowedBy === null ? '"fleet apply"' : 'the next run',
  ]);
  context.tell({
    json: { actions, unread },
    text:
      rows.length === 0
        ? 'There is nothing to do, as the computers were last read.'
        : renderTable(columns, rows, context.style),
  });
  if (unread > 0) {
    context.note(
      `${counted(unread, 'computer')} of the list ${unread === 1 ? 'was' : 'were'} never read; "run computers" reads them.`,
    );
  }
  return exitCodes.done;
}

/** The fleet as it was last read. */
export async function readFleet(context: CommandContext, options: AsOfOptions): Promise<ListedFleet> {
  const at = new Date(momentOf(context, options)).toISOString();
  return withInstallation(context, async (installation) =>
    listFleet(installation, installation.readSettings().computers, at),
  );
}

function noteOddities(context: CommandContext, { invalid, doubles }: ListedFleet): void {
  doubles.forEach(({ name, entries }) =>
    context.note(plainText(`${name} has several entries: ${entries.join(', ')}; the first counts.`)),
  );
  invalid.forEach(({ key, problem }) => context.note(plainText(`The entry ${key} cannot be read: ${problem}`)));
}
