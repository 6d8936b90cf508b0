import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { History } from '../../parts/editing/history-table.tsx';
import { draftOf, type RecordValues } from '../../parts/editing/record-form.ts';
import { RemoveQuestion } from '../../parts/editing/remove-question.tsx';
import { useDraft, type Stored } from '../../parts/editing/use-draft.ts';
import { harmless } from '../../parts/texts/name-text.tsx';
import { TeamEditor } from './team-editor.tsx';
import { teamForm, type TeamField } from './team-form.ts';

interface EditTeamProps {
  readonly name: string;
  readonly stored: Stored<TeamField>;
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
          versions={(versions.data?.document.rows ?? []).toReversed().map(({ before, after, ...version }) => ({
            ...version,
            before: before ?? undefined,
            after: after ?? undefined,
          }))}
          {...(mayEdit && {
            onReturn: (values: RecordValues<TeamField>) => {
              state.setAll(draftOf(teamForm, values));
              globalThis.scrollTo({ top: 0 });
            },
          })}
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
      question={`Remove the team ${harmless(name)}? Budgets of it stay, and are of nobody.`}
    />
  );
}
