import { findPerson } from '../../explanation/find-person.ts';
import { platformWindowOf, type Snapshot } from '../../explanation/snapshot.ts';
import { type ExplainOrder, type ExplainPorts, recentCapChanges } from '../../explanation/use-cases/explain-user.ts';
import { capChangeDocument } from '../../explanation/use-cases/explanation-document.ts';
import { readSnapshot } from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import { forecastWindow } from '../../forecast/forecast.ts';
import { usualWeekOf } from '../../forecast/usual-use.ts';
import type { CapChange } from '../../journal/cap-entry.ts';
import { addDays, dayOf, latestDay } from '../../kernel/time/day.ts';
import { forecastDocument } from '../../pools/use-cases/pool-document.ts';
import { dailyCreditsOf } from '../daily-use.ts';

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
