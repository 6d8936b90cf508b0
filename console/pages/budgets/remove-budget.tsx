import { useChange } from '../../api/queries.ts';
import { RemoveQuestion } from '../../parts/editing/remove-question.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';
import type { BudgetWindow } from './budget-row.ts';

interface RemoveBudgetProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly version: string;
  readonly onEnd: (isDone: boolean) => void;
}

/** Asks with the numbers before a budget is removed. */
export function RemoveBudget({ scope, window, version, onEnd }: RemoveBudgetProps) {
  const remove = useChange('removeBudget');
  return (
    <RemoveQuestion
      edit={{ edit: 'remove-budget', scope, window }}
      isBusy={remove.isPending}
      onLeave={() => onEnd(false)}
      onRemove={(agreed) =>
        remove.mutate({ given: { scope, window, agreed }, terms: { seen: version } }, { onSuccess: () => onEnd(true) })
      }
      problem={remove.error}
      question={`Remove the budget of ${harmless(scope)} over a ${window}?`}
    />
  );
}
