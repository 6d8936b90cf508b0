import { findPerson } from '../../../domain/explanation/find-person.ts';
import { platformWindowOf, type Snapshot } from '../../../domain/explanation/snapshot.ts';
import { forecastWindow } from '../../../domain/forecast/forecast.ts';
import { usualWeekOf } from '../../../domain/forecast/usual-use.ts';
import type { CapChange } from '../../../domain/journal/cap-entry.ts';
import { dailyCreditsOf } from '../../../domain/ledger/daily-use.ts';
import { addDays, dayOf, latestDay } from '../../../domain/time/day.ts';
import { capChangeDocument } from '../documents/explanation-document.ts';
import { forecastDocument } from '../documents/pool-document.ts';
import { readSnapshot } from '../snapshots/read-snapshot.ts';
import { type ExplainOrder, type ExplainPorts, recentCapChanges } from './explain-user.ts';

type PersonUseOutcome =
  | { readonly kind: 'shown'; readonly document: ReturnType<typeof useDocument> }
  | { readonly kind: 'nobody'; readonly near: readonly string[] };

const changesMax = 100;
const daysBefore = 28;

/** A person's daily use, its forecast, and the limits set meanwhile. */
export async function showPersonUse(ports: ExplainPorts, { email, ...order }: ExplainOrder): Promise<PersonUseOutcome> {
  const snapshot = await readSnapshot(ports, order);
  const found = findPerson(email, snapshot);
  if (found.kind === 'nobody') {
    return found;
  }
  const userId = found.kind === 'uncappable' ? found.uncappable.userId : found.user.userId;
  const known = found.user?.email ?? null;
  const through = dayOf(order.atMs);
  const changes = await recentCapChanges(ports.journal, userId, { through, countMax: changesMax });
  return { kind: 'shown', document: useDocument({ userId, email: known }, snapshot, changes) };
}

function useDocument(
  { userId, email }: { readonly userId: string; readonly email: string | null },
  { use, usage, dataThrough }: Snapshot,
  changes: readonly CapChange[],
) {
  const credits = use.users.get(userId);
  const window = platformWindowOf(usage);
  const from = latestDay(use.knownFrom, addDays(window.from, -daysBefore));
  const forecast = forecastWindow(
    window,
    dailyCreditsOf(use, credits),
    usualWeekOf(dailyCreditsOf(use, use.organization)),
  );
  return {
    email,
    userId,
    dataThrough: dataThrough ?? null,
    platformWindow: { from: window.from, through: window.through },
    days: use.days.flatMap((day, index) => (day < from ? [] : [{ day, credits: credits?.[index] ?? 0 }])),
    forecast: forecast.kind === 'forecast' ? forecastDocument(forecast) : null,
    limits: changes.map(capChangeDocument),
  };
}
