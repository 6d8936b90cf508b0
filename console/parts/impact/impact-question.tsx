import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { Question } from '../question.tsx';
import { countedText } from '../texts/amounts.ts';
import { NameText } from '../texts/name-text.tsx';
import { ImpactWarnings } from './impact-summary.tsx';
import { useImpact, type ProposedEdit } from './use-impact.ts';

interface ImpactQuestionProps {
  /** The action as a question: `Remove the budget of team:web?` */
  readonly question: string;
  /** Emails of people it stops, or the first of `stoppedCount`; undefined until known. */
  readonly stopped: readonly string[] | undefined;
  readonly stoppedCount?: number | undefined;
  readonly changed?: number;
  /** Further facts: pools, warnings. */
  readonly children?: ReactNode;
  /** The button: the verb of the question. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Why the last attempt failed. */
  readonly problem?: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const namedMax = 12;

/** Asks for confirmation of an action that may stop people, with the numbers; disabled until these are known. */
export function ImpactQuestion(props: ImpactQuestionProps) {
  const { question, stopped, stoppedCount, changed, children, action, isBusy, problem, onConfirm, onCancel } = props;
  return (
    <Question
      action={action}
      isBusy={isBusy}
      isReady={stopped !== undefined}
      onConfirm={onConfirm}
      onLeave={onCancel}
      problem={problem ?? null}
      question={question}
    >
      <StoppedText count={stoppedCount ?? stopped?.length} stopped={stopped} />
      {changed !== undefined && <Box>{countedText(changed, 'limit')} would change.</Box>}
      {children}
    </Question>
  );
}

function StoppedText({
  stopped,
  count,
}: {
  readonly stopped: readonly string[] | undefined;
  readonly count: number | undefined;
}) {
  if (stopped === undefined || count === undefined) {
    return <div role="status">Computing who would be stopped …</div>;
  }
  if (count === 0) {
    return <Box>It stops no one.</Box>;
  }
  const more = count - namedMax;
  return (
    <div>
      <b>{countedText(count, 'person is', 'people are')} stopped by it:</b>
      <ul>
        {stopped.slice(0, namedMax).map((email) => (
          <li key={email}>
            <NameText text={email} />
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}

/** Asks for confirmation with the numbers before a record that affects limits is removed. */
export function RemoveQuestion({
  question,
  edit,
  isBusy,
  problem,
  onRemove,
  onLeave,
}: {
  readonly question: string;
  readonly edit: ProposedEdit;
  readonly isBusy: boolean;
  readonly problem: ApiProblem | null;
  /** `agreed`: the API's token for the shown numbers. */
  readonly onRemove: (agreed: string) => void;
  readonly onLeave: () => void;
}) {
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
      stoppedCount={answer?.counts.stopped}
      changed={answer?.counts.changes}
    >
      {answer !== undefined && <ImpactWarnings shown={answer} />}
    </ImpactQuestion>
  );
}
