import { bindingBudgets } from '../../budgets/binding-budgets.ts';
import type { CapPlan } from '../../caps/cap-plan.ts';
import { exemptionStatus, type Exemption } from '../../grants/exemption.ts';
import { topUpCreditsByEmail, topUpCreditsByPool } from '../../grants/top-up.ts';
import { changeIn, changesByUser } from '../../journal/cap-entry.ts';
import { restatedDaysIn, type RestatedDay } from '../../journal/day-entries.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import type { ReadSkew } from '../../kernel/time/clock-skew.ts';
import type { Day } from '../../kernel/time/day.ts';
import { recordsByUser, type LimitRecord } from '../../limits/limit-record.ts';
import { describeChanges } from '../../mail/describe-changes.ts';
import type { LastDays } from '../../notifications/observe/observe-last-days.ts';
import type { WatchedPools } from '../../notifications/observe/observe-promises.ts';
import { type DecidedCaps, type HeldCaps, observeRun } from '../../notifications/observe/observe-run.ts';
import type { WatchedBudgets } from '../../notifications/observe/watched-budget.ts';
import { routedPeople } from '../../notifications/routing.ts';
import { observeStops } from '../../notifications/stops/observe-stops.ts';
import { stopsWithWays } from '../../notifications/stops/stops-with-ways.ts';
import { readdress } from '../../notifications/use-cases/deliver-waiting.ts';
import { notify, type NotifyOrder } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import type { Collected } from '../collected.ts';
import type { Planned } from '../planned.ts';
import type { EnforcementWork } from './enforcement-work.ts';

interface AlertOrder {
  readonly records: readonly LimitRecord[];
  /** An edit or approval made the run: a person who may continue is notified. */
  readonly isByHand: boolean;
  readonly collected: Collected;
  readonly caps: HeldCaps | DecidedCaps;
  /** Absent when a guard held the run before there was a plan. */
  readonly decided?: Planned;
  readonly clock: ReadSkew | undefined;
}

export interface AlertsSeen extends NotifyOrder {
  readonly users: readonly KnownUser[];
}

/** Few runs stop people. */
const loadWays = async () => import('../ways-under.ts');

/**
 * Finds out what has become of budgets, rows, limits and promises. Nothing is written: of a large organization what the
 * run has in memory is as much again as what it notifies of, and can be dropped in between.
 */
export async function observeAlerts({ ports, settings, run }: EnforcementWork, order: AlertOrder): Promise<AlertsSeen> {
  const lease = 'limits';
  const open = await ports.alerts.read(lease, []);
  const journal = await readJournal(ports.journal, run);
  const routing = await readRouting(ports.recipients, settings);
  const { collected, decided, caps, records, isByHand, clock } = order;
  const { unlimitedCredits } = settings;
  const byId = recordsByUser(records);
  const watched = decided && watchBudgets(run, collected, decided, new Set(open.map(({ conditionId }) => conditionId)));
  const stops =
    decided &&
    watched &&
    observeStops({ plan: decided.plan, records: byId, watched, isByHand, isHeld: caps.kind === 'held' });
  const waysOf = decided && stops && stops.stopped.length > 0 && (await loadWays()).waysUnder(decided, records, run);
  const observations = observeRun({
    at: run.at,
    today: run.today,
    invalid: collected.invalid,
    invalidGrants: collected.invalidGrants,
    teams: { invalid: collected.invalidTeams, doubles: collected.assignment.doubles },
    troubled: routing.troubled,
    budgets: collected.budgets,
    followed: collected.followed,
    users: collected.users,
    records,
    recordsBefore: decided?.planInputs.limits ?? records,
    caps,
    unlimitedCredits,
    changed: journal.changed,
    ...(watched === undefined || caps.kind === 'held' ? {} : { watched, lastDays: lastDaysOf(order, watched) }),
    stops: waysOf ? stopsWithWays(stops, { known: open, at: run.at, routing }, waysOf) : stops,
    pools: watchPools(order, run.today, byId, journal.restated),
    ...(clock?.isCompared === true && { clock }),
  });
  return { lease, observations, routing, known: open, users: collected.users };
}

