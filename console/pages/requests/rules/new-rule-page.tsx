import '../requests.css';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { useRead } from '../../../api/queries.ts';
import { NameField } from '../../../parts/editing/name-field.tsx';
import { useDraft } from '../../../parts/editing/use-draft.ts';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleForm, ruleOf } from './rule-form.ts';

/** A new rule that approves requests automatically. */
export function Page() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const state = useDraft(ruleForm, { record: undefined, version: 'absent' });
  const rules = useRead('listRecords', { kind: 'rules' });
  const name = text.trim();
  const isThere = rules.data?.document.rows.some((row) => ruleOf(row).name === name) === true;
  const path = `/requests/rules/${encodeURIComponent(name)}`;
  return (
    <PageFrame actions={<Link to="/requests">All requests</Link>} reads={[rules]} title="New rule">
      {() => (
        <RuleEditor
          before={
            <NameField
              constraintText="A name of your own"
              existingPath={isThere ? path : undefined}
              name={text}
              onChange={setText}
            />
          }
          name={isThere ? '' : name}
          onSaved={() => void navigate(path)}
          onStale={() => void rules.refetch()}
          state={state}
        />
      )}
    </PageFrame>
  );
}
