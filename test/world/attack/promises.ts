import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import type { EnforcementRun } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import type { Account, AttackedPlatform } from './attacked-platform.ts';
import { dayAt, plusDays, windowWith, type CalendarDay, type Days } from './calendar.ts';
import type { TermsBook } from './terms-book.ts';

/** A window of a pool that was said to be kept. */
interface Promised {
  readonly name: string;
  readonly window: Days;
  /** On the window's own terms, as they were when it was said. */
  readonly amountCredits: number;
  /** Whom it is about. The use of others, and of members whom no reading can show, counts as far as it was known. */
  readonly members: ReadonlySet<string>;
  readonly accounts: readonly Account[];
  readonly knownThrough: CalendarDay | undefined;
}

/** By so much clocks may differ that agree. */
const clockToleranceMs = 120_000;

interface Terms {
  readonly settleDays: number;
  readonly anchorDay: number;
  /** The runner's clock is so much ahead of the platform's. */
  readonly aheadMs: number;
}

/** What Curfew said, against what is so. Of Curfew's code nothing counts here: days, windows, terms and sums are the attack's. */
export class Promises {
  /** How often a window was said to be kept, and how often not. */
  readonly counts = { kept: 0, other: 0 };
  readonly #platform: AttackedPlatform;
  readonly #book: TermsBook;
  readonly #terms: Terms;
  readonly #promised = new Map<string, Promised>();
  #teams: ReadonlyMap<string, NonNullable<KnownUser['memberships']>> = new Map();
  #unbounded: ReadonlySet<string> = new Set();

  constructor(platform: AttackedPlatform, book: TermsBook, terms: Terms) {
    this.#platform = platform;
    this.#book = book;
    this.#terms = terms;
  }

