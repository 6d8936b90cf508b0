import './teams.css';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { NameField } from '../../parts/editing/name-field.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useIsThere } from '../../parts/editing/use-is-there.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { TeamEditor } from './team-editor.tsx';
import { teamForm } from './team-form.ts';

/** A new team: first its name, then the usual edit. */
export function Page() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [text, setText] = useState(search.get('name') ?? '');
  const state = useDraft(teamForm, { record: undefined, version: 'absent' });
  const name = text.trim();
  const isThere = useIsThere('showTeam', { name }, name !== '');
  const path = `/teams/${encodeURIComponent(name)}`;
  return (
    <PageFrame
      actions={<Link to="/teams">All teams</Link>}
      description="Nothing is saved before you have seen what it would do"
      title="New team"
    >
      {() => (
        <TeamEditor
          before={
            <NameField
              constraintText="As in the scope team:NAME of budgets"
              existingPath={isThere ? path : undefined}
              name={text}
              onChange={setText}
            />
          }
          name={isThere ? '' : name}
          onSaved={() => void navigate(path)}
          onStale={() => undefined}
          state={state}
        />
      )}
    </PageFrame>
  );
}
