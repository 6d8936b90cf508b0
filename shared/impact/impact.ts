import { budgetKey, isInForce, type BudgetTerms } from '../budgets/budget.ts';
import { personalBudgets } from '../budgets/personal-budgets.ts';
import { formatScope } from '../budgets/scope.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import type { Stop } from '../caps/stops.ts';
import { poolOutlooks, type PoolOutlook } from '../explanation/pool-outlook.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { counted, grouped } from '../kernel/texts/amounts.ts';
import { creditsText } from '../kernel/texts/credits.ts';
import { dayAndMonth, type Day } from '../kernel/time/day.ts';
import { budgetWarnings, holdersOf } from './budget-warnings.ts';
import type { ImpactWarning, WarningKind } from './impact-warning.ts';
import { limitEffects, type LimitEffects, type LimitEffect } from './limit-effects.ts';
import { newPastStops, type PastStops } from './past-stops.ts';
import type { BothSides, JudgedSide, ImpactSide } from './planned-limits.ts';
import { editedScopes, type ProposedEdits } from './proposed-edits.ts';
import { teamWarnings } from './team-warnings.ts';

export interface Impact extends LimitEffects {
  readonly stopped: readonly Stop[];
  readonly freed: readonly Stop[];
  readonly pools: readonly (PoolOutlook & { readonly amountBeforeCredits?: number })[];
  readonly warnings: readonly ImpactWarning[];
  readonly past: PastStops;
  /** Why the edits need a confirmation, a clause each; empty if they harm no one. */
  readonly harms: readonly string[];
}

interface Timing {
  /** The UTC day of the run, if not today. */
  readonly from?: Day | undefined;
  /** Where the plan waits for approval: the user ids whose limits do not wait. */
  readonly besideHold?: ReadonlySet<string> | undefined;
}

/** Compares a run's results with and without the edits. */
export function decideImpact(edits: ProposedEdits, sides: BothSides, timing: Timing = {}): Impact {
  const { without, after } = sides;
  const moved = limitEffects(without.planned, after.planned, after.input.limits);
  const stopped = onlyIn(after.planned.stops, without.planned.stops);
  return {
    ...moved,
    stopped,
    freed: freedIn(sides),
    pools: poolsOf(sides),
    warnings: newWarnings(edits, sides),
    past: newPastStops(edits, sides),
    harms: harmsOf(edits, sides, { ...timing, effects: moved.effects, stopped }),
  };
}

function onlyIn(stops: readonly Stop[], others: readonly Stop[]): readonly Stop[] {
  const known = new Set(others.map(({ userId }) => userId));
  return stops.filter(({ userId }) => !known.has(userId));
}

/** An exemption lifts nothing: the limit that stops a person stays. */
function freedIn({ without, after }: BothSides): readonly Stop[] {
  const exempt = new Set(
    after.planned.decisions.flatMap(({ userId, reason }) => (reason === 'exempt' ? [userId] : [])),
  );
  return onlyIn(without.planned.stops, after.planned.stops).filter(({ userId }) => !exempt.has(userId));
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

/** Warnings that existed before and are unrelated to the edits are not repeated. */
function newWarnings(edits: ProposedEdits, { without, after }: BothSides): readonly ImpactWarning[] {
  const known = new Set(keptWarnings(without).map(({ text }) => text));
  const edited = editedScopes(edits);
  return warningsOf(after).filter(({ scope = '', text }) => edited.has(scope) || !known.has(text));
}

/** Returns what is odd about the rules at a moment. Used-up budgets of people are no news. */
export function existingWarnings(side: JudgedSide): readonly ImpactWarning[] {
  const budgets = side.input.budgets.filter(({ mode }) => mode === 'enforce');
  return warningsOf({ ...side, input: { ...side.input, budgets } }).filter(({ kind }) => !isUsual.has(kind));
}

const isUsual: ReadonlySet<WarningKind> = new Set(['below-used', 'default-replaced']);

function warningsOf(side: JudgedSide): readonly ImpactWarning[] {
  return [...teamWarnings(side), ...budgetWarnings(side)];
}

/** The side without the edits is compared with several edits. */
const keptWarnings = keptWith(warningsOf);

function harmsOf(
  edits: ProposedEdits,
  sides: BothSides,
  {
    effects,
    stopped,
    from,
    besideHold,
  }: Timing & { readonly effects: readonly LimitEffect[]; readonly stopped: readonly Stop[] },
): readonly string[] {
  const isWaiting = besideHold !== undefined && !stopped.some(({ userId }) => besideHold.has(userId));
  const when = from !== undefined ? '' : isWaiting ? ' once it is approved' : ' at once';
  const harms = [
    ...(stopped.length === 0 ? [] : [`stops ${counted(stopped.length, 'person', 'people')}${when}`]),
    ...poolsLifted(sides),
    ...budgetsLifted(edits, sides.without),
    ...raisesMost(effects, sides.without.planned.creditsByUser.size),
  ];
  return from === undefined ? harms : harms.map((harm) => `${harm} from ${dayAndMonth(from)} on`);
}

function poolsLifted({ without, after }: BothSides): readonly string[] {
  const left = new Set(sharedPoolsOf(after).map(keyOf));
  return sharedPoolsOf(without)
    .filter((pool) => !left.has(keyOf(pool)))
    .map(
      (pool) =>
        `lifts ${keyOf(pool)} (${creditsText(pool.amountCredits)}) from ${counted(pool.memberIds.length, 'person', 'people')}`,
    );
}

function sharedPoolsOf({ planned }: ImpactSide): readonly SharedPool[] {
  return planned.plan.shares.pools.filter(({ isNext, memberIds }) => !isNext && memberIds.length > 0);
}

function keyOf({ scope, window }: SharedPool): string {
  return `${formatScope(scope)} / ${window.kind}`;
}

function budgetsLifted({ budgets }: ProposedEdits, side: ImpactSide): readonly string[] {
  const { input } = side;
  const holders = holdersOf(side, personalBudgets(input.budgets.filter((budget) => isInForce(budget, input.day))));
  return budgets.flatMap((change) => {
    if (change.kind === 'add' || !binds(change.before, input.day)) {
      return [];
    }
    if (change.kind === 'change' && binds(change.after, input.day)) {
      return [];
    }
    const { scope, window } = change.before;
    const bound = holders.get(budgetKey(change.before))?.length ?? 0;
    return bound === 0 ? [] : [`lifts ${formatScope(scope)} / ${window} from ${counted(bound, 'person', 'people')}`];
  });
}

function binds(terms: BudgetTerms, day: Day): boolean {
  return terms.mode === 'enforce' && terms.amount.kind === 'credits' && isInForce(terms, day);
}

/** Fewer people than this are not most of an organization. */
const fewPeople = 3;
/** Redividing a pool moves every limit slightly: a smaller share of a limit needs no confirmation. */
const notableShare = 0.05;

function raisesMost(effects: readonly LimitEffect[], capped: number): readonly string[] {
  const raised = effects.filter(isRaisedNotably).length;
  return raised >= fewPeople && raised * 2 > capped
    ? [`raises the limits of ${grouped(raised)} of ${counted(capped, 'person', 'people')}`]
    : [];
}

function isRaisedNotably({ withoutCredits, toCredits = Infinity }: LimitEffect): boolean {
  return withoutCredits !== undefined && toCredits > withoutCredits * (1 + notableShare);
}
