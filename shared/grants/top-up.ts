import { isInForce, type Budget } from '../budgets/budget.ts';
import { budgetsOf, personalBudgets } from '../budgets/personal-budgets.ts';
import { formatScope, type PoolScope, type Scope } from '../budgets/scope.ts';
import { windowAt, type PlatformWindow } from '../budgets/window.ts';
import type { GrantedKind } from '../kernel/records/record-kind.ts';
import { type Day, dayAndMonth, dayText } from '../kernel/time/day.ts';
import type { GrantRecord, GrantStatus, TermsOf } from './grant.ts';

export interface TopUp extends GrantRecord {
  readonly kind: 'top-up';
  readonly scope: Extract<Scope, { kind: 'user' | 'team' }>;
  readonly credits: number;
  readonly from: Day;
  readonly to: Day;
  /** The credits are also reserved for the user in their pools, without raising the pools. */
  readonly withinPool?: boolean;
  /** Pools that are raised by the same credits; a user's credits are reserved in all their pools. */
  readonly raises?: readonly PoolScope[];
  /** A move: the credits come out of this person's share of the pools. The email in its matching form. */
  readonly takenFrom?: string;
  /** For a team's top-up: the recipients, in equal parts. Emails in their matching form. */
  readonly for?: readonly string[];
}

export type TopUpTerms = TermsOf<TopUp>;

export const topUpKind: GrantedKind<Pick<TopUpTerms, 'scope'>, TopUpTerms> = {
  name: 'top-up',
  plainKey: ({ scope }) => ({ scope: formatScope(scope) }),
  plain: ({ scope, raises, ...asTheyAre }) => ({
    ...asTheyAre,
    scope: formatScope(scope),
    raises: raises?.map(formatScope),
  }),
  sets: ['raises', 'for'],
  subject: ({ scope }) => formatScope(scope),
  title: ({ scope }) => `the top-up of ${formatScope(scope)}`,
};

export function topUpStatus({ from, to, endedAt }: TopUp, day: Day): GrantStatus {
  if (endedAt !== undefined) {
    return 'ended';
  }
  if (day < from) {
    return 'upcoming';
  }
  return day <= to ? 'in-force' : 'over';
}

/**
 * Credits that top-ups add on a day to each of a user's own finite budgets, by the email's matching form; users without
 * any are absent. A top-up counts in full in every window that holds the day, and drops out of it once it is over.
 */
export function topUpCreditsByEmail(topUps: readonly TopUp[], day: Day): ReadonlyMap<string, number> {
  return creditsBy(topUps, day, ({ scope }) => (scope.kind === 'user' ? [scope.email] : []));
}

/**
 * Credits that top-ups add on a day to each finite budget of a pool, by scope as text: those of its team, and those
 * that raise it for other people. Pools without any are absent. They count like those of users.
 */
export function topUpCreditsByPool(topUps: readonly TopUp[], day: Day): ReadonlyMap<string, number> {
  return creditsBy(topUps, day, raisedPools);
}

/** Scopes, as texts, of the pools whose amount a top-up raises: its team's, and `raises`. Each once. */
export function raisedPools({ scope, raises = [] }: TopUp): readonly string[] {
  return [...new Set([...(scope.kind === 'team' ? [scope] : []), ...raises].map(formatScope))];
}

function creditsBy(
  topUps: readonly TopUp[],
  day: Day,
  keysOf: (topUp: TopUp) => readonly string[],
): ReadonlyMap<string, number> {
  const credits = new Map<string, number>();
  for (const topUp of topUps.filter((each) => topUpStatus(each, day) === 'in-force')) {
    for (const key of new Set(keysOf(topUp))) {
      credits.set(key, (credits.get(key) ?? 0) + topUp.credits);
    }
  }
  return credits;
}

/** Credits that a top-up reserves, by email; empty when it reserves none. */
export function reservedByEmail({ scope, credits, withinPool, raises, ...named }: TopUp): ReadonlyMap<string, number> {
  if (scope.kind === 'user') {
    return new Map(withinPool === true || raises !== undefined ? [[scope.email, credits]] : []);
  }
  const emails = [...new Set(named.for)].toSorted();
  const each = Math.floor(credits / Math.max(1, emails.length));
  // The remainder goes to the first people, one credit each.
  return new Map(emails.map((email, index) => [email, each + Number(index < credits - each * emails.length)]));
}

/** `team`: of the person, if any. */
type Span = Pick<TopUp, 'scope' | 'from' | 'to'> & { readonly team?: string | undefined };

/** Describes unexpected effects of a top-up: it is over, adds to nothing, or counts in several windows. */
export function describeTopUpReach(terms: Span, budgets: readonly Budget[], now: TopUpMoment): readonly string[] {
  const finite = ownBudgets(terms, budgets).filter(
    ({ amount, mode }) => amount.kind === 'credits' && mode === 'enforce',
  );
  const renewed = finite
    .filter(({ window }) => windowAt(window, terms.from, now.platformWindow).through < terms.to)
    .map(({ window }) => window);
  return [
    ...(terms.to < now.today ? [`it was over on ${dayText(terms.to)}, so that it changes nothing from now on`] : []),
    ...(finite.length === 0 ? [describeNothing(terms.scope)] : []),
    ...[...new Set(renewed)].map(
      (window) =>
        `it counts in full in each ${window} from ${dayAndMonth(terms.from)} to ${dayAndMonth(terms.to)}, since a ${window} is budgeted`,
    ),
  ];
}

export interface TopUpMoment {
  readonly today: Day;
  readonly platformWindow: PlatformWindow;
}

function describeNothing(scope: Span['scope']): string {
  const whose = scope.kind === 'team' ? 'of the team' : 'of the user’s own';
  return `no budget ${whose} has an amount that it could add to`;
}

function ownBudgets({ scope, team, from }: Span, budgets: readonly Budget[]): readonly Budget[] {
  const inForce = budgets.filter((budget) => isInForce(budget, from));
  if (scope.kind === 'team') {
    return inForce.filter((budget) => budget.scope.kind === 'team' && budget.scope.name === scope.name);
  }
  return budgetsOf(personalBudgets(inForce), { email: scope.email, team: team });
}
