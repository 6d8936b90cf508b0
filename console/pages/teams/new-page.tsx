import './teams.css';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { RecordDraft } from '../../parts/editing/edited-record.tsx';
import { NameField } from '../../parts/editing/name-field.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useIsThere } from '../../parts/editing/use-is-there.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { editedTeam, teamForm } from './team-form.ts';

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
        <RecordDraft
          before={
            <NameField
              constraintText="As in the scope team:NAME of budgets"
              existingPath={isThere ? path : undefined}
              name={text}
              onChange={setText}
            />
          }
          edited={editedTeam(name)}
          isThere={isThere}
          onSaved={() => void navigate(path)}
          state={state}
          title="New team"
        />
      )}
    </PageFrame>
  );
}
