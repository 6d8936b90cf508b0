import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';

import { useChange, useRead } from '../../api/queries.ts';
import { History } from '../../parts/editing/history-table.tsx';
import { editOf, RecordEditor } from '../../parts/editing/record-editor.tsx';
import { type DraftState, useDraft, type StoredDraft } from '../../parts/editing/use-draft.ts';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { budgetForm, budgetFormOf, type BudgetField } from './budget-form.ts';
import type { BudgetWindow } from './budget-row.ts';

interface BudgetEditorProps {
  /** Empty while it is not chosen. */
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly state: DraftState<BudgetField>;
  /** A concurrent edit won: the record is read again. */
  readonly onStale: () => void;
  readonly onSaved: () => void;
  readonly before?: ReactNode;
}

/** Edits one budget, with what the draft would do beside it. */
export function BudgetEditor({ scope, window, state, onStale, onSaved, before }: BudgetEditorProps) {
  const save = useChange('setBudget');
  const edit = editOf(budgetForm, state, { scope, window });
  const { said, isWanted } = edit;
  const impact = useImpact(isWanted ? { edit: 'set-budget', scope, window, said } : undefined);
  return (
    <RecordEditor
      before={before}
      edit={edit}
      impact={impact}
      onSubmit={(agreed) =>
        save.mutate(
          { given: { scope, window, body: said, agreed }, terms: { seen: state.version } },
          { onSuccess: onSaved, onError: ({ kind }) => (kind === 'stale' ? onStale() : impact.again()) },
        )
      }
      save={save}
      title={state.base === undefined ? 'New budget' : 'Edit'}
      what="budget"
    />
  );
}

interface EditBudgetProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly stored: StoredDraft<BudgetField>;
  readonly mayEdit: boolean;
  readonly onStale: () => void;
}

/** The form of one budget over its history: a version that is returned to becomes the draft, with its impact. */
export function EditBudget({ scope, window, stored, mayEdit, onStale }: EditBudgetProps) {
  const state = useDraft(budgetFormOf(scope), stored);
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
