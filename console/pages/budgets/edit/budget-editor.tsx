import Alert from '@cloudscape-design/components/alert';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';

import { useChange, useRead } from '../../../api/queries.ts';
import { History } from '../../../parts/editing/history-table.tsx';
import { DraftFields, RecordEditor } from '../../../parts/editing/record-editor.tsx';
import { saidOf } from '../../../parts/editing/record-form.ts';
import { type DraftState, useDraft, type Stored } from '../../../parts/editing/use-draft.ts';
import { useImpact } from '../../../parts/impact/use-impact.ts';
import type { BudgetWindow } from '../budget-row.ts';
import { budgetChoices, budgetForm, budgetProblems, fieldsFor, type BudgetField } from './budget-form.ts';

interface BudgetEditorProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly state: DraftState<BudgetField>;
  /** What stands is read again: somebody else was quicker. */
  readonly onStale: () => void;
  readonly onSaved: () => void;
  /** Fields before those of the budget: whose it is, where that is to be chosen. */
  readonly before?: ReactNode;
}

/** Edits one budget, with what the draft would do beside it. */
export function BudgetEditor({ scope, window, state, onStale, onSaved, before }: BudgetEditorProps) {
  const save = useChange('setBudget');
  const { draft, base, version, conflict } = state;
  const said = saidOf(budgetForm, base, draft);
  const problems = budgetProblems(draft);
  const isValid = Object.keys(problems).length === 0 && scope !== '';
  const isChanged = Object.keys(said).length > 0 && (base !== undefined || isValid);
  const isWanted = isValid && isChanged && conflict === undefined;
  const impact = useImpact(isWanted ? { edit: 'set-budget', scope, window, said } : undefined);
  return (
    <RecordEditor
      form={budgetForm}
      impact={impact}
      isChanged={isChanged}
      isReady={isWanted}
      onSubmit={(agreed) =>
        save.mutate(
          { given: { scope, window, body: said, agreed }, terms: { seen: version } },
          { onSuccess: onSaved, onError: ({ kind }) => (kind === 'stale' ? onStale() : impact.again()) },
        )
      }
      save={save}
      state={state}
      title={base === undefined ? 'New budget' : 'Edit'}
      what="budget"
    >
      {before}
      <Fields problems={problems} scope={scope} state={state} />
    </RecordEditor>
  );
}

const first: readonly BudgetField[] = ['amount', 'mode', 'note'];
const further: readonly BudgetField[] = [
  'guarantee',
  'reserved',
  'priority',
  'owners',
  'thresholds',
  'forecastAlert',
  'from',
  'to',
];

interface FieldsProps extends Pick<BudgetEditorProps, 'scope' | 'state'> {
  readonly problems: Readonly<Partial<Record<BudgetField, string>>>;
}

/** What is seldom changed stands under “More”. */
function Fields({ scope, state, problems }: FieldsProps) {
  const known = fieldsFor(scope);
  const shown = (fields: readonly BudgetField[]) => (
    <DraftFields
      choices={budgetChoices}
      draft={state.draft}
      fields={fields.filter((field) => known.has(field))}
      form={budgetForm}
      onChange={state.setField}
      problems={problems}
    />
  );
  return (
    <SpaceBetween size="s">
      {shown(first)}
      <ExpandableSection
        defaultExpanded={further.some((field) => problems[field] !== undefined)}
        headerText="More: owners, alerts, days"
      >
        {shown(further)}
      </ExpandableSection>
    </SpaceBetween>
  );
}

interface EditBudgetProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly stored: Stored<BudgetField>;
  readonly mayEdit: boolean;
  readonly onStale: () => void;
}

/** The form of one budget over its history: a version that is returned to becomes the draft, with its impact. */
export function EditBudget({ scope, window, stored, mayEdit, onStale }: EditBudgetProps) {
  const state = useDraft(budgetForm, stored);
  const versions = useRead('listBudgetVersions', { scope, window });
  const [savedVersion, setSavedVersion] = useState<string>();
  const isSaved = savedVersion !== undefined;
  return (
    <SpaceBetween size="l">
      {isSaved && (
        <Alert dismissAriaLabel="Close" dismissible onDismiss={() => setSavedVersion(undefined)} type="success">
          <div role="status">Saved. Limits follow within a minute.</div>
        </Alert>
      )}
      {mayEdit && (
        <BudgetEditor
          onSaved={() => {
            setSavedVersion(stored.version);
            state.reset();
          }}
          onStale={onStale}
          scope={scope}
          state={state}
          window={window}
        />
      )}
      <History
        form={budgetForm}
        read={versions}
        onReturn={() => setSavedVersion(undefined)}
        state={mayEdit ? state : undefined}
        versions={(versions.data?.document.rows ?? []).toReversed()}
      />
    </SpaceBetween>
  );
}
