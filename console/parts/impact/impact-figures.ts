import type { OperationDocument } from '../../api/call-api.ts';
import { wordsOf } from '../texts/amounts.ts';

/** A change of one limit. Credits are integers; null is no limit. */
export interface ChangeFigures {
  readonly email: string;
  readonly from: number | null;
  readonly to: number | null;
  /** Why, in few words. */
  readonly why: string;
}

interface CountFigures {
  readonly users: number;
  readonly before: number;
  readonly after: number;
  readonly raised: number;
  readonly lowered: number;
  readonly stopped: number;
  readonly freed: number;
}

export interface PoolFigures {
  readonly scope: string;
  readonly window: string;
  /** Without the edits; undefined where that is not known, null where there was no such pool. */
  readonly amountBefore?: number | null;
  readonly amount: number;
  readonly used: number;
  readonly left: number;
  readonly worstCase: number | null;
  readonly runwayDays: number | null;
  readonly promised: string;
}

/** What a plan would do, in the form in which it is shown. */
export interface ImpactFigures {
  readonly raised: number;
  readonly lowered: number;
  /** Sums of limits; undefined where only changed limits are known. */
  readonly before?: number;
  readonly after?: number;
  readonly stopped: readonly string[];
  readonly stoppedCount: number;
  readonly freed: readonly string[];
  readonly freedCount: number;
  readonly teams: readonly (CountFigures & { readonly team: string | null })[];
  readonly teamsCount: number;
  /** Those that move furthest first. */
  readonly changes: readonly ChangeFigures[];
  readonly changesCount: number;
  readonly pools: readonly PoolFigures[];
  readonly warnings: readonly string[];
}

type PlanDocument = OperationDocument<'showHeldPlan'>;

/** The figures of a plan that was held. */
export function figuresOfPlan(plan: PlanDocument): ImpactFigures {
  const { total, rows } = plan;
  return {
    raised: total?.raised ?? rows.filter(({ from, to }) => from !== null && to > from).length,
    lowered: total?.lowered ?? rows.filter(({ from, to }) => from === null || to < from).length,
    ...(total !== null && { before: total.before, after: total.after }),
    stopped: plan.stopped,
    stoppedCount: total?.stopped ?? plan.stopped.length,
    freed: plan.freed,
    freedCount: total?.freed ?? plan.freed.length,
    teams: plan.teams,
    teamsCount: plan.teamsCount,
    changes: plan.largest.map((change) => ({ ...change, why: wordsOf(change.reason) })),
    changesCount: plan.changes,
    pools: plan.pools,
    warnings: plan.warnings.map(({ text }) => text),
  };
}
