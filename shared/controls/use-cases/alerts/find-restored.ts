import type { AlertStore } from '../../../notifications/ports.ts';
import type { Loosening } from '../../alerts/loosening.ts';
import { isRestored, looseningOf } from '../../alerts/watch-loosenings.ts';
import { latestVersion } from '../../history/revision-entry.ts';
import type { ReportedInForce } from '../../history/watch-state.ts';
import type { JsonObject } from '../../json.ts';
import type { ReportDeps } from '../judge-revision.ts';

const alertsMax = 100;

/** Open alerts whose change is no longer in force. */
export async function findRestored(
  { alerts }: { readonly alerts: AlertStore },
  deps: ReportDeps,
  inForce: ReportedInForce | undefined,
): Promise<readonly Loosening[]> {
  const open = (await alerts.read('controls', [])).flatMap((state) =>
    state.kind === 'observed' ? (looseningOf(state) ?? []) : [],
  );
  const now = open.length === 0 || inForce === undefined ? undefined : await settingsAt(deps, inForce.newest);
  if (now === undefined) {
    return [];
  }
  const newest = open.toSorted((a, b) => b.series - a.series || b.revision - a.revision).slice(0, alertsMax);
  const restored: Loosening[] = [];
  for (const each of newest) {
    const before = await settingsBefore(deps, each);
    if (before !== undefined && isRestored(each, { before, now, diff: deps.diff })) {
      restored.push(each);
    }
  }
  return restored;
}

/** The settings in force before a revision; undefined when they are not stored. */
async function settingsBefore(deps: ReportDeps, { previous }: Loosening): Promise<JsonObject | undefined> {
  if (previous === undefined) {
    return {};
  }
  const [entry] = await deps.revisions.find(previous.series, [previous.revision]);
  return entry === undefined ? undefined : settingsAt(deps, { ...previous, digest: latestVersion(entry).digest });
}

async function settingsAt(
  { revisions }: ReportDeps,
  { digest, ...place }: ReportedInForce['newest'],
): Promise<JsonObject | undefined> {
  return (await revisions.read(place, digest))?.settings;
}
