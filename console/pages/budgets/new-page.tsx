import './budgets.css';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { parseScope, scopeForms, scopeKinds, scopeRemedy } from '../../../shared/budgets/scope.ts';
import { RecordDraft } from '../../parts/editing/edited-record.tsx';
import { AlreadyThere } from '../../parts/editing/name-field.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useIsThere } from '../../parts/editing/use-is-there.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { capital } from '../../parts/texts/capital.ts';
import { editedBudget } from './budget-form.ts';
import { budgetPath, windows, type BudgetWindow } from './budget-row.ts';

/** Makes a budget: whose and over which window first, then as any edit. */
export function Page() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [scope, setScope] = useState(search.get('scope') ?? '');
  const [window, setWindow] = useState<BudgetWindow>(windows.find((each) => each === search.get('window')) ?? 'month');
  const edited = editedBudget(parseScope(scope) === undefined ? '' : scope.trim(), window);
  const state = useDraft(editedBudget(scope, window).form, { record: undefined, version: 'absent' });
  const parsed = parseScope(scope);
  const isScope = parsed !== undefined;
  const isThere = useIsThere('showBudget', { scope: scope.trim(), window }, isScope);
  return (
    <PageFrame
      actions={<Link to="/budgets">All budgets</Link>}
      description="Nothing is saved before you have seen what it would do"
      title="New budget"
    >
      <RecordDraft
        before={
          <SpaceBetween size="s">
            <FormField
              constraintText={parsed === undefined ? scopeForms : `For ${scopeKinds[parsed.kind].whose}`}
              label="Scope"
              stretch
              {...(scope !== '' && !isScope && { errorText: capital(scopeRemedy(scope)) })}
            >
              <Input onChange={({ detail }) => setScope(detail.value)} value={scope} />
            </FormField>
            <FormField label="Window" stretch>
              <Select
                onChange={({ detail }) => setWindow(detail.selectedOption.value as BudgetWindow)}
                options={windows.map((value) => ({ value, label: value }))}
                selectedOption={{ value: window, label: window }}
              />
            </FormField>
            {isThere && (
              <div role="alert">
                <AlreadyThere path={budgetPath(scope.trim(), window)} />
              </div>
            )}
          </SpaceBetween>
        }
        onSaved={() => void navigate(budgetPath(scope.trim(), window))}
        edited={edited}
        isThere={isThere}
        state={state}
        title="New budget"
      />
    </PageFrame>
  );
}
