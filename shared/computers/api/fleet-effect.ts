import { changed, type RecordChange } from '../../kernel/records/diff-records.ts';
import { counted } from '../../kernel/texts/counted.ts';
import type { Installation } from '../../wiring/installation.ts';
import { desiredFleet } from '../desired-fleet.ts';
import type { FleetEntry, StoredFleetEntry } from '../fleet-entry.ts';

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
