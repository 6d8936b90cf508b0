import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../api/problem.ts';
import { ProblemAlert } from './problem-alert.tsx';

interface QuestionProps {
  readonly question: string;
  readonly children: ReactNode;
  /** The button: the verb of the question. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Confirmation is disabled while false. */
  readonly isReady?: boolean;
  /** Why the last attempt failed. */
  readonly problem?: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation. The first button cancels. */
export function Question(props: QuestionProps) {
  const { question, children, action, isBusy, isReady = true, problem, onConfirm, onLeave } = props;
  return (
    <Modal
      closeAriaLabel="Leave it"
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button disabled={isBusy} onClick={onLeave}>
              Leave it
            </Button>
            <Button disabled={!isReady} loading={isBusy} onClick={onConfirm} variant="primary">
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
        {problem && <ProblemAlert problem={problem} />}
      </SpaceBetween>
    </Modal>
  );
}
