import type { EnforcementRun } from '../../../shared/application/enforcement/enforce-budgets.ts';
import { formatScope } from '../../../shared/domain/budgets/scope.ts';
import type { SharedPool } from '../../../shared/domain/caps/shares/divide-shares.ts';
import { addDays, type Day, type DayRange } from '../../../shared/domain/time/day.ts';
import type { Account, AttackedPlatform } from './attacked-platform.ts';

/** A pool that was said to be kept. */
interface Promised {
  readonly pool: SharedPool;
  /** Whom it is about: others' use counts as far as it is known. */
  readonly members: ReadonlySet<string>;
  readonly others: readonly Account[];
  readonly through: Day | undefined;
}

/** What was promised, against what is so. */
export class Promises {
  count = 0;
  readonly #platform: AttackedPlatform;
  readonly #settleDays: number;
  readonly #promised = new Map<string, Promised>();
  #unbounded: ReadonlySet<string> = new Set();

  constructor(platform: AttackedPlatform, settleDays: number) {
    this.#platform = platform;
    this.#settleDays = settleDays;
  }

  /** Takes a run by its word. `teamOf`: everybody whom the roster has shown, with the team that it showed last. */
  hear(run: EnforcementRun | undefined, teamOf: ReadonlyMap<string, string | undefined>): void {
    const { plan } = run ?? {};
    if (plan === undefined) {
      return;
    }
    this.#unbounded = new Set(plan.shares.pools.flatMap(({ unboundedIds }) => unboundedIds));
    for (const pool of plan.shares.pools.filter(({ isNext }) => !isNext)) {
      const kind = pool.verdict?.kind;
      // On figures in doubt nothing is promised again.
      if (kind === 'kept' && run?.outcome.held?.guard === 'trust-gate') {
        continue;
      }
      if (kind === 'kept') {
        this.count += 1;
        const inScope = this.#platform.accounts.filter(
          ({ userId }) => teamOf.has(userId) && isIn(pool, teamOf.get(userId)),
        );
        const members = new Set([...pool.memberIds, ...inScope.filter(this.#hasLimit).map(({ userId }) => userId)]);
        const others = inScope.filter(({ userId }) => !members.has(userId));
        const through = plan.dataThrough && addDays(plan.dataThrough, -this.#settleDays);
        this.#promised.set(pool.name, { pool, members, others, through });
      } else {
        this.#promised.delete(pool.name);
      }
    }
  }

  /**
   * Raises the first person whom a whole night leaves nothing, though they are to get something, while every pool of
   * theirs is covered and keeps more free credits than its reserve and one for each member.
   */
  checkNeed({ plan }: EnforcementRun): void {
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

  /** A budget was edited: what was promised of it is void until the next run. */
  forget(scopeAndWindow: string): void {
    for (const [name, { pool }] of this.#promised) {
      if (`${formatScope(pool.scope)} ${pool.window.kind}` === scopeAndWindow) {
        this.#promised.delete(name);
      }
    }
  }

  isUnbounded(userId: string): boolean {
    return this.#unbounded.has(userId) || this.#promised.size === 0;
  }

  /** Raises the first pool that is overspent in truth although it was promised. */
  check(): void {
    for (const { pool, members, others, through } of this.#promised.values()) {
      const { window, amountCredits, name } = pool;
      const known = through === undefined || through < window.from ? undefined : { from: window.from, through };
      const used =
        this.#usedBy((account) => members.has(account.userId), window) +
        (known === undefined ? 0 : this.#usedBy((account) => others.includes(account), known)) +
        (known === undefined || pool.scope.kind !== 'org' ? 0 : this.#platform.unattributedIn(known));
      if (used > amountCredits) {
        const at = new Date(this.#platform.nowMs).toISOString();
        throw new Error(`${name} was promised ${amountCredits} and has used ${used} by ${at}`);
      }
    }
  }

  /** Limits count for whoever has them, whatever became of the person. */
  readonly #hasLimit = (account: Account): boolean => Number.isFinite(this.#platform.limitNow(account));

  #usedBy(isCounted: (account: Account) => boolean, window: DayRange): number {
    return this.#platform.accounts
      .filter(isCounted)
      .reduce((sum, account) => sum + this.#platform.usedBy(account, window), 0);
  }
}

function isIn({ scope }: SharedPool, team: string | undefined): boolean {
  return scope.kind === 'org' || (scope.kind === 'team' && scope.name === team);
}

const reserveShare = 0.02;

function hasIdle(pool: SharedPool, raised: ReadonlyMap<string, number>): boolean {
  const { isCovered, roomCredits, amountCredits, exposureCredits, memberIds } = pool;
  const given = memberIds.reduce((sum, userId) => sum + Math.max(0, raised.get(userId) ?? 0), 0);
  const reserve = Math.ceil(Math.max(0, roomCredits) * reserveShare);
  return isCovered && amountCredits - exposureCredits - given > reserve + memberIds.length;
}
