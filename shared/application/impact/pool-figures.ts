import { formatScope } from '../../domain/budgets/scope.ts';
import type { SharedPool } from '../../domain/caps/divide-shares.ts';
import { mostUsedOf } from '../../domain/caps/pool-promise.ts';

/** Where a pool stands, as the document of an impact shows it. */
export function poolFigures(pool: SharedPool) {
  const { scope, window, amountCredits, knownCredits, lastDayCredits, guarantee } = pool;
  const left = Math.max(0, amountCredits - knownCredits);
  return {
    scope: formatScope(scope),
    window: window.kind,
    amount: amountCredits,
    used: knownCredits,
    left,
    worstCase: mostUsedOf(pool) ?? null,
    // At the pace of the last known day, until the outlook of pools tells it by weekday.
    runwayDays: lastDayCredits === 0 ? null : Math.floor(left / lastDayCredits),
    guarantee: guarantee.kind === 'strict' ? ('strict' as const) : { overcommit: guarantee.factor },
  };
}
