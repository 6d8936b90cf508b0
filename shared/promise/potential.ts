import { msPerDay, startOfDayMs } from '../kernel/time/day.ts';
import type { Account, Facts, PoolTerms } from './facts.ts';
import { limitsInForce, type InForce } from './limits.ts';
import { poolWindowsOf, type Piece, type PoolWindow } from './pool-window.ts';
import { creditsIn, daysIn, spanOf } from './use.ts';

/** The most that can be used in one window of a pool, if no further PUT ever succeeded. */
export interface Potential extends PoolWindow {
  readonly usedCredits: number;
  /** Used credits, plus what limits allow beyond them. */
  readonly credits: number;
  /** Accounts whose use may count in it. */
  readonly accounts: readonly Account[];
  /** Unbounded accounts. Only what limits let them use is in the sum, and nothing is guaranteed. */
  readonly unbounded: readonly Account[];
}

/** The facts and their consequences, computed once for all queries. */
export interface Survey {
  readonly facts: Facts;
  readonly limitsOf: ReadonlyMap<Account, readonly InForce[]>;
  readonly potentials: readonly Potential[];
}

/** Computes the potential of every window of every strict pool that is open, or opens before the horizon. */
export function surveyOf(facts: Facts): Survey {
  const limitsOf = new Map(facts.accounts.map((account) => [account, limitsInForce(account, facts)]));
  const byTeam = accountsByTeam(facts.accounts);
  const potentials = poolWindowsOf(facts).map((poolWindow): Potential => {
    const { pool } = poolWindow;
    const accounts = pool.team === undefined ? facts.accounts : (byTeam.get(pool.team) ?? []);
    const window = spanOf(poolWindow.window, facts);
    let usedCredits = pool.team === undefined ? creditsIn(facts.use.beyondRows, window) : 0;
    let beyondCredits = 0;
    const unbounded: Account[] = [];
    for (const account of accounts) {
      const limits = limitsOf.get(account) ?? [];
      const most = mostBeyond(account, limits, { facts, poolWindow });
      if (most === Infinity) {
        unbounded.push(account);
      }
      beyondCredits += most < Infinity ? most : mostBeyond(account, finite(limits), { facts, poolWindow });
      for (const days of daysIn(account, pool, { within: window, facts })) {
        usedCredits += creditsIn(account.used, days);
      }
    }
    return { ...poolWindow, usedCredits, credits: usedCredits + beyondCredits, accounts, unbounded };
  });
  return { facts, limitsOf, potentials };
}

/** In their order. There may be thousands of pools, and each account draws on few. */
function accountsByTeam(accounts: readonly Account[]): ReadonlyMap<string, readonly Account[]> {
  const byTeam = new Map<string, Account[]>();
  for (const account of accounts) {
    for (const team of teamsOf(account)) {
      byTeam.set(team, byTeam.get(team) ?? []);
      byTeam.get(team)?.push(account);
    }
  }
  return byTeam;
}

/** The teams whose pools an account draws on, besides those of the organization. */
export function teamsOf({ teams }: Account): ReadonlySet<string> {
  return new Set(teams.flatMap(({ team }) => team ?? []));
}

export function drawsOn({ teams }: Account, { team }: PoolTerms): boolean {
  return team === undefined || teams.some((stay) => stay.team === team);
}

/** Leaves out the absence of a limit. */
export function finite(limits: readonly InForce[]): readonly InForce[] {
  return limits.filter(({ credits }) => credits < Infinity);
}

/** Returns the most that an account can use in a window of a pool under some limits, beyond its reported use. */
export function mostBeyond(
  account: Account,
  limits: readonly InForce[],
  {
    facts,
    poolWindow,
  }: { readonly facts: Facts; readonly poolWindow: { readonly pool: PoolTerms; readonly pieces: readonly Piece[] } },
): number {
  return poolWindow.pieces.reduce(
    (sum, piece) => sum + mostInPiece(account, limits, { facts, pool: poolWindow.pool, piece }),
    0,
  );
}

/** The platform counts all use in its window against a limit; of limits that may be in force the highest bounds. */
function mostInPiece(
  account: Account,
  limits: readonly InForce[],
  { facts, pool, piece }: { readonly facts: Facts; readonly pool: PoolTerms; readonly piece: Piece },
): number {
  const { inFlightCredits, creditsPerHour } = facts.restsOn;
  const startMs = startOfDayMs(facts.use.from);
  const countedCredits = creditsIn(account.used, piece.counted);
  let [most, reportedCredits] = [0, 0];
  for (const days of daysIn(account, pool, { within: piece.days, facts })) {
    const fromMs = Math.max(piece.fromMs, startMs + days.from * msPerDay);
    const untilMs = Math.min(piece.untilMs, startMs + (days.through + 1) * msPerDay);
    reportedCredits += creditsIn(account.used, days);
    for (const limit of limits) {
      if (limit.fromMs < untilMs && limit.untilMs > fromMs) {
        const hours = (Math.min(limit.untilMs, untilMs) - piece.fromMs) / 3_600_000;
        const reach = limit.credits > 0 ? limit.credits + inFlightCredits - countedCredits : 0;
        most = Math.max(most, Math.min(reach, Math.ceil(creditsPerHour * hours) + inFlightCredits));
      }
    }
  }
  return Math.max(0, most - reportedCredits);
}