  /** Takes a run by its word. `known`: everybody whom the roster has shown, and their teams by day. */
  hear(run: EnforcementRun | undefined, known: readonly KnownUser[]): void {
    this.#teams = new Map(known.map(({ userId, memberships = [] }) => [userId, memberships]));
    const { plan } = run ?? {};
    if (plan === undefined) {
      return;
    }
    const { pools } = plan.shares;
    this.#unbounded = new Set(pools.flatMap(({ unboundedIds }) => unboundedIds));
    const said = new Set(pools.map(nameOf));
    for (const [key, { name }] of this.#promised) {
      if (!said.has(name)) {
        this.#promised.delete(key);
      }
    }
    const ids = new Set(known.map(({ userId }) => userId));
    const knownThrough = plan.dataThrough && plusDays(plan.dataThrough, -this.#terms.settleDays);
    pools.forEach((pool) => this.#take(pool, { ids, knownThrough }));
  }

  #take(
    pool: SharedPool,
    facts: { readonly ids: ReadonlySet<string>; readonly knownThrough: CalendarDay | undefined },
  ): void {
    const name = nameOf(pool);
    const today = this.#today();
    const window = windowWith(pool.window.kind, pool.window.from, this.#terms.anchorDay);
    if (window.from !== pool.window.from || window.through !== pool.window.through) {
      throw new Error(`${name} is said to have a window from ${pool.window.from} through ${pool.window.through}`);
    }
    const amountCredits = this.#amountIn(name, window, today);
    const key = `${name} ${window.from}`;
    if (pool.verdict?.kind !== 'kept' || amountCredits === undefined || this.#platform.isMisdirected) {
      this.counts.other += 1;
      this.#promised.delete(key);
      return;
    }
    this.counts.kept += 1;
    const accounts = this.#platform.accounts.filter(({ userId }) => facts.ids.has(userId));
    const counted = new Set([...pool.memberIds, ...accounts.filter(this.#hasLimit).map(({ userId }) => userId)]);
    const { knownThrough } = facts;
    this.#promised.set(key, { name, window, amountCredits, members: counted, accounts, knownThrough });
  }

  /** By the earliest that clocks may show: by a later one, terms may change while nobody can know that yet. */
  #today(): CalendarDay {
    return dayAt(this.#platform.nowMs + Math.min(0, this.#terms.aheadMs) - clockToleranceMs);
  }

  /** On the first day of the window on which the pool is in force and which is not over. */
  #amountIn(name: string, { from, through }: Days, today: CalendarDay): number | undefined {
    for (let day = from < today ? today : from; day <= through; day = plusDays(day, 1)) {
      const amount = this.#book.amountOn(name, day);
      if (amount !== undefined) {
        return amount;
      }
    }
    return undefined;
  }

  /** A pool has less than it had in the same window: what was promised of it is void until the next run. */
  forgetLowered(): void {
    const today = this.#today();
    for (const [key, { name, window, amountCredits }] of this.#promised) {
      if (today <= window.through && (this.#amountIn(name, window, today) ?? 0) < amountCredits) {
        this.#promised.delete(key);
      }
    }
  }

  isUnbounded(userId: string): boolean {
    return this.#unbounded.has(userId) || this.#promised.size === 0;
  }

  /** Raises the first pool that is overspent in truth although it was promised. */
  check(): void {
    this.forgetLowered();
    if (this.#platform.isMisdirected) {
      // Only the next reading of the roster shows to whom a limit went: docs/pools.md.
      this.#promised.clear();
    }
    const today = this.#today();
    for (const promised of this.#promised.values()) {
      const { name, window, members, accounts, knownThrough } = promised;
      const isCounted = (account: Account): boolean => members.has(account.userId) && !this.#platform.isUnseen(account);
      // A top-up may have begun since.
      const amountCredits = Math.max(promised.amountCredits, this.#amountIn(name, window, today) ?? 0);
      const known = knownThrough === undefined ? undefined : { from: window.from, through: knownThrough };
      const used =
        this.#usedBy(name, window, isCounted) +
        (known === undefined ? 0 : this.#usedBy(name, known, (each) => accounts.includes(each) && !isCounted(each))) +
        (known === undefined || !name.startsWith('org ') ? 0 : this.#platform.unattributedIn(known));
      if (used > amountCredits) {
        const at = new Date(this.#platform.nowMs).toISOString();
        throw new Error(`${name} of ${window.from} was promised ${amountCredits} and has used ${used} by ${at}`);
      }
    }
  }

  /** Limits count for whoever has them, whatever became of the person. */
  readonly #hasLimit = (account: Account): boolean => Number.isFinite(this.#platform.limitNow(account));

  /** Of a team what was used on the days in it: each day is that of the team which was recorded before it. */
  #usedBy(name: string, days: Days, isCounted: (account: Account) => boolean): number {
    const [scope = ''] = name.split(' ');
    const team = scope.startsWith('team:') ? scope.slice('team:'.length) : undefined;
    return this.#platform.accounts.filter(isCounted).reduce((sum, { userId, usedOn }) => {
      const stays = this.#teams.get(userId) ?? [];
      let used = sum;
      for (const [day, credits] of usedOn) {
        const inTeam = team === undefined || (stays.findLast(({ from }) => from <= day) ?? stays[0])?.team === team;
        used += days.from <= day && day <= days.through && inTeam ? credits : 0;
      }
      return used;
    }, 0);
  }
}

function nameOf({ scope, window }: SharedPool): string {
  return `${scope.kind === 'team' ? `team:${scope.name}` : scope.kind} ${window.kind}`;
}

/** Raises what a run had planned and did not send, since the guard did not permit it: what a plan shows is permitted. */
export function checkShown(run: EnforcementRun | undefined): void {
  const problem = run?.outcome.problems.find((each) => each.startsWith('Nothing more was given'));
  if (problem !== undefined) {
    throw new Error(problem);
  }
}

const reserveShare = 0.02;

/**
 * Raises the first person whom a whole night leaves nothing, though they are to get something, while every pool of
 * theirs is covered and keeps more free credits than its reserve and one for each member.
 */
export function checkNeed({ plan }: EnforcementRun): void {
  const raised = new Map(
    plan?.decisions.map((it) => [it.userId, it.kind === 'set' ? it.limitCredits - (it.fromCredits ?? 0) : 0]),
  );
  for (const { userId, targetCredits, headroomCredits } of plan?.shares.byUser.values() ?? []) {
    const pools = plan?.shares.pools.filter(({ memberIds }) => memberIds.includes(userId)) ?? [];
    if (targetCredits > 0 && headroomCredits === 0 && pools.every((pool) => hasIdle(pool, raised))) {
      throw new Error(`${userId} is left nothing, and ${pools.map(({ name }) => name).join(', ')} have credits idle`);
    }
  }
}

function hasIdle(pool: SharedPool, raised: ReadonlyMap<string, number>): boolean {
  const { isCovered, roomCredits, amountCredits, exposureCredits, memberIds } = pool;
  const given = memberIds.reduce((sum, userId) => sum + Math.max(0, raised.get(userId) ?? 0), 0);
  const reserve = Math.ceil(Math.max(0, roomCredits) * reserveShare);
  return isCovered && amountCredits - exposureCredits - given > reserve + memberIds.length;
}
