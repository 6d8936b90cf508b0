import type { BudgetTerms } from '../../shared/budgets/budget.ts';
import type { Scope } from '../../shared/budgets/scope.ts';
import { emailKey } from '../../shared/roster/email.ts';
import type { WantedTeam } from '../../shared/teams/team.ts';

/** Credits. */
export interface DemoUsage {
  readonly email: string;
  /** Since the first of this month, through yesterday. */
  readonly thisMonth: number;
  /** In a usual month; independent of the day. */
  readonly usualMonth: number;
}

const heaviestCount = 6;
const tightCount = 3;
const nearCount = 3;
const pilotCount = 8;
const pilotName = 'pilot';

/**
 * First budgets of the demo, from its people's use, so that the first night has results on any day: most users well
 * within, some near the line, a few stopped. The budgeted people are the same on every day; some amounts depend on the
 * day.
 */
export function demoBudgets(usage: readonly DemoUsage[], { hasPilot = true } = {}): readonly BudgetTerms[] {
  const { heaviest, others, tight, near, pilot } = castOf(usage);
  const [leaver, service] = others.slice(-2);
  const enough = quantile(
    others.map((user) => user.usualMonth),
    0.94,
  );
  const total = usage.reduce((sum, user) => sum + user.usualMonth, 0);

  return [
    { ...monthly({ kind: 'org' }, 1.3 * total, 'Agreed with finance for the year'), guarantee: { kind: 'strict' } },
    monthly({ kind: 'default' }, 1.25 * enough, 'Enough for nearly everyone'),
    { ...monthly({ kind: 'default' }, 0.4 * enough, 'Stops a runaway loop the same day'), window: 'day' },
    ...(hasPilot && pilot.length > 0 ? [ofPilot(pilot)] : []),
    ...heaviest.map((user) => personal(user, 1.4 * user.usualMonth, 'Heavy user, agreed with the lead')),
    ...tight.map((user) => personal(user, 0.9 * user.thisMonth, 'Trial that has run its course')),
    ...near.map((user) => personal(user, 1.04 * user.thisMonth + 0.02 * user.usualMonth, 'Contractor, fixed price')),
    ...(leaver === undefined ? [] : [personal(leaver, 0, 'Contract has ended')]),
    ...(service === undefined
      ? []
      : [{ ...personal(service, 0, 'On call, never to be stopped'), amount: { kind: 'unlimited' } as const }]),
  ];
}

/** One team, whose members share a budget. */
export function demoTeams(usage: readonly DemoUsage[]): readonly WantedTeam[] {
  const members = castOf(usage).pilot.map(({ email }) => ({ kind: 'email', email: emailKey(email) }) as const);
  return members.length === 0 ? [] : [{ name: pilotName, members }];
}

/** Assigns roles by usual months alone. */
export function castOf(usage: readonly DemoUsage[]) {
  const byMonth = usage.toSorted((a, b) => b.usualMonth - a.usualMonth || compareEmails(a, b));
  const heaviest = byMonth.slice(0, heaviestCount);
  const others = byMonth.slice(heaviestCount);
  // Users of average use: the heaviest already have budgets of their own.
  const middle = others.slice(Math.floor(others.length / 10), -2);
  const tight = middle.slice(0, tightCount);
  const near = middle.slice(tightCount, tightCount + nearCount);
  const free = middle.slice(tightCount + nearCount);
  return { heaviest, others, tight, near, pilot: free.slice(0, pilotCount), extras: free.slice(pilotCount) };
}

/** Enough for a few more days, so that sharing shows. */
function ofPilot(pilot: readonly DemoUsage[]): BudgetTerms {
  const credits = pilot.reduce((sum, user) => sum + 1.12 * user.thisMonth + 0.12 * user.usualMonth, 0);
  const terms = monthly({ kind: 'team', name: pilotName }, credits, 'A pilot that must not cost more');
  return { ...terms, guarantee: { kind: 'strict' }, owners: ['pilot-lead@acme.example'] };
}

function personal(user: DemoUsage, credits: number, note: string): BudgetTerms {
  return monthly({ kind: 'user', email: emailKey(user.email) }, credits, note);
}

/** A calendar month's budget, rounded like a person would. */
export function monthly(scope: Scope, credits: number, note: string): BudgetTerms {
  return {
    scope,
    window: 'month',
    amount: { kind: 'credits', credits: roundedDown(credits) },
    mode: 'enforce',
    thresholds: [50, 80, 100],
    forecastAlert: true,
    owners: ['finops@acme.example'],
    note,
  };
}

/** Two digits, then zeros. */
function roundedDown(credits: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, credits))) - 1);
  return Math.floor(credits / step) * step;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function compareEmails(a: DemoUsage, b: DemoUsage): number {
  return a.email < b.email ? -1 : 1;
}
