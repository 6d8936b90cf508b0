import type { Budget } from '../budgets/budget.ts';
import type { Exemption } from '../budgets/exemption.ts';
import { formatScope } from '../budgets/scope.ts';
import type { TopUp } from '../budgets/top-up.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { KnownUser } from '../roster/person.ts';
import type { CapPlan } from './cap-plan.ts';
import type { LimitRecord } from './limit-record.ts';
import type { TeamOf } from './shared-budget.ts';

/** What a plan stands on. */
export interface PlanGround {
  readonly users: readonly KnownUser[];
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  readonly invalidScopes: readonly string[];
  readonly usage: UsageTotals;
  readonly limits: readonly LimitRecord[];
  readonly teamOf: TeamOf;
}

/**
 * The id of a plan, made from all that it does and all that it stands on: a plan that is made again has the same id as
 * long as ledger, budgets, top-ups, exemptions, roster, teams and limits have not moved, and another one afterwards.
 * The order of nothing matters.
 */
export function planIdOf(plan: CapPlan, ground: PlanGround): string {
  const { users, budgets, topUps, exemptions, invalidScopes, usage, limits, teamOf } = ground;
  const text = JSON.stringify([
    plan.dataThrough ?? null,
    sorted(plan.decisions.map((decision) => [decision.userId, decision])),
    sorted(users.map(({ userId, email = null, goneSince = null }) => [userId, email, goneSince])),
    sorted(budgets.map(({ scope, updatedAt: _at, updatedBy: _by, ...terms }) => [formatScope(scope), terms])),
    sorted(
      topUps.map(({ id, scope, credits, from, to, endedAt = null }) => [
        id,
        formatScope(scope),
        credits,
        from,
        to,
        endedAt,
      ]),
    ),
    sorted(exemptions.map(({ id, email, until, endedAt = null }) => [id, email, until, endedAt])),
    sorted(invalidScopes.map((scope) => [scope])),
    sorted([...teamOf]),
    usage.windows,
    sorted([...usage.users.values()].map(({ userId, credits }) => [userId, sorted(Object.entries(credits))])),
    [...usage.unreadableUserIds].toSorted(),
    sorted(limits.map(({ userId, email, confirmed, unsettled }) => [userId, email, limitOf(confirmed), unsettled])),
  ]);
  return `${digest(text, 1)}${digest(text, 2)}`;
}

function limitOf(confirmed: LimitRecord['confirmed']): number | null {
  return confirmed?.limitCredits ?? null;
}

function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** A 32-bit digest in 8 hex digits (FNV-1a, then mixed): it tells plans apart, and protects nothing. */
function digest(text: string, seed: number): string {
  let hash = (0x81_1c_9d_c5 ^ Math.imul(seed, 0x9e_37_79_b1)) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
