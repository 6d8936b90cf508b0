import './editing.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { ImpactSummary, impactText } from '../impact/impact-summary.tsx';
import type { ImpactRead } from '../impact/use-impact.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { countedText } from '../texts/amounts.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { DraftFields } from './draft-fields.tsx';
import { saidOf, type Faults, type RecordForm } from './record-form.ts';
import type { DraftState } from './use-draft.ts';

/** What a draft comes to. */
export interface Edit<Field extends string> {
  readonly form: RecordForm<Field>;
  readonly state: DraftState<Field>;
  /** The fields that name the record. */
  readonly key: Readonly<Record<string, unknown>>;
  /** The fields that it changes, as the API takes them. */
  readonly said: Readonly<Record<string, unknown>>;
  readonly faults: Faults<Field>;
  /** The draft differs from what stands. */
  readonly isChanged: boolean;
  /** It may be looked at, and saved: it is valid and settled. */
  readonly isWanted: boolean;
}

/** What the draft of a record comes to. `key`: the fields that name it; an empty one is not chosen yet. */
export function editOf<Field extends string>(
  form: RecordForm<Field>,
  state: DraftState<Field>,
  key: Readonly<Record<string, unknown>> = {},
): Edit<Field> {
  const { draft, base, conflict } = state;
  const said = saidOf(form, base, draft);
  const faults = form.faults(draft, key);
  const isNamed = Object.values(key).every((value) => value !== '');
  const isChanged =
    base === undefined ? form.fields.some(({ name, fresh }) => draft[name] !== fresh) : Object.keys(said).length > 0;
  const isValid = Object.keys(faults).length === 0;
  return {
    form,
    state,
    key,
    said,
    faults,
    isChanged,
    isWanted: isChanged && isValid && isNamed && conflict === undefined,
  };
}

interface RecordEditorProps<Field extends string> {
  readonly edit: Edit<Field>;
  /** What it is: `budget`. */
  readonly what: string;
  readonly title: string;
  /** The call that saves it. */
  readonly save: { readonly isPending: boolean; readonly error: ApiProblem | null };
  /** What the draft would do to limits; absent for a record that changes none by itself. */
  readonly impact?: ImpactRead;
  /** `agreed`: the API's token for the shown impact. */
  readonly onSubmit: (agreed: string) => void;
  /** Fields before those of the record: its name, where that is to be chosen. */
  readonly before?: ReactNode;
  /** Of what stops no one whatever its terms are: what it does, until its impact is known. */
  readonly about?: string | undefined;
  /** What it would do, where not its impact alone. */
  readonly beside?: ReactNode;
}

/** Edits a record. The effect is shown during typing, and exactly that is saved. */
export function RecordEditor<Field extends string>(props: RecordEditorProps<Field>) {
  const { edit, what, title, save, impact, about, before, onSubmit } = props;
  const { form, state, isChanged } = edit;
  const isReady = edit.isWanted && (impact === undefined || impact.answer !== undefined);
  const stopped = impact?.answer?.counts.stopped ?? 0;
  const { beside = impact && <ImpactBeside about={about} impact={impact} isChanged={isChanged} /> } = props;
  return (
    <div className="editing">
      <Container header={<Header variant="h2">{title}</Header>}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) {
              onSubmit(impact?.answer?.agreed ?? '');
            }
          }}
        >
          <SpaceBetween size="m">
            {state.conflict !== undefined && (
              <ConflictChoice
                conflict={state.conflict}
                onContinue={state.rebase}
                onTakeTheirs={state.reset}
                what={what}
              />
            )}
            {before}
            <DraftFields
              draft={state.draft}
              faults={edit.faults}
              fields={form.applying(state.draft, edit.key)}
              onChange={state.setField}
            />
            {save.error !== null && save.error.kind !== 'stale' && <ProblemAlert problem={save.error} />}
            <SpaceBetween direction="horizontal" size="xs">
              <Button disabled={!isReady} formAction="submit" loading={save.isPending} variant="primary">
                {stopped > 0 ? `Save and stop ${countedText(stopped, 'person', 'people')}` : 'Save'}
              </Button>
              <Button disabled={!isChanged || save.isPending} formAction="none" onClick={state.reset}>
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
export function ImpactBeside({
  impact,
  isChanged,
  about,
}: {
  readonly impact: ImpactRead;
  readonly isChanged: boolean;
  readonly about?: string | undefined;
}) {
  const { shown, answer, problem, isComputing } = impact;
  return (
    <>
      <div className="visually-hidden" role="status">
        {isComputing ? 'Computing what it would do' : answer === undefined ? '' : impactText(answer.counts)}
      </div>
      {problem !== null ? (
        <ProblemAlert onRetry={impact.again} problem={problem} />
      ) : shown === undefined || !isChanged ? (
        <Box color="text-body-secondary">
          {about ??
            (isComputing
              ? 'Computing who would be stopped …'
              : 'Change something, and this shows who would be stopped and freed before it is saved.')}
        </Box>
      ) : (
        <ImpactSummary shown={shown} isOld={isComputing} />
      )}
    </>
  );
}
