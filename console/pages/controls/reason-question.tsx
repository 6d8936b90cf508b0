import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import { useState, type ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { Question } from '../../parts/question.tsx';

interface ReasonQuestionProps {
  readonly question: string;
  readonly children?: ReactNode;
  readonly action: string;
  /** The reason is stored with the evidence. */
  readonly reasonLabel?: string;
  readonly isBusy: boolean;
  readonly isReady?: boolean;
  readonly problem: ApiProblem | null;
  readonly onConfirm: (reason: string) => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation with a reason, which is stored. */
export function ReasonQuestion(props: ReasonQuestionProps) {
  const { question, children, action, reasonLabel, isBusy, isReady = true, problem, onConfirm, onLeave } = props;
  const [reason, setReason] = useState('');
  const isMissing = reasonLabel !== undefined && reason.trim() === '';
  return (
    <Question
      action={action}
      isBusy={isBusy}
      isReady={isReady && !isMissing}
      onConfirm={() => onConfirm(reason.trim())}
      onLeave={onLeave}
      problem={problem}
      question={question}
    >
      {children}
      {reasonLabel !== undefined && (
        <FormField description="It stays with the evidence, under your name" label={reasonLabel}>
          <Textarea onChange={({ detail }) => setReason(detail.value)} rows={3} value={reason} />
        </FormField>
      )}
    </Question>
  );
}
