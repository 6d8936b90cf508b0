import type { Budget } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { Exemption } from '../grants/exemption.ts';
import { reservedByEmail, type TopUp } from '../grants/top-up.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { Day } from '../kernel/time/day.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { KnownUser } from '../roster/person.ts';
import type { MembersByDay } from '../teams/members-by-day.ts';
import type { CapPlan } from './cap-plan.ts';
import type { TeamOf } from './shares/shared-budget.ts';

interface PlanInputs {
  readonly users: readonly KnownUser[];
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  readonly invalidScopes: readonly string[];
  readonly usage: UsageTotals;
  readonly limits: readonly LimitRecord[];
  readonly teamOf: TeamOf;
  readonly moved?: MembersByDay['moved'];
}

// Short enough to type, long enough that two plans never collide by chance.
const idChars = 16;

/**
 * Returns the id of a plan: a digest of its decisions and inputs. A plan that is computed again has the same id until
 * the ledger, a budget, a top-up, an exemption, the roster, a team or a limit changes. Order does not matter.
 */
export function planIdOf(plan: CapPlan, planInputs: PlanInputs): string {
  return digestOf([
    () => rows([plan.dataThrough ?? null], (day) => day),
    () => rows(plan.decisions, (decision) => [decision.userId, decision]),
    ...ruleTables(planInputs),
    () =>
      rows(planInputs.limits, ({ userId, email, confirmed, unsettled }) => [
        userId,
        email,
        confirmed?.limitCredits ?? null,
        unsettled,
      ]),
  ]);
}

/** Digest of a plan's inputs without limits, which a run changes itself. A difference means a concurrent edit. */
export function inputsHashOf(
  planInputs: Omit<PlanInputs, 'limits'> & { readonly dataThrough: Day | undefined },
): string {
  return digestOf([() => rows([planInputs.dataThrough ?? null], (day) => day), ...ruleTables(planInputs)]);
}

function ruleTables(planInputs: Omit<PlanInputs, 'limits'>): readonly Table[] {
  const { users, budgets, topUps, exemptions, invalidScopes, usage, teamOf, moved = [] } = planInputs;
  return [
    () => rows(users, ({ userId, email = null, goneSince = null }) => [userId, email, goneSince]),
    () => rows(budgets, ({ scope, updatedAt: _at, updatedBy: _by, ...terms }) => [formatScope(scope), terms]),
    () =>
      rows(topUps, (topUp) => [
        topUp.id,
        formatScope(topUp.scope),
        topUp.credits,
        topUp.from,
        topUp.to,
        topUp.endedAt ?? null,
        (topUp.raises ?? []).map(formatScope).toSorted(),
        [...reservedByEmail(topUp).keys()].map((email) => [email, topUp.usableBefore?.[email] ?? 0]),
        ...(topUp.takenFrom === undefined ? [] : [topUp.takenFrom, topUp.usableBefore ?? {}]),
      ]),
    () => rows(exemptions, ({ id, email, until, endedAt = null }) => [id, email, until, endedAt]),
    () => rows(invalidScopes, (scope) => scope),
    () => [...rows([...teamOf], (pair) => pair), ...rows([...moved], (moves) => moves)],
    () => rows(usage.windows, (window) => window),
    () => rows([...usage.users.values()], ({ userId, credits }) => [userId, rows(Object.entries(credits), (it) => it)]),
    () => rows([...usage.unreadableUserIds], (userId) => userId),
  ];
}

type Table = () => readonly string[];

function rows<T>(items: readonly T[], rowOf: (item: T) => unknown): readonly string[] {
  return items.map((item) => JSON.stringify(rowOf(item))).toSorted();
}

function digestOf(tables: readonly Table[]): string {
  return sha256(linesOf(tables)).slice(0, idChars);
}

/** One line per row, an empty line after each table. Tables are built one at a time to save memory. */
function* linesOf(tables: readonly Table[]): Generator<string> {
  for (const table of tables) {
    for (const row of table()) {
      yield `${row}\n`;
    }
    yield '\n';
  }
}
