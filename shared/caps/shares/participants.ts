import { formatScope } from '../../budgets/scope.ts';
import { dayOf, type Day } from '../../kernel/time/day.ts';
import type { DailyUse } from '../../ledger/daily-use.ts';
import { surveyOfPlan } from '../../permits/survey-of-plan.ts';
import { verdictNaming, verdictOn } from '../../permits/verdict.ts';
import type { LimitInForce } from '../../pools/exposure/limit-in-force.ts';
import type { InForce } from '../../promise/limits.ts';
import type { Survey } from '../../promise/potential.ts';
import type { KnownUser } from '../../roster/person.ts';
import type { CapPlanInput } from '../cap-plan-input.ts';
import { bindingLayer, bindingOf, statusFinder, type Person, type PersonStatus, type PlanRules } from '../person.ts';
import {
  divideShares,
  noShares,
  shareDivisionOf,
  type PoolParticipant,
  type ShareDivision,
  type SharedPool,
  type Shares,
} from './divide-shares.ts';
import { movesOf } from './moved-credits.ts';
import { sharedBudgets, type SharedBudget } from './shared-budget.ts';

/** Divides the pools among all users, as far as the guard knows limits and terms. */
export function sharesOf(persons: readonly Person[], input: CapPlanInput): Shares {
  const budgets = sharedBudgets(input.budgets, input.topUps);
  if (budgets.length === 0) {
    return noShares;
  }
  const survey = surveyOfPlan(input);
  const shares = divideShares(divisionOf(persons, input, { budgets, survey }), input.pools.use);
  return { ...shares, pools: shares.pools.map((pool) => judged(pool, survey, input.pools.use)) };
}

/** A separate function, so that its inputs can be collected as garbage before the division. */
function divisionOf(
  persons: readonly Person[],
  input: CapPlanInput,
  { budgets, survey }: { readonly budgets: readonly SharedBudget[]; readonly survey: Survey },
): ShareDivision | undefined {
  const binding = bindingOf(input);
  const { dataThrough, unlimitedCredits, pools, teamOf, moved } = input;
  const terms = { ...pools, dataThrough, unlimitedCredits, teamOf, moved, moves: movesOf(persons, input) };
  return shareDivisionOf(budgets, participantsOf(persons, { binding, survey }, input), terms);
}

function participantsOf(
  persons: readonly Person[],
  { binding, survey }: { readonly binding: PlanRules; readonly survey: Survey },
  input: CapPlanInput,
): readonly PoolParticipant[] {
  const accounts = new Map(survey.facts.accounts.map((account) => [account.userId, account]));
  const limitsOf = (userId: string): readonly LimitInForce[] => {
    const account = accounts.get(userId);
    return (account === undefined ? [] : (survey.limitsOf.get(account) ?? [])).map(inForceOf);
  };
  const statusOf = statusFinder(binding, input);
  const byId = new Map(input.users.map((user) => [user.userId, user]));
  const participants = persons.map((person) =>
    participantOf(statusOf(person), {
      user: byId.get(person.userId),
      ceilingCredits: input.ceilingCredits,
      limits: limitsOf(person.userId),
    }),
  );
  const cappable = new Set(persons.map(({ userId }) => userId));
  const others = survey.facts.accounts
    .map(({ userId }) => userId)
    .filter((userId) => !cappable.has(userId))
    .flatMap((userId): readonly PoolParticipant[] => {
      const limits = limitsOf(userId);
      const reportedCredits = input.usage.users.get(userId)?.credits.platform ?? 0;
      return limits.some(({ limitCredits }) => limitCredits > 0)
        ? [{ userId, limits, record: binding.holdings.byUserId.get(userId), reportedCredits, isFixed: true }]
        : [];
    });
  return [...participants, ...others];
}

function inForceOf({ credits, fromMs, untilMs }: InForce): LimitInForce {
  const limit = { limitCredits: credits, fromMs, outcome: 'confirmed' as const };
  return untilMs === Infinity ? limit : { ...limit, untilMs };
}

function judged(pool: SharedPool, survey: Survey, { doubtful }: DailyUse): SharedPool {
  const key = `${formatScope(pool.scope)} ${pool.window.kind}`;
  const potential = survey.potentials.find(
    ({ pool: { name }, window }) => name === key && window.from === pool.window.from,
  );
  if (potential === undefined) {
    return pool;
  }
  const verdict = verdictOn(potential, survey, doubtful);
  return {
    ...pool,
    verdict: verdictNaming(verdict, ({ userId }) => userId),
    exposureCredits: potential.credits,
    unboundedIds: potential.unbounded.map(({ userId }) => userId),
    isCovered: verdict.kind === 'kept',
  };
}

function participantOf(
  { person, holding, layers, reservation, hold }: PersonStatus,
  known: { readonly limits: readonly LimitInForce[] } & {
    readonly user: KnownUser | undefined;
    readonly ceilingCredits?: number | undefined;
  },
): PoolParticipant {
  const { user, limits, ceilingCredits = Infinity } = known;
  const reportedCredits = person.credits.platform ?? 0;
  const ownCredits = Math.min(bindingLayer(layers)?.headroomCredits ?? Infinity, ceilingCredits - reportedCredits);
  const joinedOn = joinDayOf(user);
  return {
    limits,
    record: holding.record,
    userId: person.userId,
    reportedCredits,
    isFixed: hold !== undefined,
    reservation,
    ...(Number.isFinite(ownCredits) && { ownHeadroomCredits: Math.max(0, ownCredits) }),
    joinedOn,
  };
}

function joinDayOf(user: KnownUser | undefined): Day | undefined {
  const day = dayOf(Date.parse(user?.createdAt ?? ''));
  return day === '' ? undefined : day;
}
