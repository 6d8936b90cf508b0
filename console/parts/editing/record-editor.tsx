import './editing.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import TimeInput from '@cloudscape-design/components/time-input';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { ImpactSummary, impactText } from '../impact/impact-summary.tsx';
import type { ImpactRead } from '../impact/use-impact.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { countedText } from '../texts/amounts.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import type { RecordForm, Choices, Draft } from './record-form.ts';
import type { DraftState } from './use-draft.ts';

interface RecordEditorProps<Field extends string> {
  readonly form: RecordForm<Field>;
  readonly state: DraftState<Field>;
  /** What it is: `budget`. */
  readonly what: string;
  readonly title: string;
  /** The draft differs from what stands. */
  readonly isChanged: boolean;
  /** It may be saved, once it is known what it would do. */
  readonly isReady: boolean;
  /** The call that saves it. */
  readonly save: { readonly isPending: boolean; readonly error: ApiProblem | null };
  /** What the draft would do to limits; absent for a record that changes none by itself. */
  readonly impact?: ImpactRead;
  /** `agreed`: what the API gives to whoever has seen the impact. */
  readonly onSubmit: (agreed: string) => void;
  /** The fields. */
  readonly children: ReactNode;
  /** What it would do, where not its impact alone. */
  readonly beside?: ReactNode;
}

/** Edits one record. What the draft would do stands beside it while somebody types, and is saved exactly so. */
export function RecordEditor<Field extends string>(props: RecordEditorProps<Field>) {
  const { form, state, what, title, isChanged, save, impact, children, onSubmit } = props;
  const isReady = props.isReady && (impact === undefined || impact.answer !== undefined);
  const stopped = impact?.answer?.impact.stopped.length ?? 0;
  const { beside = impact && <ImpactBeside impact={impact} isChanged={isChanged} /> } = props;
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
                form={form}
                onContinue={state.rebase}
                onTakeTheirs={state.reset}
                what={what}
              />
            )}
            {children}
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

interface DraftFieldsProps<Field extends string> {
  readonly form: RecordForm<Field>;
  readonly draft: Draft<Field>;
  /** What is wrong, by field; beside the field once something stands in it. */
  readonly problems: Readonly<Partial<Record<Field, string>>>;
  readonly choices: Readonly<Partial<Record<Field, Choices>>>;
  readonly onChange: (field: Field, text: string) => void;
}

/** Some fields of a record, one below the other. */
export function DraftFields<Field extends string>(
  props: DraftFieldsProps<Field> & { readonly fields: readonly Field[] },
) {
  return (
    <SpaceBetween size="s">
      {props.fields.map((field) => (
        <DraftField {...props} field={field} key={field} />
      ))}
    </SpaceBetween>
  );
}

interface FieldProps<Field extends string> extends DraftFieldsProps<Field> {
  readonly field: Field;
}

function DraftField<Field extends string>(props: FieldProps<Field>) {
  const { form, field, draft, problems } = props;
  const { label, help } = form.labels[field];
  const problem = problems[field];
  return (
    <FormField
      constraintText={help}
      label={label}
      stretch
      {...(problem !== undefined && draft[field] !== '' && { errorText: problem })}
    >
      <Control {...props} />
    </FormField>
  );
}

const rowsShown = 4;
const rowsLong = 12;

function Control<Field extends string>({ form, field, draft, choices, onChange }: FieldProps<Field>) {
  const options = choices[field]?.map(([value, label]) => ({ value, label }));
  const value = draft[field];
  if (options !== undefined) {
    return (
      <Select
        onChange={({ detail }) => onChange(field, detail.selectedOption.value ?? '')}
        options={options}
        selectedOption={options.find((option) => option.value === value) ?? null}
      />
    );
  }
  const { control } = form.labels[field];
  if (control === 'time') {
    return <TimeInput format="hh:mm" onChange={({ detail }) => onChange(field, detail.value)} value={value} />;
  }
  return control !== undefined ? (
    <Textarea
      onChange={({ detail }) => onChange(field, detail.value)}
      rows={control === 'long' ? rowsLong : rowsShown}
      spellcheck={false}
      value={value}
    />
  ) : (
    <Input onChange={({ detail }) => onChange(field, detail.value)} spellcheck={field === 'note'} value={value} />
  );
}
