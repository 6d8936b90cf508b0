import type { Stop } from '../caps/stops.ts';
import { poolOutlooks, type PoolOutlook } from '../explanation/pool-outlook.ts';
import { budgetWarnings } from './budget-warnings.ts';
import { harmsOf } from './harms.ts';
import type { BothSides, JudgedSide } from './impact-side.ts';
import type { ImpactWarning, WarningKind } from './impact-warning.ts';
import { limitEffects, type LimitEffects } from './limit-effects.ts';
import { newPastStops, type PastStops } from './past-stops.ts';
import { editedScopes, type ProposedEdits } from './proposed-edits.ts';
import { teamWarnings } from './team-warnings.ts';

/** What follows from edits, before they are made. */
export interface Impact extends LimitEffects {
  /** Users whom the edits leave nothing, and who would not be stopped without them. */
  readonly stopped: readonly Stop[];
  /** Users who would be stopped without the edits, and are not with them. */
  readonly freed: readonly Stop[];
  /** The pools as they are with the edits, before any limit is sent; with their amount before, where they were there. */
  readonly pools: readonly PoolImpact[];
  /** What is odd about the edits themselves, or only with them. */
  readonly warnings: readonly ImpactWarning[];
  readonly past: PastStops;
  /** Why nobody makes these edits without being asked, a clause each; none where they harm nobody. */
  readonly harms: readonly string[];
}

interface PoolImpact extends PoolOutlook {
  /** Without the edits; absent where there is no such pool. */
  readonly amountBeforeCredits?: number;
}

/** Compares what a run makes of the rules with the edits and without them. */
export function decideImpact(edits: ProposedEdits, sides: BothSides): Impact {
  const { without, after } = sides;
  const moved = limitEffects(without.planned, after.planned, after.input.limits);
  const stopped = onlyIn(after.planned.stops, without.planned.stops);
  return {
    ...moved,
    stopped,
    freed: onlyIn(without.planned.stops, after.planned.stops),
    pools: poolsOf(sides),
    warnings: newWarnings(edits, sides),
    past: newPastStops(edits, sides),
    harms: harmsOf(edits, sides, { ...moved, stopped: stopped.length }),
  };
}

function onlyIn(stops: readonly Stop[], others: readonly Stop[]): readonly Stop[] {
  const known = new Set(others.map(({ userId }) => userId));
  return stops.filter(({ userId }) => !known.has(userId));
}

function poolsOf({ without, after }: BothSides): Impact['pools'] {
  const before = new Map(without.planned.plan.shares.pools.map(({ name, amountCredits }) => [name, amountCredits]));
  return poolOutlooks(after.planned.plan.shares, after.input.day)
    .filter(({ pool }) => !pool.isNext)
    .map((outlook) => {
      const amountBeforeCredits = before.get(outlook.pool.name);
      return { ...outlook, ...(amountBeforeCredits !== undefined && { amountBeforeCredits }) };
    });
}

/** What was odd before and has nothing to do with the edits is not said again with each of them. */
function newWarnings(edits: ProposedEdits, { without, after }: BothSides): readonly ImpactWarning[] {
  const known = new Set(warningsOf(without).map(({ text }) => text));
  const edited = editedScopes(edits);
  return warningsOf(after).filter(({ scope = '', text }) => edited.has(scope) || !known.has(text));
}

/**
 * What is odd about the rules that bind at a moment, whoever made them so: a team without members, a budget that is over.
 * Who has used up what they have is no news by itself.
 */
export function existingWarnings(side: JudgedSide): readonly ImpactWarning[] {
  const budgets = side.input.budgets.filter(({ mode }) => mode === 'enforce');
  return warningsOf({ ...side, input: { ...side.input, budgets } }).filter(({ kind }) => !isUsual.has(kind));
}

const isUsual: ReadonlySet<WarningKind> = new Set(['below-used', 'default-replaced']);

function warningsOf(side: JudgedSide): readonly ImpactWarning[] {
  return [...teamWarnings(side), ...budgetWarnings(side)];
}
