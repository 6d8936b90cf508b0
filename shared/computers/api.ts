import { authorOf, type Operations, type OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { recordDocument } from '../kernel/records/api/record-documents.ts';
import { changed, type RecordChange } from '../kernel/records/diff-records.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import type { Installation } from '../wiring/installation.ts';
import { fleetContract } from './contract/fleet-contract.ts';
import { fleetRecord } from './contract/fleet-entry.ts';
import { desiredFleet } from './desired-fleet.ts';
import type { FleetEntry, StoredFleetEntry } from './fleet-entry.ts';
import { actionDocuments, computerDocument, type ListedFleet, listFleet } from './use-cases/list-fleet.ts';

/** Which computers come onto the list and leave it, and what that means. */
export async function fleetEffect(
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

const operations: Operations<typeof fleetContract> = {
  async listComputers(work, { at }) {
    const { computers, doubles, invalid } = await readFleet(work, at);
    return { document: { rows: computers.map(computerDocument), next: null, doubles, invalid } };
  },

  async showComputer(work, { name, at }) {
    const { computers } = await readFleet(work, at);
    const found = computers.find(({ desired }) => desired.name === name);
    if (found === undefined) {
      throw new Problem(
        'not-found',
        `There is no computer "${plainText(name)}" on the list; see "npx curfew fleet list"`,
      );
    }
    const { desired, record, decision } = found;
    return {
      document: {
        ...computerDocument(found),
        list: recordDocument(fleetRecord, desired.entry),
        steps: (record.found?.steps ?? []).map((step) => ({ ...step })),
        unknownWords: decision?.unknownWords ?? [],
        attempts: record.attempts,
      },
    };
  },

  async planFleet(work, { at }) {
    const listed = await readFleet(work, at);
    const unread = listed.computers.filter(({ record }) => record.readAt === undefined).length;
    return { document: { actions: actionDocuments(listed), unread } };
  },

  async approveFleet(work, { at, body: { names } }) {
    const { computers, journal } = work.installation;
    const author = authorOf(work);
    const proposed = actionDocuments(await readFleet(work, at)).filter(({ allowedBy }) => allowedBy === null);
    const wanted = names.length === 0 ? proposed : proposed.filter(({ name }) => names.includes(name));
    const lacking = names.filter((name) => !wanted.some((each) => each.name === name));
    if (lacking.length > 0) {
      const text = `Nothing is proposed for ${lacking.join(', ')}, and nothing was done; see "npx curfew fleet plan"`;
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
    return { document: { approved } };
  },
};

/** The computers of the fleet list. */
export const fleet = { contract: fleetContract, operations };

async function readFleet({ installation, nowMs }: OperationWork, atMs = nowMs): Promise<ListedFleet> {
  return listFleet(installation, installation.readSettings().computers, new Date(atMs).toISOString());
}
