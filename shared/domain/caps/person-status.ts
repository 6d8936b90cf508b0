import { topUpCreditsByEmail, topUpCreditsByPool } from '../budgets/top-up.ts';
import type { Reservation } from '../pools/reservation.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { sortedBy } from '../texts/compare-text.ts';
import { addDays, dayOf, type Day } from '../time/day.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import {
  divideShares,
  shareDivisionOf,
  type PoolParticipant,
  type ShareDivision,
  type Shares,
} from './shares/divide-shares.ts';
import {
  bindingBudgets,
  bindingLayer,
  hasInvalidBudget,
  ownLayers,
  unlimitedShared,
  type BindingBudgets,
  type Layer,
} from './layer.ts';
import { holdingOf, limitHoldings, type LimitHoldings } from '../limits/limit-holdings.ts';
import type { LimitHolding } from '../limits/limits-in-force.ts';
import type { Person } from './person.ts';
import { reservationOf, reservedTopUps } from './shares/reservation-of.ts';
import { sharedBudgets } from './shares/shared-budget.ts';
import { toppedUp } from './topped-up.ts';

/** One person before it is decided what their limit becomes. */
export interface PersonStatus {
  readonly person: Person;
  /** The limits that may be in force for them. */
  readonly holding: LimitHolding;
  /** Why no limit may be sent now, whatever the budgets are. */
  readonly hold?: 'exempt' | 'invalid-budget' | 'unreadable-usage' | 'left-out';
  /** The budgets that bind the person alone, top-ups included. */
  readonly layers: readonly Layer[];
  /** What of the pools is theirs before the rest is divided. */
  readonly reservation?: Reservation;
}

/** The budgets that set caps on the day of a plan, and who has which limit. */
interface PlanRules extends BindingBudgets {
  readonly holdings: LimitHoldings;
}

export function bindingOf(input: CapPlanInput): PlanRules {
  const { budgets, invalidScopes, day, limits } = input;
  return { ...bindingBudgets(budgets, invalidScopes, day), holdings: limitHoldings(limits, input) };
}

/** Gives the status of each person, found anew each time: those of everybody take much memory. */
export function statusFinder(budgets: PlanRules, input: CapPlanInput): (person: Person) => PersonStatus {
  const topUpCredits = topUpCreditsByEmail(input.topUps, input.day);
  const reserved = reservedTopUps(input.topUps, { day: input.day, platformWindow: input.pools.platformWindow });
  return (person) => {
    const key = emailKey(person.email);
    const holding = holdingOf(person, budgets.holdings);
    const team = input.teamOf.get(person.userId);
    const hold =
      holding.isExempt === true
        ? 'exempt'
        : hasInvalidBudget(person, budgets)
          ? 'invalid-budget'
          : person.isUnreadable
            ? 'unreadable-usage'
            : input.only?.has(person.userId) === false
              ? 'left-out'
              : undefined;
    const own = toppedUp(ownLayers(person, budgets, input.usage), topUpCredits.get(key) ?? 0);
    const reservation = reservationOf(person, budgets, reserved);
    return {
      person,
      holding,
      layers: [...own, ...unlimitedShared(budgets, team, input.usage)],
      ...(reservation !== undefined && { reservation }),
      ...(hold !== undefined && { hold }),
    };
  };
}

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
  const { dataThrough, unlimitedCredits, pools, teamOf } = input;
  const terms = { ...pools, dataThrough, unlimitedCredits, teamOf };
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
