import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState, type ReactNode } from 'react';

import type { DoorProblem } from '../../api/problem.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

interface ReasonQuestionProps {
  readonly question: string;
  readonly children?: ReactNode;
  readonly action: string;
  /** Asks for a reason: it stays with the evidence. */
  readonly reasonLabel?: string;
  readonly isBusy: boolean;
  readonly isReady?: boolean;
  readonly problem: DoorProblem | null;
  readonly onConfirm: (reason: string) => void;
  readonly onLeave: () => void;
}

/** Asks before something is decided, with the reason that stays with it. */
export function ReasonQuestion(props: ReasonQuestionProps) {
  const { question, children, action, reasonLabel, isBusy, isReady = true, problem, onConfirm, onLeave } = props;
  const [reason, setReason] = useState('');
  const isMissing = reasonLabel !== undefined && reason.trim() === '';
  return (
    <Modal
      closeAriaLabel="Leave it"
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button disabled={isBusy} onClick={onLeave}>
              Leave it
            </Button>
            <Button
              disabled={isMissing || !isReady}
              loading={isBusy}
              onClick={() => onConfirm(reason.trim())}
              variant="primary"
            >
              {action}
            </Button>
          </SpaceBetween>
        </Box>
      }
      header={question}
      onDismiss={onLeave}
      visible
    >
      <SpaceBetween size="m">
        {children}
        {reasonLabel !== undefined && (
          <FormField description="It stays with the evidence, under your name" label={reasonLabel}>
            <Textarea onChange={({ detail }) => setReason(detail.value)} rows={3} value={reason} />
          </FormField>
        )}
        {problem && <ProblemAlert problem={problem} />}
      </SpaceBetween>
    </Modal>
  );
}
