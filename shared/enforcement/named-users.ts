import type { Budget } from '../budgets/budget.ts';
import { formatScope, isInherited, type Scope } from '../budgets/scope.ts';
import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { endOfGrant } from '../grants/grant.ts';
import { reservedByEmail, topUpStatus, type TopUp } from '../grants/top-up.ts';
import { startOfDayMs } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';

/** Returns user ids to whom edits since an ISO instant give more by name: top-ups, ended exemptions, own budgets. */
export function namedSince(planInputs: CapPlanInput, since: string): ReadonlySet<string> {
  const { exemptions, budgets, pools } = planInputs;
  const isSince = (instant: string): boolean =>
    Date.parse(instant) > Date.parse(since) && Date.parse(instant) <= pools.nowMs;
  return usersOf(planInputs, [
    ...newTopUps(planInputs, since).flatMap(namedBy),
    ...[
      ...exemptions.filter((exemption) => isSince(endOfGrant(exemption.until, exemption))),
      ...budgets.flatMap(({ scope, updatedAt }) => (scope.kind === 'user' && isSince(updatedAt) ? [scope] : [])),
    ].map(({ email }) => ({ kind: 'user' as const, email })),
  ]);
}

/**
 * Returns user ids with a top-up since an ISO instant, their own or their team's, that is not larger than a budget to
 * which it is added: an admin gave these credits by name, and a typing error would be larger.
 */
export function toppedUpSince(planInputs: CapPlanInput, since: string): ReadonlySet<string> {
  const { budgets, users, teamOf } = planInputs;
  const teams = new Map(users.map(({ userId, email = '' }) => [emailKey(email), teamOf.get(userId)]));
  const usual = newTopUps(planInputs, since).filter(
    ({ scope, credits }) => credits <= Math.max(0, ...budgets.flatMap((budget) => amountFor(scope, budget, teams))),
  );
  return usersOf(planInputs, usual.flatMap(namedBy));
}

function amountFor(
  scope: TopUp['scope'],
  budget: Budget,
  teams: ReadonlyMap<string, string | undefined>,
): readonly number[] {
  return isAddedTo(scope, budget.scope, teams) && budget.amount.kind === 'credits' ? [budget.amount.credits] : [];
}

function isAddedTo(added: TopUp['scope'], scope: Scope, teams: ReadonlyMap<string, string | undefined>): boolean {
  if (isInherited(scope)) {
    return added.kind === 'user' && (scope.kind === 'default' || teams.get(added.email) === scope.name);
  }
  return formatScope(added) === formatScope(scope);
}

function newTopUps({ topUps, day }: CapPlanInput, since: string): readonly TopUp[] {
  const beganMs = ({ createdAt, from }: TopUp): number => Math.max(Date.parse(createdAt), startOfDayMs(from));
  return topUps.filter((topUp) => topUpStatus(topUp, day) === 'in-force' && beganMs(topUp) > Date.parse(since));
}

function namedBy(topUp: TopUp): readonly TopUp['scope'][] {
  const emails = [...reservedByEmail(topUp).keys()];
  return emails.length === 0 ? [topUp.scope] : emails.map((email) => ({ kind: 'user', email }));
}

function usersOf({ users, teamOf }: CapPlanInput, scopes: readonly TopUp['scope'][]): ReadonlySet<string> {
  const emails = new Set(scopes.flatMap((scope) => (scope.kind === 'user' ? [scope.email] : [])));
  const teams = new Set(scopes.flatMap((scope) => (scope.kind === 'team' ? [scope.name] : [])));
  const isNamed = (userId: string, email: string): boolean =>
    emails.has(emailKey(email)) || teams.has(teamOf.get(userId) ?? '');
  return new Set(users.flatMap(({ userId, email }) => (email !== undefined && isNamed(userId, email) ? [userId] : [])));
}

export interface End {
  readonly endMs: number;
  /** The most that the end takes from a limit: a top-up's size; unknown for a budget or an exemption. */
  readonly credits: number;
}

/**
 * Returns the ends of own budgets, top-ups and exemptions, and of team top-ups, until an ISO instant, by the email's
 * matching form or the team's scope as text. Their effect on caps was decided when they were given or ended.
 */
export function endsUntil(
  { budgets, topUps, exemptions }: CapPlanInput,
  until: string,
): ReadonlyMap<string, readonly End[]> {
  const ends = [
    ...budgets.flatMap(({ scope, to }) =>
      scope.kind === 'user' && to !== undefined
        ? [{ whose: scope.email, end: endOfGrant(to, {}), credits: Infinity }]
        : [],
    ),
    ...topUps.flatMap((topUp) =>
      [keyOf(topUp.scope), ...(topUp.for ?? [])].map((whose) => {
        return { whose, end: endOfGrant(topUp.to, topUp), credits: topUp.credits };
      }),
    ),
    ...exemptions.map((exemption) => {
      return { whose: exemption.email, end: endOfGrant(exemption.until, exemption), credits: Infinity };
    }),
  ];
  const over = ends
    .map(({ whose, end, credits }) => ({ whose, endMs: Date.parse(end), credits }))
    .filter(({ endMs }) => endMs <= Date.parse(until));
  return Map.groupBy(over, ({ whose }) => whose);
}

function keyOf(scope: TopUp['scope']): string {
  return scope.kind === 'user' ? scope.email : formatScope(scope);
}
