import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isWithin, windowAt } from '../../../shared/budgets/window.ts';
import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import { addDays, dayOf, daysOf, msPerDay, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import { aBudget, credits } from '../../support/domain-samples.ts';
import { anExemption } from '../../support/grants.ts';
import { isSoak, rounds, roundsTimeoutMs } from '../rounds.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { HostilePlatform, type Account } from './hostile-platform.ts';
import { dayBefore, ModelledCurfew, type PutFate } from './modelled-curfew.ts';

const first: Day = '2026-01-20';
const days = daysOf({ from: first, through: '2026-03-05' });

const kinds = ['lose-email', 'twin', 'leave', 'hand-over', 'exempt-and-lift', 'amount', 'edit-run'] as const;
interface HostileEvent {
  readonly kind: (typeof kinds)[number];
  readonly who: number;
  /** Of the amount that stood. */
  readonly factor: number;
  readonly hour: number;
}

const someEvent: fc.Arbitrary<HostileEvent> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat({ max: 5 }),
  factor: fc.constantFrom(0.5, 0.8, 1.2, 2),
  hour: fc.nat({ max: 23 }),
});

const someDay = fc.record({
  event: fc.option(someEvent, { nil: undefined, freq: 3 }),
  isMissed: fc.nat({ max: 7 }).map((n) => n === 0),
  fate: fc.constantFrom<PutFate>('done', 'done', 'done', 'done', 'applied-unknown', 'lost', 'refused'),
});

const someWorld = fc.record({
  anchorDay: fc.constantFrom(1, 1, 15, 31),
  windows: fc.constantFrom(['month'], ['quarter'], ['week'], ['month', 'week']) as fc.Arbitrary<
    readonly ('month' | 'quarter' | 'week')[]
  >,
  hasTeam: fc.boolean(),
  amount: fc.constantFrom(20_000, 60_000),
  wants: fc.array(fc.constantFrom(0, 5, 40, 200, 900), { minLength: 6, maxLength: 6 }),
  starts: fc.array(fc.nat({ max: 40 }), { minLength: 6, maxLength: 6 }),
  settleDays: fc.constantFrom(0, 0, 2, 12),
  days: fc.array(someDay, { minLength: days.length, maxLength: days.length }),
});

type World = typeof someWorld extends fc.Arbitrary<infer T> ? T : never;

/** Every hour of the months, with every event that is drawn; raises what was promised and not kept. */
class HostileMonths {
  readonly #drawn: World;
  readonly #platform: HostilePlatform;
  readonly #curfew: ModelledCurfew;
  readonly #teamOf = new Map<string, string>();
  /** Pools that are promised since the last run, and accounts that Curfew has not seen by then. */
  #promised: readonly SharedPool[] = [];
  #seen: ReadonlySet<string> = new Set();
  #amount: number;
  #promises = 0;
  #dayIndex = 0;

