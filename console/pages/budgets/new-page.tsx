import './budgets.css';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { isOneEmail } from '../../../shared/roster/email.ts';
import { AlreadyThere } from '../../parts/editing/name-field.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useIsThere } from '../../parts/editing/use-is-there.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { BudgetEditor } from './budget-editor.tsx';
import { budgetForm } from './budget-form.ts';
import { budgetPath, windows, type BudgetWindow } from './budget-row.ts';

/** Makes a budget: whose and over which window first, then as any edit. */
export function Page() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [scope, setScope] = useState(search.get('scope') ?? '');
  const [window, setWindow] = useState<BudgetWindow>(windows.find((each) => each === search.get('window')) ?? 'month');
  const state = useDraft(budgetForm, { record: undefined, version: 'absent' });
  const isScope = isScopeText(scope.trim());
  const isThere = useIsThere('showBudget', { scope: scope.trim(), window }, isScope);
  return (
    <PageFrame
      actions={<Link to="/budgets">All budgets</Link>}
      description="Nothing is saved before you have seen what it would do"
      title="New budget"
    >
      <BudgetEditor
        before={
          <SpaceBetween size="s">
            <FormField
              constraintText="org, default, team:NAME or user:EMAIL"
              label="Scope"
              stretch
              {...(scope !== '' && !isScope && { errorText: 'Give org, default, team:NAME or user:EMAIL' })}
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
        onStale={() => undefined}
        scope={isScope && !isThere ? scope.trim() : ''}
        state={state}
        window={window}
      />
    </PageFrame>
  );
}

function isScopeText(text: string): boolean {
  return text.startsWith('user:') ? isOneEmail(text.slice('user:'.length)) : /^(?:org|default|team:\S.*)$/su.test(text);
}
