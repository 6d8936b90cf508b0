import { topUpCreditsByPool } from '../../budgets/top-up.ts';
import { holdingOf, type LimitHoldings } from '../../limits/limit-holdings.ts';
import type { KnownUser } from '../../roster/person.ts';
import { sortedBy } from '../../texts/compare-text.ts';
import { addDays, dayOf, type Day } from '../../time/day.ts';
import type { CapPlanInput } from '../cap-plan-input.ts';
import { bindingLayer, bindingOf, statusFinder, type Person, type PersonStatus, type PlanRules } from '../person.ts';
import {
  divideShares,
  shareDivisionOf,
  type PoolParticipant,
  type ShareDivision,
  type Shares,
} from './divide-shares.ts';
import { sharedBudgets } from './shared-budget.ts';

/** A user who left may still be able to consume, and may come back: for so many days their limit counts in pools. */
const goneCountedDays = 31;

/** Divides the pools among everybody. */
export function sharesOf(persons: readonly Person[], input: CapPlanInput): Shares {
  return divideShares(divisionOf(persons, input), input.pools.use);
}

/** A function of its own: nothing is left of what members are made from when they are divided. */
function divisionOf(persons: readonly Person[], input: CapPlanInput): ShareDivision | undefined {
  const binding = bindingOf(input);
  const budgets = sharedBudgets(binding, topUpCreditsByPool(input.topUps, input.day));
  const { dataThrough, unlimitedCredits, pools, teamOf, moved } = input;
  const terms = { ...pools, dataThrough, unlimitedCredits, teamOf, ...(moved !== undefined && { moved }) };
  return shareDivisionOf(budgets, participantsOf(persons, binding, input), terms);
}

function participantsOf(
  persons: readonly Person[],
  binding: PlanRules,
  input: CapPlanInput,
): readonly PoolParticipant[] {
  const { holdings } = binding;
  const statusOf = statusFinder(binding, input);
  const byId = new Map(input.users.map((user) => [user.userId, user]));
  const participants = persons.map((person) =>
    participantOf(statusOf(person), { user: byId.get(person.userId), ceilingCredits: input.ceilingCredits }),
  );
  const cappable = new Set(persons.map(({ userId }) => userId));
  return [...participants, ...uncappableParticipants(input, cappable, holdings)];
}

function participantOf(
  { person, holding, layers, reservation, hold }: PersonStatus,
  known: { readonly user: KnownUser | undefined; readonly ceilingCredits?: number | undefined },
): PoolParticipant {
  const { user, ceilingCredits = Infinity } = known;
  const reportedCredits = person.credits.platform ?? 0;
  const ownCredits = Math.min(bindingLayer(layers)?.headroomCredits ?? Infinity, ceilingCredits - reportedCredits);
  const joinedOn = joinDayOf(user);
  return {
    ...holding,
    userId: person.userId,
    reportedCredits,
    isFixed: hold !== undefined,
    ...(reservation !== undefined && { reservation }),
    ...(Number.isFinite(ownCredits) && { ownHeadroomCredits: Math.max(0, ownCredits) }),
    ...(joinedOn !== undefined && { joinedOn }),
  };
}

/**
 * Users who cannot be capped now and yet may have a limit in force: they left, lost their email, or share it. Whatever
 * became of them, what their limit allows is not there for the others. Who never had a limit is named elsewhere, with
 * the credits at stake.
 */
function uncappableParticipants(
  { users, usage, day }: CapPlanInput,
  cappable: ReadonlySet<string>,
  holdings: LimitHoldings,
): readonly PoolParticipant[] {
  const countedFrom = addDays(day, -goneCountedDays);
  const uncappable = users.filter(
    ({ userId, goneSince }) => !cappable.has(userId) && (goneSince === undefined || goneSince > countedFrom),
  );
  return sortedBy(uncappable, ({ userId }) => userId).flatMap((user): readonly PoolParticipant[] => {
    const { userId } = user;
    const { record: own, others: sent = [], ...exempt } = holdingOf(user, holdings);
    const [record, ...others] = [...(own === undefined ? [] : [own]), ...sent];
    const reportedCredits = usage.users.get(userId)?.credits.platform ?? 0;
    return record === undefined
      ? []
      : [{ ...exempt, userId, record, reportedCredits, isFixed: true, ...(others.length > 0 && { others }) }];
  });
}

function joinDayOf(user: KnownUser | undefined): Day | undefined {
  const day = dayOf(Date.parse(user?.createdAt ?? ''));
  return day === '' ? undefined : day;
}