  constructor(drawn: World) {
    this.#drawn = drawn;
    this.#amount = drawn.amount;
    this.#platform = new HostilePlatform(startOfDayMs(first), drawn.anchorDay);
    drawn.wants.forEach((_, index) => this.#join(`u${index}`, `p${index}@acme.example`, index));
    this.#curfew = new ModelledCurfew(this.#platform, this.#budgets(), {
      anchorDay: drawn.anchorDay,
      assumptions: { settleDays: drawn.settleDays, enforcementDelayMinutes: 0, inFlightCredits: 0 },
      teamOf: this.#teamOf,
    });
  }

  /** How often a pool was promised. */
  play(): number {
    for (const [index, day] of days.entries()) {
      this.#dayIndex = index;
      this.#playDay(day);
    }
    return this.#promises;
  }

  #playDay(day: Day): void {
    const { event, isMissed = false, fate = 'done' } = this.#drawn.days[this.#dayIndex] ?? {};
    const midnightMs = startOfDayMs(day);
    const { anchorDay } = this.#drawn;
    const isTurn = windowAt('platform', day, { anchorDay }).from === day;
    const isEve = windowAt('platform', addDays(day, 1), { anchorDay }).from === addDays(day, 1);
    if (isTurn) {
      // The run of 00:05 knows no more than the night before.
      this.#runAt(midnightMs + 5 * minuteMs, { fate: 'done', through: addDays(day, -2) });
    }
    this.#platform.runUntil(midnightMs + 2 * hourMs);
    // The promise at a turn rests on one of its two runs: neither is missed here.
    if (!isMissed || isTurn || isEve) {
      this.#curfew.readRoster(day);
      this.#runAt(midnightMs + 150 * minuteMs, { fate: isEve ? 'done' : fate, through: addDays(day, -1) });
    }
    for (let hour = 3; hour < 24; hour += 1) {
      this.#platform.runUntil(midnightMs + hour * hourMs);
      if (event?.hour === hour) {
        this.#happen(event, midnightMs + hour * hourMs);
      }
    }
    this.#platform.runUntil(midnightMs + 24 * hourMs);
    this.#check(day);
  }

  #runAt(nowMs: number, { fate, through }: { readonly fate: PutFate; readonly through: Day }): void {
    this.#check(dayOf(nowMs));
    this.#curfew.run(nowMs, through, () => fate);
    const { shares } = this.#curfew.plan(nowMs, through);
    this.#promised = shares.pools.filter(({ isCovered, isNext }) => isCovered && !isNext);
    this.#promises += this.#promised.length;
    this.#seen = new Set(this.#curfew.users.map(({ userId }) => userId));
  }

  /** What is promised holds for whoever Curfew knew when it promised. */
  #check(day: Day): void {
    for (const pool of this.#promised) {
      const { window, scope, amountCredits, name } = pool;
      const inWindow = daysOf({ from: window.from < first ? first : window.from, through: day }).filter((each) =>
        isWithin(each, window),
      );
      const used = this.#platform.accounts
        .filter(({ userId }) => this.#seen.has(userId))
        .filter(({ userId }) => scope.kind === 'org' || this.#teamOf.get(userId) === 'web')
        .reduce((sum, { userId }) => sum + this.#platform.usedOf(userId, inWindow), 0);
      if (used > amountCredits) {
        throw new Error(`${name} was promised ${amountCredits} and has used ${used} on ${day}`);
      }
    }
  }

  #happen({ kind, who, factor }: HostileEvent, nowMs: number): void {
    const account = this.#platform.accounts[who];
    const day = dayOf(nowMs);
    switch (kind) {
      case 'lose-email':
        delete account?.email;
        return;
      case 'twin':
        this.#join(`twin-${this.#dayIndex}`, account?.limitedAs.toUpperCase() ?? '', who);
        return;
      case 'leave':
        leave(account, nowMs);
        return;
      case 'hand-over': {
        const address = account?.limitedAs ?? '';
        leave(account, nowMs);
        this.#join(`heir-${this.#dayIndex}`, address, who);
        return;
      }
      case 'exempt-and-lift':
        this.#exempt(account, day, nowMs);
        return;
      case 'amount':
        this.#amount = Math.round(this.#amount * factor);
        this.#curfew.budgets = this.#budgets();
        this.#promised = [];
        this.#runAt(nowMs, { fate: 'done', through: dayBefore(nowMs) });
        return;
      case 'edit-run':
        this.#runAt(nowMs, { fate: 'done', through: dayBefore(nowMs) });
    }
  }

  /** An exemption is an edit: a run from the tables follows before anybody lifts anything. */
  #exempt(account: Account | undefined, day: Day, nowMs: number): void {
    if (account?.email === undefined) {
      return;
    }
    const until = addDays(day, 2);
    const exemption = anExemption({ email: account.email, until, createdAt: new Date(nowMs).toISOString() });
    this.#curfew.exemptions = [...this.#curfew.exemptions, { ...exemption, id: `${this.#dayIndex}` }];
    this.#runAt(nowMs, { fate: 'done', through: dayBefore(nowMs) });
    this.#platform.lift(account.limitedAs);
  }

  #join(userId: string, address: string, index: number): void {
    const wants = this.#drawn.wants[index % 6] ?? 0;
    const startIndex = this.#drawn.starts[index % 6] ?? 0;
    if (this.#drawn.hasTeam && index % 2 === 0) {
      this.#teamOf.set(userId, 'web');
    }
    this.#platform.accounts.push({
      userId,
      email: address,
      limitedAs: address,
      wantsPerHour: () => (this.#dayIndex >= startIndex ? wants : 0),
      isOnRoster: true,
    });
  }

  #budgets() {
    const org = this.#drawn.windows.map((window) =>
      aBudget({ scope: { kind: 'org' }, window, amount: credits(this.#amount) }),
    );
    const team = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(Math.round(this.#amount / 3)) });
    return this.#drawn.hasTeam ? [...org, team] : org;
  }
}

/** Docs/pools.md: whoever is off the roster counts for 31 days, and is taken to be closed after that. */
function leave(account: Account | undefined, nowMs: number): void {
  if (account !== undefined) {
    account.isOnRoster = false;
    account.closesAtMs ??= nowMs + 31 * msPerDay;
  }
}

test(
  'whatever happens to people, limits and budgets, a pool that is promised is not overspent',
  { timeout: roundsTimeoutMs },
  () => {
    let promises = 0;
    fc.assert(
      fc.property(someWorld, (drawn) => {
        promises += new HostileMonths(drawn).play();
      }),
      { ...rounds(40), interruptAfterTimeLimit: roundsTimeoutMs / 2, endOnFailure: !isSoak },
    );

    expect(promises).toBeGreaterThan(0);
  },
);
