import { shellWord } from '../kernel/texts/shell-word.ts';
import { formatScope, type Scope } from './scope.ts';
import type { WindowKind } from './window.ts';

/** The command that gives a pool so many credits more: a team's by a top-up; the organization has none. */
export function moreForPool(
  {
    scope,
    window,
    amountCredits,
  }: {
    readonly scope: Scope;
    readonly window: WindowKind;
    /** Without the credits, which are whole and not 0. */
    readonly amountCredits: number;
  },
  credits: number,
): string {
  return scope.kind === 'team'
    ? `npx curfew topup add ${shellWord(formatScope(scope))} ${credits} --reason "…"`
    : `npx curfew budgets set ${shellWord(formatScope(scope))} ${window} ${amountCredits + credits}`;
}
