import { addDays, dayOf, daysOf, msPerMinute, startOfDayMs } from '../../../../shared/kernel/time/day.ts';
import { verdictOn } from '../../../../shared/permits/verdict.ts';
import { addressOf, type Account, type Change, type Facts, type Sent } from '../../../../shared/promise/facts.ts';
import { owed } from '../../../../shared/promise/owed.ts';
import { permit } from '../../../../shared/promise/permit.ts';
import { horizonOf } from '../../../../shared/promise/pool-window.ts';
import { surveyOf, type Survey } from '../../../../shared/promise/potential.ts';
import { setLimits, type Fate } from './platform.ts';
import type { Known, Promised, Scenario, World } from './world.ts';

const delayMinutes = 30;
export const firstDay = '2026-01-01';

/** The questions of the guard; a test takes a clause out of one by another in its place. */
export interface Guard {
  readonly surveyOf: (facts: Facts) => Survey;
  readonly owed: typeof owed;
  readonly permit: typeof permit;
}

export const guard: Guard = { surveyOf, owed, permit };

/** What Curfew knows, as the guard takes it. */
function factsOf({ known, pools, nowMs, aheadMinutes }: World, scenario: Scenario): Facts {
  const through = addDays(known.through, -scenario.settleDays);
  const days = daysOf({ from: firstDay, through: known.through });
  const usedBy = (used: Readonly<Record<string, number>>) => days.map((day) => used[day] ?? 0);
  const accounts = known.accounts.map((account): Account => {
    const { addresses, isOnRoster, teams, used, index } = account;
    const holders = known.accounts.filter((other) => other.isOnRoster && lastOf(other.addresses) === lastOf(addresses));
    return {
      userId: `u${index}`,
      held: addresses.map(({ address, seenMs }, place) => ({
        address,
        fromMs: addresses[place - 1]?.lastMs ?? (seenMs === -1 ? -Infinity : 0),
        sureFromMs: seenMs === -1 ? -Infinity : seenMs,
        sureUntilMs: addresses[place + 1] === undefined ? Infinity : (addresses[place]?.lastMs ?? 0),
        untilMs: addresses[place + 1]?.seenMs ?? Infinity,
      })),
      used: usedBy(used),
      teams,
      ...(isOnRoster && holders.length === 1 && { sendTo: lastOf(addresses) }),
    };
  });
  const aheadMs = aheadMinutes * msPerMinute;
  return {
    moment: { nowMs: nowMs + aheadMs, earlierMs: Math.max(0, aheadMs), laterMs: Math.max(0, 0 - aheadMs) },
    restsOn: {
      anchorDay: scenario.anchorDay,
      delayMs: delayMinutes * msPerMinute,
      inFlightCredits: scenario.inFlight,
      creditsPerHour: Infinity,
      unlimitedCredits: 1_000_000,
    },
    use: {
      from: firstDay,
      through,
      beyondRows: [],
    },
    accounts,
    sent: new Map(Object.entries(known.sent) as [string, readonly Sent[]][]),
    pools,
  };
}

function lastOf(addresses: Known['accounts'][number]['addresses']): string {
  return addresses.at(-1)?.address ?? '';
}

/** A run that sends: first what is owed, then as much as the guard permits for one person, taken from the others. */
export function run(
  world: World,
  scenario: Scenario,
  { fate, favourite, by }: { fate: Fate; favourite: number; by: Guard },
): World {
  const facts = factsOf(world, scenario);
  const survey = by.surveyOf(facts);
  const first = by.owed(survey);
  const wishes = world.isRowUnreadable ? [] : wishesFor(favourite, facts, first);
  const permitted = by.permit(survey, [...first, ...wishes]);
  const changes = new Map<string, Change>();
  for (const { change } of permitted) {
    if (!changes.has(addressOf(change.email))) {
      changes.set(addressOf(change.email), change);
    }
  }
  const after = setLimits(world, [...changes.values()], { fate, facts });
  return withPromises(after, scenario, { isSuccess: fate === 'applied' || changes.size === 0, by });
}

