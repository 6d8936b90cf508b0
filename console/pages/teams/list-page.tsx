import './teams.css';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { useNavigate, Link } from 'react-router';

import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { DataTable } from '../../parts/lists/data-table.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { treeOf, type PoolRow, WindowPart } from './window-part.tsx';

/** Teams under the organization: each one's budget, and their sum. */
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

type TeamRow = OperationDocument<'listTeams'>['rows'][number];

function nameOf({ team }: TeamRow): string {
  return typeof team === 'string' ? team : '';
}

const teamColumns: readonly TableProps.ColumnDefinition<TeamRow>[] = [
  {
    id: 'team',
    header: 'Team',
    isRowHeader: true,
    cell: (row) => (
      <Link to={`/teams/${encodeURIComponent(nameOf(row))}`}>
        <NameText charsMax={60} text={nameOf(row)} />
      </Link>
    ),
  },
  { id: 'people', header: 'People', cell: ({ users }) => grouped(users) },
  {
    id: 'rules',
    header: 'Who belongs to it',
    cell: ({ members }) => <NameText charsMax={120} text={Array.isArray(members) ? members.join(', ') : ''} />,
  },
];

/** Every team with its rules and size; people matched by several teams are listed. */
function TeamTable({ document }: { readonly document: OperationDocument<'listTeams'> | undefined }) {
  const { rows = [], doubles = [], invalid = [] } = document ?? {};
  return (
    <Container
      header={
        <Header counter={`(${rows.length})`} variant="h2">
          Teams and their members
        </Header>
      }
    >
      <DataTable<TeamRow>
        ariaLabels={{ tableLabel: 'Teams' }}
        columnDefinitions={teamColumns}
        items={rows}
        trackBy={nameOf}
        variant="embedded"
      />
      {doubles.map(({ userId, email, teams, chosen }) => (
        <p key={userId}>
          <NameText text={email ?? userId} /> fits {teams.length} teams and counts in{' '}
          <NameText charsMax={60} text={chosen} />.
        </p>
      ))}
      {invalid.map(({ team, problem }) => (
        <p className="bad" key={team}>
          The row <NameText charsMax={60} text={team} /> cannot be read: <NameText charsMax={300} text={problem} />
        </p>
      ))}
    </Container>
  );
}
