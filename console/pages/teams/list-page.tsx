import './teams.css';

import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useNavigate } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { TeamTable } from './team-table.tsx';
import { treeOf, type PoolRow } from './tree.ts';
import { WindowPart } from './window-part.tsx';

/** Teams under the organization: what each may use, and what they come to together. */
export function Page() {
  const teams = useRead('listTeams', {});
  const organization = useRead('listBudgets', { kind: 'org' });
  const pools = useRead('listBudgets', { kind: 'team', order: 'amount' });
  const rows = [...(organization.data?.document.rows ?? []), ...(pools.data?.document.rows ?? [])];
  const trees = treeOf(rows as unknown as readonly PoolRow[]);
  return (
    <PageFrame
      actions={<Actions />}
      description="What teams may use, against what the organization has"
      reads={[teams, organization, pools]}
      title="Teams"
    >
      {() => (
        <SpaceBetween size="l">
          {trees.map((tree) => (
            <WindowPart key={tree.window} tree={tree} />
          ))}
          {teams.data?.document.rows.length === 0 ? (
            <EmptyState title="No team yet">
              A team is a list of emails, patterns or metadata of the roster. Make one, or paste many from a
              spreadsheet.
            </EmptyState>
          ) : (
            <TeamTable document={teams.data?.document} />
          )}
        </SpaceBetween>
      )}
    </PageFrame>
  );
}

function Actions() {
  const navigate = useNavigate();
  const mayEdit = useMay('setTeam');
  return mayEdit ? (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => void navigate('/teams/new')} variant="primary">
        New team
      </Button>
      <Button onClick={() => void navigate('/teams/import')}>Paste or import</Button>
    </SpaceBetween>
  ) : null;
}
