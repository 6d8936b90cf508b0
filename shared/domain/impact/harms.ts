import { isInForce, type BudgetTerms } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import { emailKey } from '../roster/email.ts';
import { counted } from '../texts/counted.ts';
import { grouped } from '../texts/grouped.ts';
import type { Day } from '../time/day.ts';
import type { BothSides, ImpactSide } from './impact-side.ts';
import type { LimitEffect } from './limit-effects.ts';
import type { ProposedEdits } from './proposed-edits.ts';

/** Why edits are not made without asking, a clause each with its numbers; none for edits that harm nobody. */
export function harmsOf(
  edits: ProposedEdits,
  sides: BothSides,
  { effects, stopped }: { readonly effects: readonly LimitEffect[]; readonly stopped: number },
): readonly string[] {
  return [
    ...(stopped === 0 ? [] : [`stops ${counted(stopped, 'person', 'people')} at once`]),
    ...poolsLifted(sides),
    ...budgetsLifted(edits, sides.without),
    ...raisesMost(effects, sides.without.planned.creditsByUser.size),
  ];
}

/** Pools with members that are none any more, whatever edit did it. */
function poolsLifted({ without, after }: BothSides): readonly string[] {
  const left = new Set(poolsOf(after).map(keyOf));
  return poolsOf(without)
    .filter((pool) => !left.has(keyOf(pool)))
    .map(
      (pool) =>
        `lifts ${keyOf(pool)} (${grouped(pool.amountCredits)}) from ${counted(pool.memberIds.length, 'person', 'people')}`,
    );
}

function poolsOf({ planned }: ImpactSide): readonly SharedPool[] {
  return planned.plan.shares.pools.filter(({ isNext, memberIds }) => !isNext && memberIds.length > 0);
}

function keyOf({ scope, window }: Pick<SharedPool, 'scope' | 'window'>): string {
  return `${formatScope(scope)} / ${window.kind}`;
}

/** Own and default budgets that bound somebody and do not any more. */
function budgetsLifted({ budgets }: ProposedEdits, { input, planned }: ImpactSide): readonly string[] {
  const withOwn = new Set(
    input.budgets.flatMap((budget) =>
      budget.scope.kind === 'user' && isInForce(budget, input.day) ? [budget.scope.email] : [],
    ),
  );
  return budgets.flatMap((change) => {
    if (change.kind === 'add' || !binds(change.before, input.day)) {
      return [];
    }
    if (change.kind === 'change' && binds(change.after, input.day)) {
      return [];
    }
    const { scope, window } = change.before;
    const bound = planned.decisions.filter(({ email }) => isAlone(scope, emailKey(email), withOwn)).length;
    return bound === 0 ? [] : [`lifts ${formatScope(scope)} / ${window} from ${counted(bound, 'person', 'people')}`];
  });
}

function binds(terms: BudgetTerms, day: Day): boolean {
  return terms.mode === 'enforce' && terms.amount.kind === 'credits' && isInForce(terms, day);
}

/** Whether a budget binds a user alone; pools are recognized by their members. */
function isAlone(scope: BudgetTerms['scope'], email: string, withOwn: ReadonlySet<string>): boolean {
  return scope.kind === 'user' ? scope.email === email : scope.kind === 'default' && !withOwn.has(email);
}

/** Fewer people than this are not most of an organization. */
const fewPeople = 3;
/** A pool that is divided anew moves everybody by a little: nobody is asked about less than this share of a limit. */
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