/** Makes conditions and notifications of what a run has seen. Its mails are made of the notifications. */
export async function raiseAlerts(
  { ports, settings, run }: EnforcementWork,
  { users, ...seen }: AlertsSeen,
): Promise<void> {
  const routing = { ...seen.routing, people: routedPeople(users, settings.alerts.timeZoneMetadataKey) };
  await notify(ports, run, { ...seen, routing });
  await readdress(ports, { ...seen, routing });
}

function lastDaysOf({ collected, decided }: AlertOrder, watched: WatchedBudgets): LastDays {
  const { budgets, topUps, exemptions } = collected;
  const people = (decided?.plan.decisions ?? []).filter(({ reason }) => reason !== 'invalid-budget');
  return { ...watched, budgets, topUps, exemptions, people };
}

/** Users whose limit the plan leaves alone as exempt, with the last day, by user id. */
function exemptUntil({ decisions }: CapPlan, exemptions: readonly Exemption[], today: Day): ReadonlyMap<string, Day> {
  const inForce = sortedBy(
    exemptions.filter((exemption) => exemptionStatus(exemption, today) === 'in-force'),
    ({ until }) => until,
  );
  const latest = new Map(inForce.map(({ email, until }) => [email, until]));
  return new Map(
    decisions
      .filter(({ reason }) => reason === 'exempt')
      .map(({ userId, email }) => [userId, latest.get(emailKey(email)) ?? '']),
  );
}

/** What the run has written to the journal: what became of limits, in words, and the days that were restated. */
async function readJournal(journal: Journal, { today, runId }: RunContext) {
  const ofDay = { from: today, through: today };
  const read = await journal.listAs(ofDay, ['cap-changed', 'day-restated'], (entry) =>
    entry.runId === runId ? (changeIn(entry) ?? { restated: restatedDaysIn([entry]) }) : undefined,
  );
  const own = read.filter((each) => each !== undefined);
  return {
    // Without the changes: a first run has one per user.
    changed: describeChanges(changesByUser(own.flatMap((each) => ('restated' in each ? [] : [each])))),
    restated: own.flatMap((each) => ('restated' in each ? each.restated : [])),
  };
}

function watchPools(
  { collected, decided }: AlertOrder,
  today: Day,
  records: ReadonlyMap<string, LimitRecord>,
  restated: readonly RestatedDay[],
): WatchedPools | undefined {
  const exposureTerms = decided?.plan.shares.exposureTerms;
  if (decided === undefined || exposureTerms === undefined || collected.through === undefined) {
    return undefined;
  }
  const { plan, planInputs } = decided;
  return {
    ...exposureTerms,
    pools: plan.shares.pools,
    use: planInputs.pools.use,
    records,
    unlimitedCredits: planInputs.unlimitedCredits,
    emails: new Map(plan.decisions.map(({ userId, email }) => [userId, email])),
    exemptUntil: exemptUntil(plan, collected.exemptions, today),
    restated,
  };
}

/** What a run knows when it looks at budgets; undefined where no day is known. */
export function watchBudgets(
  { today }: RunContext,
  collected: Collected,
  { plan, planInputs }: Planned,
  openIds?: ReadonlySet<string>,
): WatchedBudgets | undefined {
  const { budgets, invalidScopes, topUps, through } = collected;
  const { teamOf, moved } = collected.assignment;
  const { platformWindow, use } = planInputs.pools;
  if (through === undefined) {
    return undefined;
  }
  // Who is exempt is not stopped by any budget, and has nothing to be warned of.
  const people = plan.decisions
    .filter(({ reason }) => reason !== 'invalid-budget' && reason !== 'exempt')
    .map(({ userId, email }) => ({ userId, email }));
  return {
    today,
    platformWindow,
    budgets: bindingBudgets(budgets, invalidScopes, today),
    people,
    topUpCredits: topUpCreditsByEmail(topUps, today),
    poolTopUpCredits: topUpCreditsByPool(topUps, today),
    teamOf,
    moved,
    use,
    openIds,
  };
}
