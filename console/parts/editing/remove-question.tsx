import type { ApiProblem } from '../../api/problem.ts';
import { ImpactWarnings } from '../impact/impact-details.tsx';
import { ImpactQuestion } from '../impact/impact-question.tsx';
import { useImpact, type ProposedEdit } from '../impact/use-impact.ts';

interface RemoveQuestionProps {
  readonly question: string;
  readonly edit: ProposedEdit;
  readonly isBusy: boolean;
  readonly problem: ApiProblem | null;
  /** `agreed`: what the API gives to whoever has seen the numbers. */
  readonly onRemove: (agreed: string) => void;
  readonly onLeave: () => void;
}

/** Asks with the numbers before a record is removed that limits depend on. */
export function RemoveQuestion({ question, edit, isBusy, problem, onRemove, onLeave }: RemoveQuestionProps) {
  const impact = useImpact(edit);
  const { answer } = impact;
  return (
    <ImpactQuestion
      action="Remove"
      isBusy={isBusy}
      onCancel={onLeave}
      onConfirm={() => answer !== undefined && onRemove(answer.agreed)}
      problem={problem ?? impact.problem}
      question={question}
      stopped={answer?.impact.stopped}
      {...(answer !== undefined && { changed: answer.impact.changes.length })}
    >
      {answer !== undefined && <ImpactWarnings impact={answer.impact} />}
    </ImpactQuestion>
  );
}
