import { exemptPeople } from '../budgets/exemption.ts';
import { topUpCreditsByEmail, topUpCreditsByTeam } from '../budgets/top-up.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { addDays, dayOf, type Day } from '../time/day.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { divideShares, type PoolParticipant, type Shares } from './divide-shares.ts';
import {
  bindingBudgets,
  bindingLayer,
  hasInvalidBudget,
  ownLayers,
  unlimitedShared,
  type BindingBudgets,
  type Layer,
} from './layer.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { Person } from './person.ts';
import { sharedBudgets } from './shared-budget.ts';
import { toppedUp } from './topped-up.ts';

/** One person before it is decided what their limit becomes. */
export interface PersonStatus {
  readonly person: Person;
  readonly record: LimitRecord | undefined;
  /** Why no limit may be sent now, whatever the budgets are. */
  readonly hold?: 'exempt' | 'invalid-budget' | 'unreadable-usage';
  /** The budgets that bind the person alone, top-ups included. */
  readonly layers: readonly Layer[];
  /** ISO instant until which the person was exempt, when that is over. */
  readonly exemptUntil?: string;
}

/** The budgets that set caps on the day of a plan. */
export function bindingOf({ budgets, invalidScopes, day }: CapPlanInput): BindingBudgets {
  return bindingBudgets(budgets, invalidScopes, day);
}

/** The status of each user, by user id. */
export function personStatuses(
  persons: readonly Person[],
  budgets: BindingBudgets,
  input: CapPlanInput,
): readonly PersonStatus[] {
  const topUpCredits = topUpCreditsByEmail(input.topUps, input.day);
  const exempt = exemptPeople(input.exemptions, input.day);
  const records = new Map(input.limits.map((record) => [record.userId, record]));
  return persons.map((person) => {
    const key = emailKey(person.email);
    const team = input.teamOf.get(person.userId);
    const hold = exempt.emails.has(key)
      ? 'exempt'
      : hasInvalidBudget(person, budgets)
        ? 'invalid-budget'
        : person.isUnreadable
          ? 'unreadable-usage'
          : undefined;
    const own = toppedUp(ownLayers(person, budgets, input.usage), topUpCredits.get(key) ?? 0);
    const exemptUntil = exempt.exemptUntil.get(key);
    return {
      person,
      record: records.get(person.userId),
      layers: [...own, ...unlimitedShared(budgets, team, input.usage)],
      ...(hold !== undefined && { hold }),
      ...(exemptUntil !== undefined && { exemptUntil }),
    };
  });
}

/** A user who left may still be able to consume, and may come back: for so many days their limit counts in pools. */
const goneCountedDays = 31;

/** Divides the pools among everybody. */
export function sharesOf(statuses: readonly PersonStatus[], binding: BindingBudgets, input: CapPlanInput): Shares {
  const budgets = sharedBudgets(binding, topUpCreditsByTeam(input.topUps, input.day));
  const byId = new Map(input.users.map((user) => [user.userId, user]));
  const participants = statuses.map((status) =>
    participantOf(status, byId.get(status.person.userId), input.ceilingCredits),
  );
  const { dataThrough, unlimitedCredits, pools, teamOf } = input;
  const terms = { ...pools, dataThrough, unlimitedCredits, teamOf };
  return divideShares(budgets, [...participants, ...formerParticipants(input)], terms);
}

function participantOf(
  { person, record, layers, hold }: PersonStatus,
  user: KnownUser | undefined,
  ceilingCredits = Infinity,
): PoolParticipant {
  const reportedCredits = person.credits.platform ?? 0;
  const ownCredits = Math.min(bindingLayer(layers)?.headroomCredits ?? Infinity, ceilingCredits - reportedCredits);
  const joinedOn = joinDayOf(user);
  return {
    userId: person.userId,
    record,
    reportedCredits,
    isFixed: hold !== undefined,
    ...(Number.isFinite(ownCredits) && { ownHeadroomCredits: Math.max(0, ownCredits) }),
    ...(joinedOn !== undefined && { joinedOn }),
  };
}

function formerParticipants({ users, limits, usage, day }: CapPlanInput): readonly PoolParticipant[] {
  const countedFrom = addDays(day, -goneCountedDays);
  const gone = new Set(
    users.filter(({ goneSince }) => goneSince !== undefined && goneSince > countedFrom).map(({ userId }) => userId),
  );
  return limits
    .filter(({ userId }) => gone.has(userId))
    .map((record) => ({
      userId: record.userId,
      record,
      reportedCredits: usage.users.get(record.userId)?.credits.platform ?? 0,
      isFixed: true,
    }));
}

function joinDayOf(user: KnownUser | undefined): Day | undefined {
  const day = dayOf(Date.parse(user?.createdAt ?? ''));
  return day === '' ? undefined : day;
}
