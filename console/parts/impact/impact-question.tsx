import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { Question } from '../question.tsx';
import { countedText } from '../texts/amounts.ts';
import { NameText } from '../texts/name-text.tsx';
import { ImpactWarnings } from './impact-summary.tsx';
import { useImpact, type ProposedEdit } from './use-impact.ts';

interface ImpactQuestionProps {
  /** What is about to be done, as a question: `Remove the budget of team:web?` */
  readonly question: string;
  /** Emails of those whom it stops; undefined while that is not known yet. */
  readonly stopped: readonly string[] | undefined;
  /** How many limits change by it. */
  readonly changed?: number;
  /** What else is to be known before: pools, warnings. */
  readonly children?: ReactNode;
  /** What the button says: the verb of the question. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Why it was not done when it was tried. */
  readonly problem?: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const namedMax = 12;

/** Asks before something that may stop people, with the numbers. Nothing can be confirmed before these are known. */
export function ImpactQuestion(props: ImpactQuestionProps) {
  const { question, stopped, changed, children, action, isBusy, problem, onConfirm, onCancel } = props;
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
      <StoppedText stopped={stopped} />
      {changed !== undefined && <Box>{countedText(changed, 'limit')} would change.</Box>}
      {children}
    </Question>
  );
}

function StoppedText({ stopped }: Pick<ImpactQuestionProps, 'stopped'>) {
  if (stopped === undefined) {
    return <div role="status">Computing who would be stopped …</div>;
  }
  if (stopped.length === 0) {
    return <Box>Nobody is stopped by it.</Box>;
  }
  const more = stopped.length - namedMax;
  return (
    <div>
      <b>{countedText(stopped.length, 'person is', 'people are')} stopped by it:</b>
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
