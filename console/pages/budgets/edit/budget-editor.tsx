import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

import { useChange } from '../../../api/queries.ts';
import { countedText } from '../../../parts/amounts.ts';
import { ImpactSummary, impactText } from '../../../parts/impact/impact-summary.tsx';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { useImpact, type ImpactRead } from '../../../parts/impact/use-impact.ts';
import type { BudgetWindow } from '../budget-row.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { DraftForm } from './draft-form.tsx';
import { draftProblems, saidOf } from './draft.ts';
import type { DraftState } from './use-draft.ts';

interface BudgetEditorProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly state: DraftState;
  /** What stands is read again: somebody else was quicker. */
  readonly onStale: () => void;
  readonly onSaved: () => void;
  /** Fields before those of the budget: whose it is, where that is to be chosen. */
  readonly before?: ReactNode;
}

/** Edits one budget. What the draft would do stands beside it while somebody types, and is saved exactly so. */
export function BudgetEditor({ scope, window, state, onStale, onSaved, before }: BudgetEditorProps) {
  const save = useChange('setBudget');
  const { draft, base, version, conflict } = state;
  const said = saidOf(base, draft);
  const problems = draftProblems(draft);
  const isSound = Object.keys(problems).length === 0 && scope !== '';
  const isChanged = Object.keys(said).length > 0 && (base !== undefined || isSound);
  const isReady = isSound && isChanged && conflict === undefined;
  const impact = useImpact(isReady ? { edit: 'set-budget', scope, window, said } : undefined);
  const stopped = impact.answer?.impact.stopped.length ?? 0;
  const submit = (): void => {
    if (impact.answer === undefined || !isReady) {
      return;
    }
    const given = { scope, window, body: said, agreed: impact.answer.agreed };
    save.mutate(
      { given, terms: { seen: version } },
      {
        onSuccess: onSaved,
        onError: ({ kind }) => (kind === 'stale' ? onStale() : impact.again()),
      },
    );
  };
  return (
    <div className="budgets-edit">
      <Container header={<Header variant="h2">{base === undefined ? 'New budget' : 'Edit'}</Header>}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <SpaceBetween size="m">
            {before}
            {conflict !== undefined && (
              <ConflictChoice conflict={conflict} onContinue={state.rebase} onTakeTheirs={() => state.reset()} />
            )}
            <DraftForm draft={draft} onChange={state.setField} problems={problems} scope={scope} />
            {save.error !== null && save.error.kind !== 'stale' && <ProblemAlert problem={save.error} />}
            <SpaceBetween direction="horizontal" size="xs">
              <Button
                disabled={!isReady || impact.answer === undefined}
                formAction="submit"
                loading={save.isPending}
                variant="primary"
              >
                {stopped > 0 ? `Save and stop ${countedText(stopped, 'person', 'people')}` : 'Save'}
              </Button>
              <Button disabled={!isChanged || save.isPending} formAction="none" onClick={() => state.reset()}>
                Discard draft
              </Button>
            </SpaceBetween>
          </SpaceBetween>
        </form>
      </Container>
      <ImpactBeside impact={impact} isChanged={isChanged} />
    </div>
  );
}

function ImpactBeside({ impact, isChanged }: { readonly impact: ImpactRead; readonly isChanged: boolean }) {
  const { shown, answer, problem, isComputing } = impact;
  return (
    <Container header={<Header variant="h2">What it would do</Header>}>
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
    </Container>
  );
}
