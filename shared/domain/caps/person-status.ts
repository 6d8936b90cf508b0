import { exemptPeople } from '../budgets/exemption.ts';
import { topUpCreditsByEmail, topUpCreditsByPool } from '../budgets/top-up.ts';
import type { Reservation } from '../pools/reservation.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { sortedBy } from '../texts/compare-text.ts';
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
import { reservationOf, reservedTopUps } from './reservation-of.ts';
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
  /** What of the pools is theirs before the rest is divided. */
  readonly reservation?: Reservation;
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
  const reserved = reservedTopUps(input.topUps, { day: input.day, platformWindow: input.pools.platformWindow });
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
    const reservation = reservationOf(person, budgets, reserved);
    return {
      person,
      record: records.get(person.userId),
      layers: [...own, ...unlimitedShared(budgets, team, input.usage)],
      ...(reservation !== undefined && { reservation }),
      ...(hold !== undefined && { hold }),
      ...(exemptUntil !== undefined && { exemptUntil }),
    };
  });
}

/** A user who left may still be able to consume, and may come back: for so many days their limit counts in pools. */
const goneCountedDays = 31;

/** Divides the pools among everybody. */
export function sharesOf(statuses: readonly PersonStatus[], binding: BindingBudgets, input: CapPlanInput): Shares {
  const budgets = sharedBudgets(binding, topUpCreditsByPool(input.topUps, input.day));
  const byId = new Map(input.users.map((user) => [user.userId, user]));
  const holders = limitHolders(input.limits);
  const participants = statuses.map((status) =>
    participantOf(status, { user: byId.get(status.person.userId), holders, ceilingCredits: input.ceilingCredits }),
  );
  const { dataThrough, unlimitedCredits, pools, teamOf } = input;
  const terms = { ...pools, dataThrough, unlimitedCredits, teamOf };
  const cappable = new Set(statuses.map(({ person }) => person.userId));
  return divideShares(budgets, [...participants, ...uncappableParticipants(input, cappable, holders)], terms);
}

/** The records of limits by user id and by the address that the limits were sent to, in its matching form. */
interface LimitHolders {
  readonly byUserId: ReadonlyMap<string, LimitRecord>;
  readonly byEmail: ReadonlyMap<string, readonly LimitRecord[]>;
}

function limitHolders(limits: readonly LimitRecord[]): LimitHolders {
  return {
    byUserId: new Map(limits.map((record) => [record.userId, record])),
    byEmail: Map.groupBy(limits, ({ email }) => emailKey(email)),
  };
}

/**
 * Limits that were sent for other users to an address of a user: the one on the roster, or the one that the user's own
 * limit was sent to. The platform knows a limit by its address alone, so that any of them may be in force.
 */
function othersAtAddresses(
  { userId, email }: Pick<KnownUser, 'userId' | 'email'>,
  { byUserId, byEmail }: LimitHolders,
): readonly LimitRecord[] {
  const addresses = [email, byUserId.get(userId)?.email].flatMap((each) => (each === undefined ? [] : emailKey(each)));
  const atAddresses = [...new Set(addresses)].flatMap((address) => byEmail.get(address) ?? []);
  return sortedBy(
    atAddresses.filter((record) => record.userId !== userId),
    (record) => record.userId,
  );
}

function participantOf(
  { person, record, layers, reservation, hold, exemptUntil }: PersonStatus,
  known: {
    readonly user: KnownUser | undefined;
    readonly holders: LimitHolders;
    readonly ceilingCredits?: number | undefined;
  },
): PoolParticipant {
  const { user, holders, ceilingCredits = Infinity } = known;
  const reportedCredits = person.credits.platform ?? 0;
  const ownCredits = Math.min(bindingLayer(layers)?.headroomCredits ?? Infinity, ceilingCredits - reportedCredits);
  const joinedOn = joinDayOf(user);
  const others = othersAtAddresses(person, holders);
  return {
    userId: person.userId,
    record,
    reportedCredits,
    isFixed: hold !== undefined,
    ...(others.length > 0 && { others }),
    ...(reservation !== undefined && { reservation }),
    ...(hold === 'exempt' && { isExempt: true as const }),
    ...(exemptUntil !== undefined && { exemptUntil }),
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
  { users, usage, exemptions, day }: CapPlanInput,
  cappable: ReadonlySet<string>,
  holders: LimitHolders,
): readonly PoolParticipant[] {
  const countedFrom = addDays(day, -goneCountedDays);
  const exempt = exemptPeople(exemptions, day);
  const uncappable = users.filter(
    ({ userId, goneSince }) => !cappable.has(userId) && (goneSince === undefined || goneSince > countedFrom),
  );
  return sortedBy(uncappable, ({ userId }) => userId).flatMap((user): readonly PoolParticipant[] => {
    const { userId } = user;
    const own = holders.byUserId.get(userId);
    const [record, ...others] = [...(own === undefined ? [] : [own]), ...othersAtAddresses(user, holders)];
    const reportedCredits = usage.users.get(userId)?.credits.platform ?? 0;
    // An exemption is for an address, whoever has it.
    const key = emailKey(user.email ?? record?.email ?? '');
    const exemptUntil = exempt.exemptUntil.get(key);
    return record === undefined
      ? []
      : [
          {
            userId,
            record,
            reportedCredits,
            isFixed: true,
            ...(others.length > 0 && { others }),
            ...(exempt.emails.has(key) && { isExempt: true as const }),
            ...(exemptUntil !== undefined && { exemptUntil }),
          },
        ];
  });
}

function joinDayOf(user: KnownUser | undefined): Day | undefined {
  const day = dayOf(Date.parse(user?.createdAt ?? ''));
  return day === '' ? undefined : day;
}
