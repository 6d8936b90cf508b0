import { useChange } from '../../api/queries.ts';
import { harmless } from '../../parts/name-text.tsx';
import { ImpactQuestion } from '../../parts/impact/impact-question.tsx';
import { ImpactWarnings } from '../../parts/impact/impact-details.tsx';
import { useImpact } from '../../parts/impact/use-impact.ts';
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
  const { answer, problem } = useImpact({ edit: 'remove-budget', scope, window });
  return (
    <ImpactQuestion
      action="Remove"
      isBusy={remove.isPending}
      onCancel={() => onEnd(false)}
      onConfirm={() => {
        const given = { scope, window, ...(answer !== undefined && { agreed: answer.agreed }) };
        remove.mutate({ given, terms: { seen: version } }, { onSuccess: () => onEnd(true) });
      }}
      problem={remove.error ?? problem}
      question={`Remove the budget of ${harmless(scope)} over a ${window}?`}
      stopped={answer?.impact.stopped}
      {...(answer !== undefined && { changed: answer.impact.changes.length })}
    >
      {answer !== undefined && <ImpactWarnings impact={answer.impact} />}
    </ImpactQuestion>
  );
}
