import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { History } from '../../parts/editing/history-table.tsx';
import { editOf, RecordEditor } from '../../parts/editing/record-editor.tsx';
import { type DraftState, useDraft, type StoredDraft } from '../../parts/editing/use-draft.ts';
import { RemoveQuestion } from '../../parts/impact/impact-question.tsx';
import { useImpact } from '../../parts/impact/use-impact.ts';
import { harmless } from '../../parts/texts/name-text.tsx';
import { teamForm, type TeamField } from './team-form.ts';

interface TeamEditorProps {
  /** Empty while a new team has none. */
  readonly name: string;
  readonly state: DraftState<TeamField>;
  readonly onStale: () => void;
  readonly onSaved: () => void;
  readonly before?: ReactNode;
}

/** Edits who belongs to a team, with what the draft would do beside it. */
export function TeamEditor({ name, state, onStale, onSaved, before }: TeamEditorProps) {
  const save = useChange('setTeam');
  const edit = editOf(teamForm, state, { name });
  const { said, isWanted } = edit;
  const impact = useImpact(isWanted ? { edit: 'set-team', name, said } : undefined);
  return (
    <RecordEditor
      before={before}
      edit={edit}
      impact={impact}
      onSubmit={(agreed) =>
        save.mutate(
          { given: { name, body: said, agreed }, terms: { seen: state.version } },
          { onSuccess: onSaved, onError: ({ kind }) => (kind === 'stale' ? onStale() : impact.again()) },
        )
      }
      save={save}
      title={state.base === undefined ? 'New team' : 'Who belongs to it'}
      what="team"
    />
  );
}

interface EditTeamProps {
  readonly name: string;
  readonly stored: StoredDraft<TeamField>;
  readonly onStale: () => void;
}

/** The form of one team over its history, and its removal. */
export function EditTeam({ name, stored, onStale }: EditTeamProps) {
  const mayEdit = useMay('setTeam');
  const mayLook = useMay('listTeamVersions');
  const state = useDraft(teamForm, stored);
  const versions = useRead('listTeamVersions', { name }, { isWanted: mayLook });
  const [isRemoving, setRemoving] = useState(false);
  return (
    <SpaceBetween size="l">
      {mayEdit && <TeamEditor name={name} onSaved={state.reset} onStale={onStale} state={state} />}
      {mayLook && (
        <History
          form={teamForm}
          read={versions}
          state={mayEdit ? state : undefined}
          versions={(versions.data?.document.rows ?? []).toReversed()}
        />
      )}
      {mayEdit && stored.record !== undefined && (
        <div>
          <Button onClick={() => setRemoving(true)}>Remove this team …</Button>
        </div>
      )}
      {isRemoving && <RemoveTeam name={name} onLeave={() => setRemoving(false)} version={stored.version} />}
    </SpaceBetween>
  );
}

interface RemoveTeamProps {
  readonly name: string;
  readonly version: string;
  readonly onLeave: () => void;
}

function RemoveTeam({ name, version, onLeave }: RemoveTeamProps) {
  const remove = useChange('removeTeam');
  const navigate = useNavigate();
  return (
    <RemoveQuestion
      edit={{ edit: 'remove-team', name }}
      isBusy={remove.isPending}
      onLeave={onLeave}
      onRemove={(agreed) =>
        remove.mutate(
          { given: { name, agreed }, terms: { seen: version } },
          { onSuccess: () => void navigate('/teams') },
        )
      }
      problem={remove.error}
      question={`Remove the team ${harmless(name)}? Its budgets stay, without members.`}
    />
  );
}
