import { budgetOutlooks, type BudgetNow, type BudgetOutlook } from '../explanation/budget-outlook.ts';
import type { Snapshot } from '../explanation/snapshot.ts';
import {
  readSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../explanation/use-cases/snapshots/read-snapshot.ts';
import { describeRise } from '../forecast/rise.ts';
import { endingsFinder } from '../grants/endings.ts';
import type { BudgetStore } from '../kernel/records/ports.ts';
import { daysBetween, type Day } from '../kernel/time/day.ts';
import { forecastDocument } from '../pools/use-cases/pool-document.ts';
import { emailKey } from '../roster/email.ts';
import { type Budget, type BudgetKey, budgetKey } from './budget.ts';
import { burnDown } from './burn-down.ts';
import { isBudgetOf } from './personal-budgets.ts';
import { formatScope, teamIn, type Scope } from './scope.ts';

interface OutlookOrder extends SnapshotOrder {
  /** Reads them as they are now: the snapshot may be of a moment ago. */
  readonly readBudgets?: () => Promise<readonly Budget[]>;
  readonly scope?: Scope;
  readonly team?: string;
  /** With causes and every user of the default budget: slower. */
  readonly isInDepth: boolean;
  readonly isDaily?: boolean;
}

/** Budgets with their use and forecast, in table order, in force or not. */
export async function readBudgetOutlooks(
  ports: SnapshotPorts,
  { readBudgets, scope, team, isInDepth, isDaily = false, ...order }: OutlookOrder,
): Promise<{ readonly today: Day; readonly outlooks: readonly BudgetOutlook[]; readonly teams: readonly string[] }> {
  const snapshot = await readSnapshot(ports, order);
  const budgets = (await readBudgets?.()) ?? snapshot.budgets;
  const isOfTeam = team === undefined ? () => true : teamFilter(team, snapshot);
  const wanted = (budget: Budget): boolean =>
    (scope === undefined || formatScope(budget.scope) === formatScope(scope)) && isOfTeam(budget);
  const { today, binding, people, assignment } = snapshot;
  const teams = new Map(people.persons.map(({ userId, email }) => [emailKey(email), assignment.teamOf.get(userId)]));
  const endingsOf = endingsFinder(snapshot.collected, {
    today,
    inherits: (email, budget) => isBudgetOf(budget, binding, { email, team: teams.get(email) }),
    teamOf: (email) => teams.get(email),
  });
  const outlooks = budgetOutlooks(budgets.filter(wanted), snapshot, { isInDepth, isDaily }).map((outlook) => ({
    ...outlook,
    endings: endingsOf(outlook.budget),
  }));
  return { today, outlooks, teams: snapshot.teams.map(({ name }) => name) };
}

function teamFilter(team: string, { people, assignment }: Snapshot): (budget: Budget) => boolean {
  const members = people.persons.filter(({ userId }) => assignment.teamOf.get(userId) === team);
  const emails = new Set(members.map(({ email }) => emailKey(email)));
  return ({ scope }) => teamIn(scope) === team || (scope.kind === 'user' && emails.has(scope.email));
}

/** One budget over its window, day by day: undefined when there is none, or it is not in force. */
export async function readBurnDown(
  ports: SnapshotPorts & { readonly budgetVersions: BudgetStore },
  key: BudgetKey,
  order: SnapshotOrder,
) {
  const snapshot = await readSnapshot(ports, order);
  const { today, budgets, dataThrough, collected } = snapshot;
  const budget = budgets.find((each) => budgetKey(each) === budgetKey(key));
  const [outlook] =
    budget === undefined
      ? []
      : budgetOutlooks([budget], snapshot, { isInDepth: false, isDaily: true, hasCourse: true });
  if (budget === undefined || outlook?.now === undefined) {
    return undefined;
  }
  const { now } = outlook;
  const versions = await ports.budgetVersions.listVersions(key);
  const { days, marks, runsOut } = burnDown({ budget, now, versions, topUps: collected.topUps, today });
  const { scope, window, amount, topUps, ...known } = forecastOf(outlook, today);
  return {
    scope,
    window,
    from: now.window.from,
    through: now.window.through,
    today,
    dataThrough: dataThrough ?? null,
    amount: amount === 'unlimited' ? amount : amount + (topUps ?? 0),
    allowed: known.allowed,
    used: now.usedCredits,
    forecast: known.forecast,
    runsOut:
      runsOut === undefined
        ? null
        : {
            expected: runsOut.expectedOn ?? null,
            earliest: runsOut.earliestOn ?? null,
            latest: runsOut.latestOn ?? null,
          },
    days: days.map(({ day, credits, used, amount: most, low, mean, high }) => ({
      day,
      credits: credits ?? null,
      used: used ?? null,
      amount: most ?? null,
      low: low ?? null,
      mean: mean ?? null,
      high: high ?? null,
    })),
    marks: marks.map(({ credits, reason, ...mark }) => ({ ...mark, credits: credits ?? null, reason: reason ?? null })),
  };
}

/** The present state of a budget as the JSON documents show it: null while it is not in force. */
export function budgetNowDocument(now: BudgetNow | undefined, today: Day) {
  const { forecast, runsOutOn, rise, people } = now ?? {};
  return {
    from: now?.window.from ?? null,
    through: now?.window.through ?? null,
    topUps: now?.topUpCredits ?? null,
    used: now?.usedCredits ?? null,
    left: now?.leftCredits ?? null,
    allowed: now?.allowedCredits ?? null,
    forecast: forecast === undefined ? null : forecastDocument(forecast),
    runsOutOn: runsOutOn ?? null,
    runwayDays: runsOutOn === undefined ? null : daysBetween(today, runsOutOn),
    cause: rise === undefined ? null : (describeRise(rise) ?? null),
    people: people?.count ?? null,
    highest: people?.highestEmail ?? null,
    usedUp: people?.usedUp ?? null,
    expectedOver: people?.expectedOver ?? null,
    ...(now?.dailyCredits !== undefined && { daily: now.dailyCredits }),
  };
}

export function forecastOf({ budget, now, endings = [] }: BudgetOutlook, today: Day) {
  const { scope, window, amount, mode } = budget;
  return {
    scope: formatScope(scope),
    window,
    amount: amount.kind === 'unlimited' ? ('unlimited' as const) : amount.credits,
    mode,
    ...budgetNowDocument(now, today),
    ends: endings.map(({ kind, on, credits, email }) => ({
      what: kind,
      on,
      credits: credits ?? null,
      email: email ?? null,
    })),
  };
}
