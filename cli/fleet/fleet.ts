import {
  actionDocuments,
  computerDocument,
  listFleet,
  type ListedFleet,
} from '../../shared/application/queries/list-fleet.ts';
import { fleetRecord } from '../../shared/contracts/records/fleet-entry.ts';
import { desiredFleet } from '../../shared/domain/computers/desired-fleet.ts';
import { fleetKind, type FleetEntry, type StoredFleetEntry } from '../../shared/domain/computers/fleet-entry.ts';
import { changed, type RecordChange } from '../../shared/domain/records/diff-records.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { recordDocument } from '../../shared/terminal/records/record-rows.ts';
import type { StoredKind } from '../records/stored-records.ts';

/** The fleet list, for the commands that edit it. */
export const storedFleet: StoredKind<Pick<FleetEntry, 'name'>, FleetEntry> = {
  record: fleetRecord,
  kind: fleetKind,
  section: 'computers',
  listedBy: 'fleet list',
  storeOf: ({ fleet }) => fleet,
  effectOf,
};

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

/** Which computers come onto the list and leave it, and what that means. */
async function effectOf(
  installation: Installation,
  changes: readonly RecordChange<FleetEntry>[],
): Promise<readonly string[]> {
  const { records } = await installation.fleet.list();
  const known = new Set(
    (await installation.computers.read()).records.flatMap(({ name, found }) => (found ? [name] : [])),
  );
  const edited = new Set(changes.map((change) => changed(change).name));
  const stamp = { version: 0, updatedBy: '', updatedAt: '' };
  const after: readonly StoredFleetEntry[] = [
    ...records.filter(({ name }) => !edited.has(name)),
    ...changes.flatMap((change) => (change.kind === 'remove' ? [] : [{ ...change.after, ...stamp }])),
  ];
  const [old, fresh] = [records, after].map((entries) => desiredFleet(entries));
  const before = new Set(old?.computers.map(({ name }) => name));
  const now = new Set(fresh?.computers.map(({ name }) => name));
  const joining = [...now].filter((name) => !before.has(name));
  const leaving = [...before].filter((name) => !now.has(name));
  const creates = joining.filter((name) => !known.has(name));
  const does = installation.readSettings().computers.actions === 'act' ? 'creates' : 'proposes to create';
  return [
    ...(creates.length === 0 ? [] : [`The next run ${does} those that do not exist: ${listed(creates)}.`]),
    ...(leaving.length === 0 ? [] : [`No longer watched, and not deleted on the platform: ${listed(leaving)}.`]),
    ...(fresh?.doubles ?? []).map(
      ({ name, entries }) => `${name} has several entries: ${entries.join(', ')}; the first counts.`,
    ),
    ...((fresh?.leftOut ?? 0) > 0
      ? [`${counted(fresh?.leftOut ?? 0, 'computer')} past the first 1,000 are not watched.`]
      : []),
  ];
}

const namesShownMax = 10;

function listed(names: readonly string[]): string {
  const more = names.length - namesShownMax;
  return `${names.slice(0, namesShownMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
