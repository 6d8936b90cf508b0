import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import type { OperationGiven } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { RemoveQuestion } from '../impact/impact-question.tsx';
import { type ProposedEdit, useImpact } from '../impact/use-impact.ts';
import { Question } from '../question.tsx';
import { History } from './history-table.tsx';
import { type Edit, editOf, RecordEditor } from './record-editor.tsx';
import { type RecordForm, versionsOf } from './record-form.ts';
import { type DraftState, type StoredDraft, useDraft } from './use-draft.ts';

/** The operations of each kind of record, and the edits whose impact is shown where limits depend on them. */
const operations = {
  budgets: {
    set: 'setBudget',
    remove: 'removeBudget',
    versions: 'listBudgetVersions',
    proposed: { set: 'set-budget', remove: 'remove-budget' },
  },
  teams: {
    set: 'setTeam',
    remove: 'removeTeam',
    versions: 'listTeamVersions',
    proposed: { set: 'set-team', remove: 'remove-team' },
  },
  records: { set: 'setRecord', remove: 'removeRecord', versions: 'listRecordVersions', proposed: undefined },
} as const;

export interface EditedRecord<Field extends string> {
  readonly calls: keyof typeof operations;
  readonly one: string;
  readonly form: RecordForm<Field>;
  /** The fields that name it; an empty one is not chosen yet. */
  readonly named: Readonly<Record<string, unknown>>;
  /** The kind of a record that shares its operations with other kinds. */
  readonly kind?: string;
  /** What an edit comes to, where no limit depends on it. */
  readonly effect?: (edit: Edit<Field>) => ReactNode;
  /** Of one that stops no one whatever its terms are: what it does. */
  readonly about?: string | undefined;
}

/** What every call about a record gives. The inputs of the operations differ in what names the record alone. */
function addressOf<Field extends string>({ kind, named }: EditedRecord<Field>): OperationGiven<'removeBudget'> {
  return { kind, ...named } as unknown as OperationGiven<'removeBudget'>;
}

/** Edits a record, with what the draft would do beside it. */
export function RecordDraft<Field extends string>(props: {
  readonly edited: EditedRecord<Field>;
  readonly state: DraftState<Field>;
  readonly title: string;
  /** Fields before those of the record: its name, where that is to be chosen. */
  readonly before?: ReactNode;
  /** There is another record of that name already. */
  readonly isThere?: boolean;
  readonly onSaved: () => void;
  /** A concurrent edit won: the record is read again. */
  readonly onStale?: () => void;
}) {
  const { edited, state, title, before, isThere = false, onSaved, onStale } = props;
  const { set, proposed } = operations[edited.calls];
  const save = useChange(set as 'setBudget');
  const { form, named } = edited;
  // Of a new record the form may have the fields that name it, too.
  const beside = Object.entries(named).filter(([name]) => form.fields.every((field) => field.name !== name));
  const drafted = editOf(form, state, Object.fromEntries(beside));
  const said = Object.fromEntries(Object.entries(drafted.said).filter(([name]) => !Object.hasOwn(named, name)));
  const edit = { ...drafted, said, isWanted: drafted.isWanted && !isThere };
  const wanted = proposed && edit.isWanted ? { edit: proposed.set, ...addressOf(edited), said } : undefined;
  const impact = useImpact(wanted as ProposedEdit | undefined);
  return (
    <RecordEditor
      about={edited.about}
      before={before}
      beside={edited.effect?.(edit)}
      edit={edit}
      impact={proposed && impact}
      onSubmit={(agreed) =>
        save.mutate(
          {
            given: { ...addressOf(edited), body: said, agreed: proposed && agreed },
            terms: { seen: state.version },
          },
          { onSuccess: onSaved, onError: ({ kind }) => (kind === 'stale' ? onStale?.() : proposed && impact.again()) },
        )
      }
      save={save}
      title={title}
      what={edited.one}
    />
  );
}

/** The form of a record over its history: a version that is returned to becomes the draft; and its removal. */
export function StoredRecord<Field extends string>(props: {
  readonly edited: EditedRecord<Field>;
  readonly stored: StoredDraft<Field>;
  readonly title: string;
  /** What is said once it is saved. */
  readonly saved?: string;
  readonly removal: Pick<RemovalProps<Field>, 'question' | 'text' | 'path'>;
  readonly onStale: () => void;
}) {
  const { edited, stored, title, saved, removal, onStale } = props;
  const { set, versions: listed } = operations[edited.calls];
  const [mayEdit, mayLook] = [useMay(set), useMay(listed)];
  const state = useDraft(edited.form, stored);
  const versions = useRead<'listBudgetVersions'>(listed as 'listBudgetVersions', addressOf(edited), {
    isWanted: mayLook,
  });
  const [isSaved, setSaved] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  return (
    <SpaceBetween size="l">
      {isSaved && (
        <Alert dismissAriaLabel="Close" dismissible onDismiss={() => setSaved(false)} type="success">
          <div role="status">{saved}</div>
        </Alert>
      )}
      {mayEdit && (
        <RecordDraft
          edited={edited}
          onSaved={() => {
            setSaved(saved !== undefined);
            state.reset();
          }}
          onStale={onStale}
          state={state}
          title={state.base === undefined ? `New ${edited.one}` : title}
        />
      )}
      {mayLook && (
        <History
          form={edited.form}
          onReturn={() => setSaved(false)}
          read={versions}
          state={mayEdit ? state : undefined}
          versions={versionsOf(versions.data?.document.rows ?? [])}
        />
      )}
      {mayEdit && stored.record !== undefined && (
        <div>
          <Button onClick={() => setRemoving(true)}>{`Remove this ${edited.one} …`}</Button>
        </div>
      )}
      {isRemoving && (
        <Removal {...removal} edited={edited} onLeave={() => setRemoving(false)} version={stored.version} />
      )}
    </SpaceBetween>
  );
}

interface RemovalProps<Field extends string> {
  readonly edited: EditedRecord<Field>;
  readonly version: string;
  readonly question: string;
  /** What becomes of what the record did, where limits do not say it. */
  readonly text?: string;
  /** The page that is shown once it is gone. */
  readonly path: string;
  readonly onLeave: () => void;
}

/** Asks with the numbers before a record is removed. */
function Removal<Field extends string>({ edited, version, question, text, path, onLeave }: RemovalProps<Field>) {
  const { remove: operation, proposed } = operations[edited.calls];
  const remove = useChange(operation as 'removeBudget');
  const navigate = useNavigate();
  const address = addressOf(edited);
  const run = (terms: { readonly agreed?: string }): void =>
    remove.mutate(
      { given: { ...address, ...terms }, terms: { seen: version } },
      { onSuccess: () => void navigate(path) },
    );
  return proposed === undefined ? (
    <Question
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() => run({})}
      onLeave={onLeave}
      problem={remove.error}
      question={question}
    >
      {text}
    </Question>
  ) : (
    <RemoveQuestion
      edit={{ edit: proposed.remove, ...address } as unknown as ProposedEdit}
      isBusy={remove.isPending}
      onLeave={onLeave}
      onRemove={(agreed) => run({ agreed })}
      problem={remove.error}
      question={question}
    />
  );
}
