import type { Grant } from '../grants/exemption.ts';
import type { TopUp } from '../grants/top-up.ts';
import type { Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import { followAddress, type FollowedAddresses } from '../roster/followed-addresses.ts';
import type { MemberRule } from '../teams/member-rule.ts';
import { budgetKey, type BudgetKey, type BudgetTerms } from './budget.ts';
import { formatScope, parseScope, type Scope } from './scope.ts';

/** Replaces a person's former address in a scope by their current one. */
export function followScope<S extends Scope>(scope: S, followed: FollowedAddresses): S {
  const to = scope.kind === 'user' ? followed.get(scope.email)?.to : undefined;
  return to === undefined ? scope : { ...scope, email: to };
}

export function followScopeText(text: string, followed: FollowedAddresses): string {
  const scope = parseScope(text);
  return scope?.kind === 'user' ? formatScope(followScope(scope, followed)) : text;
}

/**
 * Returns budgets under people's current addresses. A row of the current address takes precedence over one of a former
 * address, and a later former address over an earlier one. A row without precedence has no effect and keeps its own
 * address.
 */
export function followBudgets<Terms extends BudgetKey & BudgetTerms>(
  budgets: readonly Terms[],
  followed: FollowedAddresses,
): readonly Terms[] {
  if (followed.size === 0) {
    return budgets;
  }
  const taken = new Map<string, string>();
  const moves = budgets.map((budget) => {
    const given = budget.scope.kind === 'user' ? followed.get(budget.scope.email) : undefined;
    const moved = given === undefined ? budget : { ...budget, scope: followScope(budget.scope, followed) };
    // A row of the current address comes first, whenever others were given up.
    const rank = given === undefined ? '9999' : `${given.at} ${formatScope(budget.scope)}`;
    const key = budgetKey(moved);
    const first = taken.get(key);
    taken.set(key, first === undefined || first < rank ? rank : first);
    return { budget, moved, key, rank };
  });
  return moves.map(({ budget, moved, key, rank }) => {
    const placed = taken.get(key) === rank ? moved : budget;
    const owners = placed.owners.map((owner) => followAddress(owner, followed));
    return placed === budget && owners.every((owner, index) => owner === budget.owners[index])
      ? budget
      : { ...placed, owners };
  });
}

/** Returns a top-up or an exemption under people's current addresses. */
export function followGrant<G extends Grant>(grant: G, followed: FollowedAddresses): G {
  if (followed.size === 0) {
    return grant;
  }
  return grant.kind === 'exemption'
    ? { ...grant, email: followAddress(grant.email, followed) }
    : { ...grant, ...followedTopUp(grant, followed) };
}

function followedTopUp(topUp: TopUp, followed: FollowedAddresses): Partial<TopUp> {
  const { scope, takenFrom, usableBefore } = topUp;
  return {
    scope: followScope(scope, followed),
    ...(takenFrom !== undefined && { takenFrom: followAddress(takenFrom, followed) }),
    ...(topUp.for !== undefined && { for: [...new Set(topUp.for.map((email) => followAddress(email, followed)))] }),
    ...(usableBefore !== undefined && {
      usableBefore: Object.fromEntries(
        Object.entries(usableBefore).map(([email, credits]) => [followAddress(email, followed), credits]),
      ),
    }),
  };
}

export interface FollowedRow {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly string[];
}

/** Returns the rows that name former addresses, by address. Grants that have ended by a UTC day are left out. */
export function followedRows(
  {
    budgets,
    grants,
    teams,
  }: {
    readonly budgets: readonly (BudgetKey & BudgetTerms)[];
    readonly grants: readonly Grant[];
    readonly teams: readonly { readonly name: string; readonly members: readonly MemberRule[] }[];
  },
  { followed, today }: { readonly followed: FollowedAddresses; readonly today: Day },
): readonly FollowedRow[] {
  const named = new Map<string, string[]>();
  const name = (email: string, row: string): void => {
    const key = emailKey(email);
    if (followed.has(key)) {
      named.set(key, [...(named.get(key) ?? []), row]);
    }
  };
  for (const { scope, window, owners } of followed.size === 0 ? [] : budgets) {
    if (scope.kind === 'user') {
      name(scope.email, `budget ${formatScope(scope)} / ${window}`);
    }
    owners.forEach((owner) => name(owner, `owner of budget ${formatScope(scope)} / ${window}`));
  }
  for (const grant of followed.size === 0 ? [] : grants) {
    if (grant.endedAt === undefined && today <= (grant.kind === 'top-up' ? grant.to : grant.until)) {
      emailsOf(grant).forEach((email) => name(email, `${grant.kind} of ${email}`));
    }
  }
  for (const team of followed.size === 0 ? [] : teams) {
    team.members.forEach((rule) => rule.kind === 'email' && name(rule.email, `member of team ${team.name}`));
  }
  return [...named].map(([from, rows]) => ({ from, to: followAddress(from, followed), rows }));
}

function emailsOf(grant: Grant): readonly string[] {
  return grant.kind === 'exemption'
    ? [grant.email]
    : [...(grant.scope.kind === 'user' ? [grant.scope.email] : []), grant.takenFrom ?? [], ...(grant.for ?? [])].flat();
}
