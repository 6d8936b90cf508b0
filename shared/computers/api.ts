import { authorOf, type Operations, type OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { changed, type RecordChange } from '../kernel/records/diff-records.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { describeComputer, describeComputers, describeFleetPlan } from '../terminal/fleet/describe-fleet.ts';
import { recordDocument } from '../terminal/records/record-rows.ts';
import type { Installation } from '../wiring/installation.ts';
import { fleetContract } from './contract/fleet-contract.ts';
import { fleetRecord } from './contract/fleet-entry.ts';
import { desiredFleet } from './desired-fleet.ts';
import type { FleetEntry, StoredFleetEntry } from './fleet-entry.ts';
import { actionDocuments, computerDocument, type ListedFleet, listFleet } from './use-cases/list-fleet.ts';

/** Which computers come onto the list and leave it, and what that means. */
export async function fleetEffect(
  installation: Pick<Installation, 'fleet' | 'computers' | 'readSettings'>,
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

const operations: Operations<typeof fleetContract> = {
  async listComputers(work, { at }) {
    const listed = await readFleet(work, at);
    const rows = listed.computers.map(computerDocument);
    return {
      document: { rows, next: null },
      text: (style) => describeComputers(rows, style),
      notes: oddities(listed),
    };
  },

  async showComputer(work, { name, at }) {
    const { computers } = await readFleet(work, at);
    const found = computers.find(({ desired }) => desired.name === name);
    if (found === undefined) {
      throw new Problem('not-found', `There is no computer "${plainText(name)}" on the list; see "fleet list"`);
    }
    const { desired, record, decision } = found;
    const steps = record.found?.steps ?? [];
    const document = {
      ...computerDocument(found),
      list: recordDocument(fleetRecord, desired.entry),
      steps: steps.map((step) => ({ ...step })),
      unknownWords: decision?.unknownWords ?? [],
      attempts: record.attempts,
    };
    const shown = steps.map(({ name: step, id, word, error }) => ({
      title: step ?? id ?? '',
      word,
      error,
    }));
    return { document, text: (style) => describeComputer(document, shown, style) };
  },

  async planFleet(work, { at }) {
    const listed = await readFleet(work, at);
    const unread = listed.computers.filter(({ record }) => record.readAt === undefined).length;
    const document = { actions: actionDocuments(listed), unread };
    const were = unread === 1 ? 'was' : 'were';
    return {
      document,
      text: (style) => describeFleetPlan(document, style),
      notes:
        unread > 0
          ? [`${counted(unread, 'computer')} of the list ${were} never read; "run computers" reads them.`]
          : [],
    };
  },

  async approveFleet(work, { at, body: { names } }) {
    const { computers, journal } = work.installation;
    const author = authorOf(work);
    const proposed = actionDocuments(await readFleet(work, at)).filter(({ allowedBy }) => allowedBy === null);
    const wanted = names.length === 0 ? proposed : proposed.filter(({ name }) => names.includes(name));
    const lacking = names.filter((name) => !wanted.some((each) => each.name === name));
    if (lacking.length > 0) {
      const text = `Nothing is proposed for ${lacking.join(', ')}, and nothing was done; see "fleet plan"`;
      throw new Problem('conflict', plainText(text));
    }
    const approved = wanted.map(({ name, action, cause }) => ({ name, action, cause }));
    await journal.append(
      approved.map(({ name, action, cause }) => ({
        id: `computer/${name}/${action}/approved/${author.name}`,
        at: author.at,
        kind: 'computer-action-approved' as const,
        actor: author.name,
        subject: name,
        detail: { action, cause },
      })),
    );
    await computers.approve(approved.map((each) => ({ ...each, by: author.name, at: author.at })));
    const what =
      approved.length === 0
        ? 'nothing was proposed'
        : approved.map(({ name, action }) => `${action} ${name}`).join(', ');
    return { document: { approved }, text: () => plainText(`Approved: ${what}.`) };
  },
};

/** The computers of the fleet list. */
export const fleet = { contract: fleetContract, operations };

/** The fleet as it was last read. */
async function readFleet({ installation, nowMs }: OperationWork, atMs = nowMs): Promise<ListedFleet> {
  return listFleet(installation, installation.readSettings().computers, new Date(atMs).toISOString());
}

function oddities({ invalid, doubles }: ListedFleet): readonly string[] {
  return [
    ...doubles.map(({ name, entries }) =>
      plainText(`${name} has several entries: ${entries.join(', ')}; the first counts.`),
    ),
    ...invalid.map(({ key, problem }) => plainText(`The entry ${key} cannot be read: ${problem}`)),
  ];
}
