import type { Collected } from '../../enforcement/collected.ts';
import type { Planned } from '../../enforcement/planned.ts';
import { watchBudgets } from '../../enforcement/use-cases/raise-alerts.ts';
import type { LimitRecord } from '../../limits/limit-record.ts';
import type { KnownRouting } from '../../notifications/routing.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { observeSeen } from '../observe-seen.ts';
import type { SeenCredits, SeenPerson } from '../totals/seen-days.ts';
import type { SeenUse } from '../totals/seen-use.ts';
import type { LiveWork } from './live-work.ts';

/** What a look has seen of people, in billed credits as they usually are: what is given rests on a safer figure. */
export interface SeenUseInput {
  readonly collected: Collected;
  /** Of the last days, whether the ledger knows them or not, by user id. */
  readonly days: ReadonlyMap<string, readonly SeenCredits[]>;
  readonly work: ReadonlyMap<string, SeenUse>;
  /** Those to store: of whom something is new. */
  readonly changed: readonly SeenPerson[];
}

/** The last days of which it is kept what was seen: the ledger is behind by one or two of them. */
export const seenDaysBefore = 3;

/** Warns of thresholds reached and stops within the hour, as the night's conditions: each is notified once. */
export async function warnSeen(
  { ports, run, settings }: LiveWork,
  order: {
    readonly visibility: SeenUseInput;
    readonly planned: Planned;
    readonly records: ReadonlyMap<string, LimitRecord>;
    readonly routing: KnownRouting;
  },
): Promise<void> {
  const { visibility, planned, records, routing } = order;
  const { collected } = visibility;
  const { plan } = planned;
  const watched = watchBudgets(run, collected, planned);
  const { through } = collected;
  if (watched === undefined || through === undefined) {
    return;
  }
  const days = new Map([...visibility.days].map(([userId, seen]) => [userId, seen.filter(({ day }) => day > through)]));
  const uses = observeSeen({
    at: run.at,
    watched,
    days,
    work: visibility.work,
    decisions: plan.decisions,
    records,
    unlimitedCredits: settings.unlimitedCredits,
    assumptions: settings.pools,
  });
  if (uses.length > 0) {
    const observations = { at: run.at, uses, observed: [], lookedFor: {} };
    // The run holds the lease of the runs that set limits: it is the only one that writes these conditions.
    await notify(ports, run, { lease: 'limits', observations, routing });
  }
}
