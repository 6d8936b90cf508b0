import { budgetTitle } from '../../../shared/budgets/budget-title.ts';
import { parseScope } from '../../../shared/budgets/scope.ts';
import type { OperationDocument } from '../../../shared/kernel/contract/contracts.ts';

/** The user's own page from the API. */
export type Own = OperationDocument<'showOwn'>;
export type OwnPerson = NonNullable<Own['person']>;
export type OwnRequest = OwnPerson['requests'][number];

/** A person's present credits. */
export interface OwnStatus {
  readonly kind: 'stopped' | 'freed-soon' | 'low' | 'free' | 'no-limit';
  /** The instant at which it is counted again; absent where nothing is counted. */
  readonly until?: string;
  /** What decides, in words for the person; absent where nothing does. */
  readonly because?: string;
}

const lowShare = 0.1;

/** A budget as the person whom it binds would call it. */
export function budgetName(scope: string, window: Parameters<typeof budgetTitle>[0]['window']): string {
  const parsed = parseScope(scope);
  return parsed === undefined ? scope : budgetTitle({ scope: parsed, window }, 'your');
}

/** What the figures say, the most urgent first. */
export function ownStatusOf({ left, explanation }: OwnPerson): OwnStatus {
  const { verdict, headroom, binding, heldBy, resetsAt } = explanation;
  const because = heldBy === null || heldBy.kind === 'floor' ? decidingBudget(binding) : 'the ceiling of all limits';
  if (left === null) {
    return { kind: 'no-limit', because: verdict === 'limited' ? because : undefined };
  }
  const until = (verdict === 'limited' ? resetsAt : null) ?? left.resetsAt;
  const facts = { until, because };
  if (left.left > 0) {
    return { kind: left.left <= left.limit * lowShare ? 'low' : 'free', ...facts };
  }
  const isRaised = verdict === 'unlimited' || (verdict === 'limited' && (headroom ?? 0) > 0);
  return { kind: isRaised ? 'freed-soon' : 'stopped', ...facts };
}

function decidingBudget(binding: OwnPerson['explanation']['binding']): string | undefined {
  return binding === null ? undefined : budgetName(binding.scope, binding.window);
}

/** Why a person has no limit, in words for them. */
export function noLimitText({ explanation: { verdict, reason } }: OwnPerson): string {
  switch (verdict) {
    case 'limited':
      return 'No limit is in force for you yet: the next run sets it.';
    case 'unlimited':
      return 'Your budget says that you have no limit.';
    case 'left':
      return 'You have left the roster of the platform: nothing is limited, and nothing is counted any more.';
    case 'uncappable':
      return 'No limit can be set for you: the platform gives no address of yours alone. The admins were told.';
    case 'stays':
      return reason === 'exempt'
        ? 'You are exempt: your limit does not change for now.'
        : reason === 'no-budget'
          ? 'No budget is about you, so nothing limits you.'
          : 'Your limit stays unchanged until a budget about you is corrected. The admins were told.';
  }
}