/** The others fall to their use, and the favourite gets all that is permitted. */
function wishesFor(favourite: number, { accounts }: Facts, first: readonly Change[]): readonly Change[] {
  const owing = new Set(first.map(({ email }) => email));
  return accounts.flatMap(({ sendTo, userId, used }): readonly Change[] => {
    if (sendTo === undefined || owing.has(sendTo)) {
      return [];
    }
    const known = Array.from(used ?? []).reduce((sum, credits) => sum + credits, 0);
    return userId === `u${favourite}`
      ? [4, 3, 2, 1].map((limitCredits) => ({ email: sendTo, limitCredits }))
      : [{ email: sendTo, limitCredits: Math.min(known, 4) }];
  });
}

/**
 * What is said to be kept now; what was said before stays said until its horizon, and until that of each run that
 * succeeds, as long as everybody in the pool has a limit that can be lowered.
 */
export function withPromises(
  world: World,
  scenario: Scenario,
  { isSuccess, by }: { readonly isSuccess: boolean; readonly by: Guard },
): World {
  const facts = factsOf(world, scenario);
  const survey = by.surveyOf(facts);
  const untilMs = startOfDayMs(addDays(horizonOf(facts), 1)) - facts.moment.earlierMs;
  const promised: Record<string, Promised> = { ...world.promised };
  for (const potential of survey.potentials) {
    const { pool, window, amountCredits } = potential;
    const name = `${pool.name} ${window.from}`;
    const verdict = verdictOn(potential, survey);
    const before = promised[name];
    if (verdict.kind === 'kept') {
      promised[name] = {
        pool: pool.name,
        ...(pool.team !== undefined && { team: pool.team }),
        from: window.from,
        through: window.through,
        amount: amountCredits,
        untilMs,
        accounts: world.known.accounts.map(({ index }) => index),
      };
    } else if (before !== undefined) {
      const isInTime = facts.moment.nowMs + facts.moment.laterMs + facts.restsOn.delayMs <= before.untilMs;
      const isLasting = isSuccess && isInTime && verdict.kind === 'kept-from';
      promised[name] = { ...before, amount: amountCredits, ...(isLasting && { untilMs }) };
    }
  }
  return { ...world, promised };
}

/** The roster as it is read now, and figures through a day; of the last day, `short` credits are not told yet. */
export function read(world: World, { through, short }: { readonly through: string; readonly short: number }): World {
  const { accounts, known, nowMs } = world;
  const today = dayOf(nowMs);
  const before = new Map(known.accounts.map((account) => [account.index, account]));
  const next = accounts.flatMap((account, index): readonly Known['accounts'][number][] => {
    const earlier = before.get(index);
    if (earlier === undefined && !account.isOnRoster) {
      return [];
    }
    const used = Object.fromEntries(
      Object.entries(account.used).flatMap(([day, credits]) =>
        day > through ? [] : [[day, day === through ? Math.max(0, credits - short) : credits]],
      ),
    );
    if (earlier === undefined) {
      const addresses = [{ address: account.address, seenMs: nowMs, lastMs: nowMs }];
      return [{ index, addresses, isOnRoster: true, teams: [{ from: today, team: account.team }], used }];
    }
    if (!account.isOnRoster) {
      return [{ ...earlier, isOnRoster: false, used }];
    }
    const last = earlier.addresses.at(-1);
    const kept = earlier.addresses.slice(0, -1);
    const addresses =
      last?.address === account.address
        ? [...kept, { ...last, lastMs: nowMs }]
        : [...earlier.addresses, { address: account.address, seenMs: nowMs, lastMs: nowMs }];
    const teams =
      earlier.teams.at(-1)?.team === account.team
        ? earlier.teams
        : [...earlier.teams, { from: today, team: account.team }];
    return [{ ...earlier, isOnRoster: true, addresses, teams, used }];
  });
  return { ...world, known: { ...known, through: through > known.through ? through : known.through, accounts: next } };
}
