import './editing.css';

import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { countedText } from '../texts/amounts.ts';
import { ImpactSummary, impactText } from '../impact/impact-summary.tsx';
import type { ImpactRead } from '../impact/use-impact.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import type { RecordForm } from './record-form.ts';
import type { DraftState } from './use-draft.ts';

interface RecordEditorProps<Field extends string> {
  readonly form: RecordForm<Field>;
  readonly state: DraftState<Field>;
  /** What it is: `budget`. */
  readonly what: string;
  readonly title: string;
  /** The draft differs from what stands. */
  readonly isChanged: boolean;
  /** It may be saved: valid, and what it would do is known where that is asked for. */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly problem: ApiProblem | null;
  /** How many people it stops. */
  readonly stopped?: number;
  readonly onSubmit: () => void;
  /** The fields. */
  readonly children: ReactNode;
  /** What it would do. */
  readonly beside: ReactNode;
}

/** Edits one record. What the draft would do stands beside it while somebody types, and is saved exactly so. */
export function RecordEditor<Field extends string>(props: RecordEditorProps<Field>) {
  const { form, state, what, title, isChanged, isReady, isBusy, problem, stopped = 0, children, beside } = props;
  return (
    <div className="editing">
      <Container header={<Header variant="h2">{title}</Header>}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) {
              props.onSubmit();
            }
          }}
        >
          <SpaceBetween size="m">
            {state.conflict !== undefined && (
              <ConflictChoice
                conflict={state.conflict}
                form={form}
                onContinue={state.rebase}
                onTakeTheirs={state.reset}
                what={what}
              />
            )}
            {children}
            {problem !== null && problem.kind !== 'stale' && <ProblemAlert problem={problem} />}
            <SpaceBetween direction="horizontal" size="xs">
              <Button disabled={!isReady} formAction="submit" loading={isBusy} variant="primary">
                {stopped > 0 ? `Save and stop ${countedText(stopped, 'person', 'people')}` : 'Save'}
              </Button>
              <Button disabled={!isChanged || isBusy} formAction="none" onClick={state.reset}>
                Discard draft
              </Button>
            </SpaceBetween>
          </SpaceBetween>
        </form>
      </Container>
      <Container header={<Header variant="h2">What it would do</Header>}>{beside}</Container>
    </div>
  );
}

/** Who would be stopped and freed by a draft. */
export function ImpactBeside({ impact, isChanged }: { readonly impact: ImpactRead; readonly isChanged: boolean }) {
  const { shown, answer, problem, isComputing } = impact;
  return (
    <>
      <div className="visually-hidden" role="status">
        {isComputing ? 'Computing what it would do' : answer === undefined ? '' : impactText(answer.impact)}
      </div>
      {problem !== null ? (
        <ProblemAlert onRetry={impact.again} problem={problem} />
      ) : shown === undefined || !isChanged ? (
        <Box color="text-body-secondary">
          {isComputing
            ? 'Computing who would be stopped …'
            : 'Change something, and this shows who would be stopped and freed before it is saved.'}
        </Box>
      ) : (
        <ImpactSummary impact={shown.impact} isOld={isComputing} />
      )}
    </>
  );
}
