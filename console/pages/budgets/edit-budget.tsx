import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useRead } from '../../api/queries.ts';
import { History } from '../../parts/editing/history-table.tsx';
import { draftOf, type RecordValues } from '../../parts/editing/record-form.ts';
import { useDraft, type Stored } from '../../parts/editing/use-draft.ts';
import type { BudgetWindow } from './budget-row.ts';
import { BudgetEditor } from './edit/budget-editor.tsx';
import { budgetForm, type BudgetField } from './edit/budget-form.ts';

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
        versions={(versions.data?.document.rows ?? [])
          .toReversed()
          .map(({ before, after, ...version }) => ({ ...version, before: valuesOf(before), after: valuesOf(after) }))}
        {...(mayEdit && {
          onReturn: (values: RecordValues<BudgetField>) => {
            setSavedVersion(undefined);
            state.setAll(draftOf(budgetForm, values));
            globalThis.scrollTo({ top: 0 });
          },
        })}
      />
    </SpaceBetween>
  );
}

function valuesOf(terms: Readonly<Record<string, unknown>> | null): RecordValues<BudgetField> | undefined {
  return terms ?? undefined;
}
