import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { StopFacts } from '../conditions/condition-event.ts';

export interface WayOn {
  /** What it means for the person, for others, and for spending; absent if it is the only way. */
  readonly meaning?: string;
  readonly command: string;
}

/** Returns the ways on, cheapest first. `whom`: the person as the reader calls them, with verb forms. */
export function waysOn(stop: StopFacts, whom: Whom): readonly WayOn[] {
  const { user, scope, amountCredits, isLeftOver } = stop;
  const overCredits = overOf(stop);
  switch (scope?.kind) {
    case undefined:
      return [
        {
          command:
            isLeftOver === true
              ? `npx curfew explain ${user.email} (why the limit stays; then set a budget, or approve the plan that waits)`
              : 'raise limitCeilingCredits in the settings, or take it out',
        },
      ];
    case 'user':
    case 'default':
      return [{ command: topUp(user.email, stop.needed?.windowCredits ?? suggested(amountCredits, overCredits)) }];
    case 'team':
    case 'org':
      return waysOfPool(stop, scope, whom);
  }
}

/** `you come`, `you get`; `ann@… comes`, `ann@… gets`. */
interface Whom {
  readonly come: string;
  readonly get: string;
}

function waysOfPool(stop: StopFacts, scope: Scope, { come, get }: Whom): readonly WayOn[] {
  const { user, window, amountCredits, usedCredits, ownUsedCredits } = stop;
  const overCredits = overOf(stop);
  const forOne = topUp(user.email, stop.needed?.windowCredits ?? suggested(ownUsedCredits, overCredits));
  const forAll = suggested(amountCredits, overCredits);
  return [
    // Nothing can be reserved in a pool that is used up.
    ...(usedCredits < amountCredits
      ? [
          {
            meaning: `The pool gets no more: ${come} first in it, and others may get less`,
            command: `${forOne} --within-pool`,
          },
        ]
      : []),
    {
      meaning: `The pool gets as much more: ${get} it at once, and nobody gets less`,
      command: `${forOne} --raise-pools`,
    },
    {
      meaning: 'More for everybody in the pool',
      command:
        scope.kind === 'team'
          ? topUp(formatScope(scope), forAll)
          : `npx curfew budgets set org ${window.kind} ${amountCredits + forAll}`,
    },
  ];
}

function topUp(who: string, credits: number): string {
  return `npx curfew topup add ${who} ${credits} --reason "…"`;
}

/** Use above the amount: a smaller top-up lets no one go on. */
function overOf({ usedCredits, amountCredits }: StopFacts): number {
  return Math.max(0, usedCredits - amountCredits);
}

/** Without known usual use: a fifth of the amount, rounded, plus the excess. */
function suggested(amountCredits: number, overCredits: number): number {
  const fifth = Math.max(1_000, amountCredits / 5);
  const unit = 10 ** Math.floor(Math.log10(fifth));
  return (Math.round(fifth / unit) + Math.ceil(overCredits / unit)) * unit;
}
