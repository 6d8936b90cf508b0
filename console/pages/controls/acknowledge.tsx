import { useState } from 'react';

import { problemOf, type ApiProblem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { countedText } from '../../parts/texts/amounts.ts';
import { ReasonQuestion } from './reason-question.tsx';

/** Acknowledges revisions one by one with the same reason. */
export function Acknowledge({
  revisions,
  onDone,
  onLeave,
}: {
  readonly revisions: readonly number[];
  readonly onDone: () => void;
  readonly onLeave: () => void;
}) {
  const acknowledge = useChange('acknowledgeControls');
  const [left, setLeft] = useState(revisions);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async (reason: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      for (const revision of left) {
        await acknowledge.mutateAsync({ given: { body: { what: String(revision), reason } } });
        setLeft((before) => before.filter((each) => each !== revision));
      }
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ReasonQuestion
      action="Acknowledge"
      isBusy={isBusy}
      onConfirm={(reason) => void confirm(reason)}
      onLeave={onLeave}
      problem={problem}
      question={
        left.length === 1 ? `Acknowledge revision ${left[0]}?` : `Acknowledge ${countedText(left.length, 'revision')}?`
      }
      reasonLabel="Why it is as it should be"
    >
      <div>
        An acknowledged change was looked at and accepted; it is not reported again. It changes nothing on the platform.
      </div>
    </ReasonQuestion>
  );
}
