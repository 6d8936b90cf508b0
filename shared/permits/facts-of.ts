import { formatScope, isPoolScope } from '../budgets/scope.ts';
import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { exemptPeople, type ExemptPeople } from '../grants/exemption.ts';
import { raisedPools } from '../grants/top-up.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { addDays, msPerMinute } from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import { addressOf, type Account, type Facts, type PoolTerms, type Sent } from '../promise/facts.ts';
import type { KnownUser } from '../roster/person.ts';
import { ever, heldAddresses, takenAddresses } from './held-addresses.ts';
import { sentByAddress } from './sent-limits.ts';

export function factsOf(input: CapPlanInput): Facts {
  const { pools, unlimitedCredits, dataThrough } = input;
  const { use, nowMs, clockDoubt = { earlierMs: 0, laterMs: 0 }, platformWindow, assumptions } = pools;
  const { settleDays, enforcementDelayMinutes, inFlightCredits, maxCreditsPerUserHour = Infinity } = assumptions;
  const sent = sentByAddress(input.limits);
  const { all, outside } = accountsOf(input, sent);
  return {
    moment: { nowMs, ...clockDoubt },
    restsOn: {
      ...platformWindow,
      delayMs: enforcementDelayMinutes * msPerMinute,
      inFlightCredits,
      creditsPerHour: maxCreditsPerUserHour,
      unlimitedCredits,
    },
    use: {
      from: use.range.from,
      through: addDays(dataThrough ?? addDays(use.range.from, -1), -settleDays),
      beyondRows: beyondRows(use),
    },
    accounts: all,
    sent: new Map([...sent, ...outside]),
    pools: poolTermsOf(input),
  };
}

function poolTermsOf({ budgets, topUps }: CapPlanInput): readonly PoolTerms[] {
  return budgets.flatMap(({ scope, window, amount, mode, guarantee, from, to }): readonly PoolTerms[] => {
    if (!isPoolScope(scope) || amount.kind !== 'credits' || mode !== 'enforce' || guarantee?.kind === 'overcommit') {
      return [];
    }
    const key = formatScope(scope);
    const raising = topUps.filter((topUp) => topUp.endedAt === undefined && raisedPools(topUp).includes(key));
    return [
      {
        name: `${key} ${window}`,
        window,
        credits: amount.credits,
        topUps: raising,
        ...(scope.kind === 'team' && { team: scope.name }),
        from,
        to,
      },
    ];
  });
}

function beyondRows({ organization, users }: DailyUse): Float64Array {
  const beyond = Float64Array.from(organization);
  for (const credits of users.values()) {
    for (let day = 0; day < credits.length; day += 1) {
      beyond[day] = (beyond[day] ?? 0) - (credits[day] ?? 0);
    }
  }
  return beyond.map((credits) => Math.max(0, credits));
}

/** By account, as the platform counts: use attributed only by email may belong to another account. */
function useOf({ use }: CapPlanInput['pools']): DailyUse['users'] {
  return use.accounts ?? use.users;
}

const nothing: Sent = { credits: 0, sentMs: 0, answeredMs: 0, outcome: 'confirmed' };

function accountsOf(
  input: CapPlanInput,
  sent: Facts['sent'],
): {
  readonly all: readonly Account[];
  /** Stands for the limits of accounts outside the roster. */
  readonly outside: Facts['sent'];
} {
  const { users, limits, day, exemptions, pools } = input;
  const records = new Map(limits.map((record) => [record.userId, record]));
  const known = new Set(users.map(({ userId }) => userId));
  const ids = new Set([...Array.from(useOf(pools), ([userId]) => userId), ...records.keys()]);
  const strays = [...ids.difference(known)].map((userId): KnownUser => {
    const email = records.get(userId)?.email;
    return { userId, goneSince: day, email };
  });
  const taken = takenAddresses(users);
  const owners = Map.groupBy(users.filter(isOnRoster), ({ email }) => addressOf(email ?? ''));
  const exempt = exemptPeople(exemptions, day);
  const outside = new Map<string, readonly Sent[]>();
  const everybody = sortedBy([...users, ...strays], ({ userId }) => userId);
  const all = everybody.map((user): Account => {
    const record = records.get(user.userId);
    const held = heldAddresses(user, { takenMs: taken, record });
    const key = addressOf(user.email ?? record?.email ?? '');
    // Off the roster, and never under a limit: reported use counts, and they are named elsewhere.
    if (user.goneSince !== undefined && !held.some(({ address }) => sent.has(address))) {
      const address = `outside ${user.userId}`;
      outside.set(address, [nothing]);
      return new TableAccount({ userId: user.userId, held: [{ ...ever, address }] }, input);
    }
    const isAlone = isOnRoster(user) && owners.get(key)?.length === 1 && !exempt.emails.has(key);
    return new TableAccount(
      {
        userId: user.userId,
        held,
        ...unheldIn(exempt, { key, held }),
        sendTo: isAlone ? user.email?.trim() : undefined,
      },
      input,
    );
  });
  return { all, outside };
}

function isOnRoster({ email, goneSince }: KnownUser): boolean {
  return email !== undefined && goneSince === undefined;
}

/** The limit of a person who is or was exempt may have been lifted, also under a former address. */
function unheldIn(
  { emails, exemptUntil }: ExemptPeople,
  { key, held }: { readonly key: string; readonly held: Account['held'] },
): { readonly unheldUntilMs?: number } {
  if (emails.size + exemptUntil.size === 0) {
    return {};
  }
  const ends = held.map(({ address, untilMs }) => {
    const ended = exemptUntil.get(address);
    const endMs = emails.has(address) ? Infinity : ended === undefined ? -Infinity : Date.parse(ended);
    return address === key ? endMs : Math.min(endMs, untilMs);
  });
  const unheldUntilMs = Math.max(...ends);
  return unheldUntilMs === -Infinity ? {} : { unheldUntilMs };
}

/** A class, for there are very many: each user's days are a view of one buffer, created on request. */
class TableAccount implements Account {
  readonly userId: string;
  readonly held: Account['held'];
  readonly teams: Account['teams'];
  readonly unheldUntilMs?: number;
  readonly sendTo?: string;
  readonly #use: DailyUse['users'];

  constructor(
    { userId, held, unheldUntilMs, sendTo }: Pick<Account, 'userId' | 'held' | 'unheldUntilMs' | 'sendTo'>,
    { pools, teamOf, moved, day }: CapPlanInput,
  ) {
    const memberId = pools.use.owners?.get(userId) ?? userId;
    const team = teamOf.get(memberId);
    this.userId = userId;
    this.held = held;
    this.teams = moved?.get(memberId) ?? (team === undefined ? noTeams : [{ from: day, team }]);
    this.#use = useOf(pools);
    if (unheldUntilMs !== undefined) {
      this.unheldUntilMs = unheldUntilMs;
    }
    if (sendTo !== undefined) {
      this.sendTo = sendTo;
    }
  }

  get used(): ArrayLike<number> | undefined {
    return this.#use.get(this.userId);
  }
}

const noTeams: Account['teams'] = [];
