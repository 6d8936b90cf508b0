import { formatScope } from '../../budgets/scope.ts';
import type { CapPlan } from '../../caps/cap-plan.ts';
import { toldVerdict } from '../../explanation/describe-pool.ts';
import { poolOutlooks, worstCaseOf, type PoolOutlook } from '../../explanation/pool-outlook.ts';
import type { WindowForecast } from '../../forecast/forecast.ts';
import type { ToldVerdict } from '../../permits/describe-verdict.ts';

export function poolDocuments({ shares, decisions, day }: CapPlan) {
  const emails = new Map(decisions.map(({ userId, email }) => [userId, email]));
  return poolOutlooks(shares, day).map((outlook) => poolDocument(outlook, (userId) => emails.get(userId) ?? userId));
}

/** A pool as JSON documents show it. `nameOf` turns a user id into the displayed name. */
export function poolDocument(outlook: PoolOutlook, nameOf: (userId: string) => string) {
  const { pool, leftCredits, allowedCredits, worstCaseCredits, forecast, runwayDays, runsOutOn, promised, next } =
    outlook;
  const { scope, window, amountCredits, knownCredits, topUpCredits, guarantee, memberIds, unboundedIds } = pool;
  return {
    scope: formatScope(scope),
    window: window.kind,
    from: window.from,
    through: window.through,
    amount: amountCredits,
    topUps: topUpCredits,
    used: knownCredits,
    left: leftCredits,
    allowed: allowedCredits,
    worstCase: worstCaseCredits ?? null,
    forecast: forecast === undefined ? null : forecastDocument(forecast),
    runwayDays: runwayDays ?? null,
    runsOutOn: runsOutOn ?? null,
    reserved: pool.reserved.heldCredits,
    members: memberIds.length,
    guarantee: guarantee.kind === 'strict' ? ('strict' as const) : { overcommit: guarantee.factor },
    promised,
    verdict: toldVerdict(pool, nameOf) ?? null,
    unbounded: unboundedIds.map(nameOf),
    next: next.map((later) => ({
      from: later.window.from,
      through: later.window.through,
      amount: later.amountCredits,
      worstCase: worstCaseOf(later) ?? null,
      verdict: toldVerdict(later, nameOf) ?? null,
    })),
  };
}

interface NamesPeople {
  readonly unbounded: readonly string[];
  readonly verdict?: ToldVerdict | null;
  readonly next?: readonly { readonly verdict: ToldVerdict | null }[];
}

const namedMax = 20;

/** A pool with the first of each list of people alone, and how many are unbounded: before it is proven, all may be. */
export function shortPool<P extends NamesPeople>(pool: P) {
  const { unbounded, verdict, next } = pool;
  return {
    ...pool,
    unbounded: first(unbounded),
    unboundedCount: unbounded.length,
    verdict: verdict && shortNames(verdict),
    next: next?.map((later) => ({ ...later, verdict: shortNames(later.verdict) })),
  };
}

function shortNames(verdict: ToldVerdict | null): ToldVerdict | null {
  switch (verdict?.kind) {
    case 'not-bounded': {
      const { because, exempt, doubtful, ...rest } = verdict;
      const some = { because: first(because), exempt: first(exempt) };
      return { ...rest, ...some, doubtful: doubtful && first(doubtful) };
    }
    case 'too-much-allowed':
      return { ...verdict, because: first(verdict.because) };
    case 'kept':
    case 'kept-from':
    case 'broken':
    case undefined:
      return verdict ?? null;
  }
}

function first(names: readonly string[]): readonly string[] {
  return names.slice(0, namedMax);
}

export function forecastDocument({ lowCredits, expectedCredits, highCredits }: WindowForecast) {
  return { low: lowCredits, mean: expectedCredits, high: highCredits };
}

export type PoolDocumentOf = ReturnType<typeof poolDocument>;
