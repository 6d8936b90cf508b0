import { startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import type { Account, Facts, PoolTerms, Sent } from '../../../shared/promise/facts.ts';

const from: Day = '2026-03-01';
const ever = { fromMs: -Infinity, sureFromMs: -Infinity, sureUntilMs: Infinity, untilMs: Infinity };

/** A moment of a UTC day. */
export function at(day: Day, hour = 0): number {
  return startOfDayMs(day) + hour * 3_600_000;
}

/** Somebody with an address of their own, `NAME@a`. */
export function person(name: string, rest: Partial<Account> = {}): Account {
  return { userId: name, held: [{ address: `${name}@a`, ...ever }], teams: [], sendTo: `${name}@a`, ...rest };
}

/** The same under one address after the other: each from the reading that first showed it, after one that did not. */
export function renamed(name: string, to: string, { unseenMs, seenMs }: { unseenMs: number; seenMs: number }): Account {
  const held = [
    { ...ever, address: `${name}@a`, sureUntilMs: unseenMs, untilMs: seenMs },
    { ...ever, address: to, fromMs: unseenMs, sureFromMs: seenMs },
  ];
  return { userId: name, held, teams: [], sendTo: to };
}

export function sent(credits: number, sentMs: number, outcome: Sent['outcome'] = 'confirmed'): Sent {
  return { credits, sentMs, answeredMs: sentMs + 60_000, outcome };
}

export function pool(rest: Partial<PoolTerms> = {}): PoolTerms {
  return { name: 'org', window: 'month', credits: 100, topUps: [], ...rest };
}

/** At noon of 10 March, with figures through the day before. */
export function someFacts({ moment, restsOn, use, ...rest }: DeepPartial<Facts> = {}): Facts {
  return {
    moment: { nowMs: at('2026-03-10', 12), earlierMs: 0, laterMs: 0, ...moment },
    restsOn: {
      anchorDay: 1,
      delayMs: 1_800_000,
      inFlightCredits: 0,
      creditsPerHour: Infinity,
      unlimitedCredits: 1_000_000,
      ...restsOn,
    },
    use: { from, through: '2026-03-09', beyondRows: [], ...use },
    accounts: [],
    sent: new Map(),
    pools: [pool()],
    ...rest,
  };
}

type DeepPartial<T> = { readonly [K in keyof T]?: K extends 'moment' | 'restsOn' | 'use' ? Partial<T[K]> : T[K] };
