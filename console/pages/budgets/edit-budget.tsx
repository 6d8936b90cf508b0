import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import type { BudgetWindow } from './budget-row.ts';
import { BudgetEditor } from './edit/budget-editor.tsx';
import { draftOf } from './edit/draft.ts';
import { useDraft, type Standing } from './edit/use-draft.ts';
import { fieldsOfVersion } from './history.ts';
import { History } from './history-table.tsx';

interface EditBudgetProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly standing: Standing;
  readonly mayEdit: boolean;
  readonly onStale: () => void;
}

/** The form of one budget over its history: a version that is returned to becomes the draft, with its impact. */
export function EditBudget({ scope, window, standing, mayEdit, onStale }: EditBudgetProps) {
  const state = useDraft(standing);
  const [savedVersion, setSavedVersion] = useState<string>();
  const isSaved = savedVersion !== undefined;
  return (
    <SpaceBetween size="l">
      {isSaved && (
        <Alert dismissible onDismiss={() => setSavedVersion(undefined)} type="success">
          <div role="status">Saved. Limits follow within a minute.</div>
        </Alert>
      )}
      {mayEdit && (
        <BudgetEditor
          onSaved={() => {
            setSavedVersion(standing.version);
            state.reset();
          }}
          onStale={onStale}
          scope={scope}
          state={state}
          window={window}
        />
      )}
      <History
        scope={scope}
        window={window}
        {...(mayEdit && {
          onReturn: ({ after }) => {
            setSavedVersion(undefined);
            state.setAll(draftOf(fieldsOfVersion(after) ?? {}));
            globalThis.scrollTo({ top: 0 });
          },
        })}
      />
    </SpaceBetween>
  );
}
