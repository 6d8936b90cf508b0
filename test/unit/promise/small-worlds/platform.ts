import { addDays, dayOf, msPerMinute } from '../../../../shared/kernel/time/day.ts';
import type { Change, Facts } from '../../../../shared/promise/facts.ts';
import type { Scenario, TrueAccount, World } from './world.ts';

/** What becomes of a PUT. */
export const fates = ['applied', 'lost-applied', 'lost', 'refused'] as const;
export type Fate = (typeof fates)[number];

/** What somebody without a limit takes at once: enough to pass any pool. */
const withoutLimit = 3;

export function setLimits(world: World, changes: readonly Change[], about: { fate: Fate; facts: Facts }): World {
  const { fate, facts } = about;
  const { nowMs, earlierMs, laterMs } = facts.moment;
  const isApplied = fate === 'applied' || fate === 'lost-applied';
  const wanted = new Map(changes.map(({ email, limitCredits }) => [email, limitCredits]));
  const accounts = world.accounts.map((account) => {
    const credits = wanted.get(account.address);
    const fromMs = world.nowMs + facts.restsOn.delayMs;
    return credits === undefined || !isApplied
      ? account
      : { ...account, limits: [...account.limits.filter((limit) => limit.fromMs < fromMs), { fromMs, credits }] };
  });
  // The platform knows nobody under an address that nobody has.
  const isThere = (email: string) => world.accounts.some(({ address }) => address === email);
  const sent = { ...world.known.sent };
  for (const { email, limitCredits: credits } of changes) {
    if (fate !== 'refused' && (fate !== 'applied' || isThere(email))) {
      const outcome = fate === 'applied' ? ('confirmed' as const) : ('unknown' as const);
      const one = { credits, sentMs: nowMs - earlierMs, answeredMs: nowMs + laterMs, outcome };
      sent[email] = [...(sent[email] ?? []), one];
    }
  }
  return { ...world, accounts, known: { ...world.known, sent } };
}

/** An account takes all that it is let. */
export function consume(world: World, scenario: Scenario, index: number): World {
  const account = world.accounts[index];
  if (account === undefined) {
    return world;
  }
  const limit = account.limits.findLast(({ fromMs }) => fromMs <= world.nowMs)?.credits ?? Infinity;
  const left = limit - countedBy(account, world, scenario);
  const turn = limit > 0 && left > 0 ? scenario.inFlight : 0;
  const credits = limit === Infinity ? withoutLimit : Math.max(0, left + turn);
  const day = dayOf(world.nowMs);
  const used = { ...account.used, [day]: (account.used[day] ?? 0) + credits };
  return credits === 0 ? world : { ...world, accounts: world.accounts.with(index, { ...account, used }) };
}

/** The days since the platform began to count: its own calendar, by steps of a day. */
function countedBy({ used }: TrueAccount, { nowMs }: World, { anchorDay }: Scenario): number {
  let day = dayOf(nowMs);
  let counted = used[day] ?? 0;
  while (!isTurn(day, anchorDay)) {
    day = addDays(day, -1);
    counted += used[day] ?? 0;
  }
  return counted;
}

function isTurn(day: string, anchorDay: number): boolean {
  const isLast = addDays(day, 1).endsWith('-01');
  const number = Number(day.slice(8));
  return number === anchorDay || (isLast && number < anchorDay);
}

export function later(world: World, minutes: number): World {
  return { ...world, nowMs: world.nowMs + minutes * msPerMinute };
}
