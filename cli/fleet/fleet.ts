import { fleetRecord } from '../../shared/contracts/records/fleet-entry.ts';
import { desiredFleet } from '../../shared/domain/computers/desired-fleet.ts';
import { fleetKind, type FleetEntry, type StoredFleetEntry } from '../../shared/domain/computers/fleet-entry.ts';
import { changed, type RecordChange } from '../../shared/domain/records/diff-records.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';
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
  const shown = await withDoor(context, async (door) => door.show('listComputers', atOf(options)));
  return tellShown(context, shown, ({ rows }) => rows);
}

/** `fleet show NAME`. */
export async function showComputer(context: CommandContext, name: string, options: AsOfOptions): Promise<ExitCode> {
  const given = { name, ...atOf(options) };
  return tellShown(context, await withDoor(context, async (door) => door.show('showComputer', given)));
}

/** `fleet plan`. */
export async function planFleet(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  return tellShown(context, await withDoor(context, async (door) => door.show('planFleet', atOf(options))));
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
