import { inheritedFrom } from '../../shared/budgets/budget-title.ts';
import type { ExplanationDocument } from '../../shared/explanation/contract.ts';
import { amountState, describeOver } from '../../shared/kernel/texts/amount-state.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsOver, creditsPhrase, creditsText } from '../../shared/kernel/texts/credits.ts';
import { dayAndMonth, type DayRange, dayText, startText, rangeText } from '../../shared/kernel/time/day.ts';
import type { PoolDocument } from '../../shared/pools/contract.ts';

type Layer = ExplanationDocument['layers'][number];

/** One budget that concerns somebody, in lines: what it is, then where it stands and whether it binds. */
export function describeLayer(layer: Layer): string {
  const { scope, used, topUps, headroom, doesNotBindBecause: idleBecause, share, pool, resetsAt } = layer;
  const range = rangeOf(layer);
  const days = range === undefined ? '' : `, ${describeDays(range)}`;
  const source = inheritedFrom(scope);
  const from = source === undefined ? '' : `, ${source}`;
  const heading = `${idleBecause === null ? '>' : '-'} ${nameOf(layer)}${from}: ${amountOf(layer)}${days}`;
  const isReplaced = idleBecause === 'own-budget-instead' || idleBecause === 'team-default-instead';
  const isOver = pool !== null && amountState(pool) === 'over-budget';
  const left =
    headroom === null || isReplaced ? '' : isOver ? `, ${describeOver(pool)}` : `, ${creditsText(headroom)} left`;
  const whose = scope === 'org' ? ' by the whole organization' : scope.startsWith('team:') ? ' by the whole team' : '';
  const toppedUp = (topUps ?? 0) === 0 ? '' : `, ${creditsText(topUps ?? 0)} more by top-ups`;
  const numbers = range === undefined ? '' : `${creditsOver(used ?? 0, range)} used${whose}${toppedUp}${left}. `;
  const effect =
    idleBecause === null && range === undefined
      ? `It binds already, though it begins on ${dayText(layer.budgetFrom ?? '')}: what its first days have is not given away before.`
      : idleBecause === null
        ? `It binds: ${share === null ? 'it has the least left' : 'of all that bind, it leaves them the least'}.`
        : `It does not bind because ${describeIdle(idleBecause, layer)}.`;
  const turn = pool === null || resetsAt === null ? [] : [`Resets on ${startText(resetsAt.slice(0, 10))}.`];
  const lines = [`${numbers}${effect}`, ...describePoolLayer(layer), ...turn, ...ownerLine(layer)];
  return [heading, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** The current window; undefined before the budget is in force. */
function rangeOf({ from, through }: Layer): DayRange | undefined {
  return from === null || through === null ? undefined : { from, through };
}

/** Of a pool it is said in place: whoever is bound by another budget may still have to ask for more of it. */
function ownerLine({ pool, owners }: Layer): readonly string[] {
  return pool === null || owners.length === 0 ? [] : [`Owners: ${owners.join(', ')}.`];
}

/** A budget as people call it: `default month`. */
export function nameOf({ scope, window }: { readonly scope: string; readonly window: string }): string {
  return `${scope} ${window}`;
}

/** A span of days: one day by itself. */
export function describeDays({ from, through }: DayRange): string {
  return rangeText({ from, through });
}

function amountOf({ amount }: Layer): string {
  return amount === 'unlimited' ? 'unlimited' : `${creditsPhrase(amount)}`;
}

function describeIdle(reason: string, { budgetFrom, budgetTo, pool }: Layer): string {
  switch (reason) {
    case 'not-yet-in-force':
      return `it is in force from ${budgetFrom ?? ''} only`;
    case 'no-longer-in-force':
      return `it was in force through ${budgetTo ?? ''} only`;
    case 'own-budget-instead':
      return 'a budget of their own takes the place of the default';
    case 'team-default-instead':
      return 'the default of their team takes its place';
    case 'only-alerts':
      return 'it only alerts (mode alert)';
    case 'only-observes':
      return 'it only observes (mode observe)';
    case 'invalid-budget':
      return 'another budget that concerns them cannot be read, and the limit stays unchanged until then';
    case 'unlimited':
      return 'it is unlimited';
    case 'as-much-left':
      return pool !== null
        ? 'another that leaves them as much comes first'
        : 'as much is left of it as of the one that does, which comes first';
    case 'more-left':
      return 'another budget leaves them less';
    default:
      return reason.replaceAll('-', ' ');
  }
}

/** What there is to say of a budget because several people share it: one's share, and what is promised. */
function describePoolLayer({ scope, pool, share, doesNotBindBecause }: Layer): readonly string[] {
  if (pool === null) {
    return [];
  }
  const members = pool.members === 1 ? 'the one member' : `the ${grouped(pool.members)} members`;
  const whose = scope === 'org' ? 'the organization' : scope.replace(/^team:/u, 'team ');
  return [
    `Shared by ${members} of ${whose}. ${shareWords(share, doesNotBindBecause === null)}`,
    ...reservedWords(pool, share),
    ...guaranteeWords(pool),
  ];
}

function shareWords(share: Layer['share'], decides: boolean): string {
  if (share === null) {
    return 'They have no share of it while no limit may be set for them; what their limit allows is counted.';
  }
  if (!decides) {
    return 'What this person uses counts in it too.';
  }
  const { credits, target } = share;
  const later =
    target > credits
      ? ` It is to come to ${creditsText(target)}: what limits lowered tonight set free is there once the figures show that it was not used.`
      : '';
  return `Their share of what is left is ${creditsText(credits)} now, and moves every night with what its members used and may want.${later}`;
}

/** What of the pool is theirs before the rest is divided, and what is others'. */
function reservedWords(pool: PoolDocument, share: Layer['share']): readonly string[] {
  const { asked, reserved } = share ?? { asked: 0, reserved: 0 };
  const forOthers = pool.reserved - reserved;
  const short = reserved < asked ? ` of ${creditsText(asked)}, for no more fits in` : '';
  return [
    ...(asked > 0 ? [`Reserved for them beyond their use: ${creditsText(reserved)}${short}.`] : []),
    ...(forOthers > 0 ? [`${creditsText(forOthers)} of it is reserved for others.`] : []),
  ];
}

/** What the guard says of this window, and of the next where that is not kept yet; then the most that can be used. */
function guaranteeWords({ verdict, next, worstCase, amount, guarantee }: PoolDocument): readonly string[] {
  const factor = guarantee === 'strict' ? '' : `overcommit ${guarantee.overcommit}: `;
  const most = `at most ${worstCase === null ? 'no limit' : creditsText(worstCase)}`;
  const words = verdict?.detail ?? `Not guaranteed, on purpose: ${factor}${most} in the worst case.`;
  const bound =
    verdict === null || worstCase === null ? '' : ` Worst case: ${creditsText(worstCase)} of ${creditsText(amount)}.`;
  const later = next.flatMap((one) =>
    one.verdict === null || one.verdict.kind === 'kept' ? [] : [`From ${dayAndMonth(one.from)}: ${one.verdict.detail}`],
  );
  return [`${words}${bound}`, ...later];
}
