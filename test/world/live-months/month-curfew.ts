import { windowAt } from '../../../shared/budgets/window.ts';
import { dayOf, msPerDay, type Day } from '../../../shared/kernel/time/day.ts';
import { freeCredits, type LiveBounds, type TotalsReading } from '../../../shared/live/live-pool.ts';
import { provePool, type ProofTerms } from '../../../shared/live/pool-proof.ts';
import { raiseOf } from '../../../shared/live/read-bound.ts';
import { countSessions, type SessionTotal } from '../../../shared/live/totals/session-total.ts';
import { noTotals, readingsSince, totalsAfter } from '../../../shared/live/totals/totals-state.ts';
import type { PoolAssumptions } from '../../../shared/pools/assumptions.ts';
import { dividePools } from '../../../shared/pools/divide-pools.ts';
import { reachOf } from '../../../shared/pools/exposure/exposure.ts';
import { afterPut, sinceKnown, type LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import { knownUntil, windowsReached, type Moment } from '../../../shared/pools/moment.ts';
import type { LimitChange } from '../../../shared/pools/pool-plan.ts';
import type { Pool } from '../../../shared/pools/pool.ts';
import type { Session } from '../../../shared/sessions/session.ts';
import type { Draw } from '../../support/redaction/draw.ts';
import { delayMinutes, platformWindow, type MonthPlatform } from './month-platform.ts';

export interface MonthPool {
  readonly name: string;
  readonly window: 'month' | 'week' | 'day';
  readonly amount: number;
  readonly members: readonly number[];
}

export interface MonthTerms {
  readonly users: number;
  readonly pools: readonly MonthPool[];
  readonly bounds: LiveBounds;
  readonly scale: number;
  readonly lagMs: number;
  readonly inFlightCredits: number;
  /** A part of the proof that a test takes out. */
  readonly alter?: (terms: ProofTerms) => ProofTerms;
  /** The cap that is kept, where it is another than is said. */
  readonly freeBounds?: LiveBounds;
}

const idOf = (user: number): string => `u${user}`;

/** Curfew in a month: the night divides, and between the nights anybody is given what is provably free. */
export function monthCurfew(terms: MonthTerms, { draw, platform }: { draw: Draw; platform: MonthPlatform }) {
  const { pools, bounds, inFlightCredits } = terms;
  const assumptions: PoolAssumptions = { settleDays: 0, enforcementDelayMinutes: delayMinutes, inFlightCredits };
  const counted = Array.from({ length: terms.users }, (): readonly LimitInForce[] => [
    { limitCredits: 0, fromMs: -Infinity, outcome: 'confirmed' },
  ]);
  let totals = noTotals;
  const sessions = new Map<string, SessionTotal>();
  const gifts = { given: 0, givenByTotals: 0 };

  const momentAt = (nowMs: number, through: Day): Moment => ({
    nowMs,
    knownUntilMs: knownUntil(through, assumptions),
    heldUntilMs: nowMs + msPerDay,
    platformWindow,
  });
  const membersAt = ({ knownUntilMs, nowMs }: Moment, through: Day): readonly DividedMember[] =>
    counted.map((limits, user) => ({
      userId: idOf(user),
      knownCredits: usedThrough(user, windowAt('platform', dayOf(knownUntilMs), platformWindow).from, through),
      reportedCredits: usedThrough(user, windowAt('platform', dayOf(nowMs), platformWindow).from, through),
      limits: sinceKnown(limits, knownUntilMs),
      demand: { activeChance: 1, medianCredits: 1 + draw.below(50), spread: 1 },
    }));
  const usedThrough = (user: number, from: Day, through: Day): number => platform.usedIn(user, { from, through });
  const poolsAt = (moment: Moment, through: Day): readonly Pool[] =>
    pools.flatMap(({ name, window: kind, amount, members }) =>
      windowsReached(kind, moment).map((window) => ({
        name: `${name} from ${window.from}`,
        window,
        amountCredits: amount,
        guarantee: { kind: 'strict' } as const,
        knownCredits: members.reduce((sum, user) => sum + usedThrough(user, window.from, through), 0),
        memberIds: members.map(idOf),
      })),
    );
  const put = (user: number, limitCredits: number, atMs: number): void => {
    const outcome = platform.put(user, limitCredits, atMs);
    const sent = { limitCredits, atMs, outcome, enforcementDelayMinutes: delayMinutes };
    counted[user] = afterPut(counted[user] ?? [], sent);
  };
  const send = (changes: readonly LimitChange[], atMs: number): void =>
    changes.forEach(({ userId, toCredits }) => put(Number(userId.slice(1)), toCredits, atMs));
  const inForceAt = (user: number, nowMs: number): number =>
    (counted[user] ?? []).reduce(
      (most, { limitCredits, untilMs = Infinity }) =>
        untilMs > nowMs ? Math.max(most, reachOf(limitCredits, inFlightCredits)) : most,
      0,
    );

  return {
    given: () => gifts,
    /** The night: lowers, then raises by what the lowers came to. */
    divide(nowMs: number, through: Day): void {
      const moment = momentAt(nowMs, through);
      counted.forEach((limits, user) => (counted[user] = sinceKnown(limits, moment.knownUntilMs)));
      const plan = () =>
        dividePools({
          members: membersAt(moment, through),
          pools: poolsAt(moment, through),
          exposureTerms: { moment, assumptions },
          reserveShare: 0,
        });
      send(plan().lowers, nowMs);
      send(plan().raises, nowMs);
    },
    /** The list of sessions was read whole, or was found not to be. */
    read(listed: ReadonlyMap<string, Session>, span: { beganAtMs: number; endedAtMs: number; isWhole: boolean }): void {
      const { risenCredits, changed, fallenCount } = countSessions(sessions, listed, {
        atMs: span.beganAtMs,
        beforeMs: totals.reading?.beganAtMs,
      });
      changed.forEach((session) => sessions.set(session.sessionId, session));
      const doubts = span.isWhole && fallenCount === 0 ? [] : ['not whole'];
      totals = totalsAfter(totals, { ...span, doubts, sessionCount: listed.size, risenCredits });
    },
    /** Takes from anybody and gives to anybody: hints may say whatever they like. */
    give(nowMs: number, through: Day): void {
      const moment = momentAt(nowMs, through);
      const since = dayOf(moment.knownUntilMs);
      const readings = readingsSince(totals, since).map(({ credits, beganAtMs }): TotalsReading => ({
        credits: credits * terms.scale,
        beganAtMs,
      }));
      const proofTerms: ProofTerms = { moment, assumptions, readings, bounds, lagMs: terms.lagMs };
      const members = membersAt(moment, through);
      const reached = poolsAt(moment, through);
      const proofs = reached.map((pool) => provePool(pool, members, terms.alter?.(proofTerms) ?? proofTerms));
      const free = proofs.map((proof) => freeCredits(proof, terms.freeBounds ?? bounds));
      const exposed = proofs.map(({ amountCredits, worstCaseCredits }) => amountCredits - worstCaseCredits);
      for (let turn = draw.below(3); turn > 0; turn -= 1) {
        const user = draw.below(terms.users);
        const own = reached.flatMap(({ memberIds }, pool) => (memberIds.includes(idOf(user)) ? [pool] : []));
        const most = Math.min(...own.map((pool) => free[pool] ?? 0));
        const amount = draw.below(2) === 0 ? most : draw.below(most + 1);
        const base = Math.max(members[user]?.reportedCredits ?? 0, inForceAt(user, nowMs));
        const limitCredits = base + amount - inFlightCredits;
        if (amount > 0 && limitCredits > 0) {
          const inForceCredits = inForceAt(user, nowMs);
          for (const pool of own) {
            // In a window that has not begun nothing is used yet.
            const raise = raiseOf({ knownCredits: 0, inForceCredits }, reachOf(limitCredits, inFlightCredits));
            free[pool] = (free[pool] ?? 0) - raise;
          }
          gifts.given += amount;
          gifts.givenByTotals += Math.max(0, amount - Math.max(0, Math.min(...own.map((pool) => exposed[pool] ?? 0))));
          put(user, limitCredits, nowMs);
        }
      }
      if (draw.below(3) === 0) {
        const user = draw.below(terms.users);
        const used = members[user]?.reportedCredits ?? 0;
        const inForce = inForceAt(user, nowMs);
        put(user, Math.max(0, Math.min(inForce - inFlightCredits, used + draw.below(inForce + 1))), nowMs);
      }
    },
  };
}
