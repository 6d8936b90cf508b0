import { formatScope } from '../budgets/scope.ts';
import { shellWord } from '../kernel/texts/shell-word.ts';
import type { TopUpTerms } from './top-up.ts';

/** The command that makes a top-up from today through the platform's window, as it can be pasted. */
export function topUpCommand({
  scope,
  credits,
  withinPool,
  raises,
}: Pick<TopUpTerms, 'scope' | 'credits' | 'withinPool' | 'raises'>): string {
  const who = scope.kind === 'user' ? scope.email : formatScope(scope);
  const pools = withinPool === true ? ' --within-pool' : raises === undefined ? '' : ' --raise-pools';
  return `npx curfew topup add ${shellWord(who)} ${credits} --reason "…"${pools}`;
}
