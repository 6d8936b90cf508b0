import type { Budget } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import type { SharedPool } from '../../caps/shares/divide-shares.ts';
import { poolName, shortGuarantee, toldVerdict } from '../../explanation/describe-pool.ts';
import { turnOf } from '../../explanation/explanation.ts';
import type { IdleReason, LayerFact } from '../../explanation/layer-fact.ts';
import type { PoolOutlook } from '../../explanation/pool-outlook.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { dayAndMonth, type DayRange, startText } from '../../kernel/time/day.ts';

/**
 * One budget that concerns somebody, in lines: what it is, then where it stands and whether it binds. `nameOf` gives a
 * user id as people know them.
 */
export function describeLayer(layer: LayerFact, nameOfUser: (userId: string) => string): string {
  const { budget, window, usedCredits = 0, topUpCredits = 0, headroomCredits, idleBecause } = layer;
  const days = window === undefined ? '' : `, ${describeDays(window)}`;
  const heading = `${idleBecause === undefined ? '>' : '-'} ${nameOf(budget)}: ${amountOf(budget)}${days}`;
  const left = headroomCredits === undefined ? '' : `, ${grouped(headroomCredits)} left`;
  const whose = wholeOf[budget.scope.kind];
  const toppedUp = topUpCredits === 0 ? '' : `, ${grouped(topUpCredits)} more by top-ups`;
  const numbers = window === undefined ? '' : `${grouped(usedCredits)} used${whose}${toppedUp}${left}. `;
  const effect =
    idleBecause === undefined && window === undefined
      ? `It binds already, though it begins on ${budget.from}: what its first days have is not given away before.`
      : idleBecause === undefined
        ? `It binds: ${layer.share === undefined ? 'it has the least left' : 'of all that bind, it leaves them the least'}.`
        : `It does not bind because ${describeIdle(idleBecause, layer)}.`;
  const turn = layer.outlook === undefined || window === undefined ? [] : [`Resets on ${startText(turnOf(window))}.`];
  const lines = [`${numbers}${effect}`, ...describePoolLayer(layer, nameOfUser), ...turn, ...ownerLine(layer)];
  return [heading, ...lines.map((line) => `    ${line}`)].join('\n');
}

const wholeOf = { org: ' by the whole organization', team: ' by the whole team', user: '', default: '' } as const;

/** Of a pool it is said in place: whoever is bound by another budget may still have to ask for more of it. */
function ownerLine({ outlook, budget: { owners } }: LayerFact): readonly string[] {
  return outlook === undefined || owners.length === 0 ? [] : [`Owners: ${owners.join(', ')}.`];
}

/** A budget as people call it: `default month`. */
export function nameOf({ scope, window }: Pick<Budget, 'scope' | 'window'>): string {
  return `${formatScope(scope)} ${window}`;
}

/** A span of days: one day by itself. */
export function describeDays({ from, through }: DayRange): string {
  return from === through ? from : `${from} to ${through}`;
}

function amountOf({ amount }: Budget): string {
  return amount.kind === 'unlimited' ? 'unlimited' : `${grouped(amount.credits)} credits`;
}

function describeIdle(reason: IdleReason, { budget: { from = '', to = '' }, outlook }: LayerFact): string {
  switch (reason) {
    case 'not-yet-in-force':
      return `it is in force from ${from} only`;
    case 'no-longer-in-force':
      return `it was in force through ${to} only`;
    case 'own-budget-instead':
      return 'a budget of their own takes the place of the default';
    case 'only-alerts':
      return 'it only alerts (mode alert)';
    case 'only-observes':
      return 'it only observes (mode observe)';
    case 'invalid-budget':
      return 'another budget that concerns them cannot be read, and the limit stays as it is until then';
    case 'unlimited':
      return 'it is unlimited';
    case 'as-much-left':
      return outlook !== undefined
        ? 'another that leaves them as much comes first'
        : 'as much is left of it as of the one that does, which comes first';
    case 'more-left':
      return outlook !== undefined ? 'another leaves them less' : 'more is left of it';
  }
}

/** What there is to say of a budget because several people share it: one's share, and what is promised. */
function describePoolLayer(
  { outlook, share, idleBecause }: LayerFact,
  nameOf: (userId: string) => string,
): readonly string[] {
  if (outlook === undefined) {
    return [];
  }
  const { pool } = outlook;
  const { length } = pool.memberIds;
  const members = length === 1 ? 'the one member' : `the ${grouped(length)} members`;
  return [
    `Shared by ${members} of ${poolName(pool)}. ${shareWords(share, idleBecause === undefined)}`,
    ...reservedWords(pool, share),
    ...guaranteeWords(outlook, nameOf),
  ];
}

function shareWords(share: LayerFact['share'], decides: boolean): string {
  if (share === undefined) {
    return 'They have no share of it while no limit may be set for them; what their limit allows is counted.';
  }
  if (!decides) {
    return 'What this person uses counts in it too.';
  }
  const { headroomCredits, targetCredits } = share;
  const later =
    targetCredits > headroomCredits
      ? ` It is to come to ${grouped(targetCredits)}: what limits lowered tonight set free is there once the figures show that it was not used.`
      : '';
  return `Their share of what is left is ${grouped(headroomCredits)} now, and moves every night with what its members used and may want.${later}`;
}

/** What of the pool is theirs before the rest is divided, and what is others'. */
function reservedWords({ reserved }: SharedPool, share: LayerFact['share']): readonly string[] {
  const { askedCredits = 0, heldCredits = 0 } = share?.reserved ?? {};
  const forOthers = reserved.heldCredits - heldCredits;
  const short = heldCredits < askedCredits ? ` of ${grouped(askedCredits)}, for no more fits in` : '';
  return [
    ...(askedCredits > 0 ? [`Reserved for them beyond their use: ${grouped(heldCredits)}${short}.`] : []),
    ...(forOthers > 0 ? [`${grouped(forOthers)} of it is reserved for others.`] : []),
  ];
}

/** What the guard says of this window, and of the next where that is not kept yet; then the most that can be used. */
function guaranteeWords(
  { pool, next, worstCaseCredits }: PoolOutlook,
  nameOf: (userId: string) => string,
): readonly string[] {
  const verdict = toldVerdict(pool, nameOf);
  const words = verdict?.detail ?? `Not guaranteed, on purpose: ${shortGuarantee(pool)} in the worst case.`;
  const most =
    verdict === undefined || worstCaseCredits === undefined
      ? ''
      : ` Worst case: ${grouped(worstCaseCredits)} of ${grouped(pool.amountCredits)}.`;
  const later = next.flatMap((one) => {
    const told = toldVerdict(one, nameOf);
    return told === undefined || told.kind === 'kept' ? [] : [`From ${dayAndMonth(one.window.from)}: ${told.detail}`];
  });
  return [`${words}${most}`, ...later];
}
