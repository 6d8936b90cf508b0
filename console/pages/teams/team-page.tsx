import './teams.css';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams, useSearchParams } from 'react-router';

import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { StoredRecord } from '../../parts/editing/edited-record.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';
import { type Cap, type Caps, columnsOf } from '../people/columns.tsx';
import { MoveCredits } from '../people/move-credits.tsx';
import { editedTeam } from './team-form.ts';
import { Pool, type PoolRow } from './window-part.tsx';

/** A team: members and rules, budgets, and an edit with its effect. */
export function Page() {
  const { name = '' } = useParams();
  const read = useRead('showTeam', { name });
  const pools = useRead('showBudgets', { scope: `team:${name}` });
  const team = read.data?.document;
  const users = team?.users ?? [];
  const [search, setSearch] = useSearchParams();
  const isMoving = search.get('do') === 'move';
  const mayMove = useMay('addTopUp');
  return (
    <PageFrame
      actions={
        <SpaceBetween alignItems="center" direction="horizontal" size="s">
          {mayMove && (
            <Button
              ariaExpanded={isMoving}
              onClick={() => setSearch(isMoving ? {} : { do: 'move' }, { replace: true })}
              variant="primary"
            >
              Move credits …
            </Button>
          )}
          <Link to={`/budgets/${encodeURIComponent(`team:${name}`)}`}>Its budgets</Link>
          <Link to={`/budgets/${encodeURIComponent(`members:${name}`)}`}>Default of its members</Link>
          <Link to={`/budgets?team=${encodeURIComponent(name)}`}>Budgets of its members</Link>
        </SpaceBetween>
      }
      // A team without a budget has none to read, which is asked again and again.
      reads={pools.isFetched ? [read] : [read, pools]}
      title={`Team ${harmless(name)}`}
    >
      {() => (
        <SpaceBetween size="l">
          {isMoving && mayMove && <MoveCredits key={name} team={name} />}
          <Pools rows={(pools.data?.document ?? []) as unknown as readonly PoolRow[]} />
          <Members count={users.length} team={name} />
          <StoredRecord
            edited={editedTeam(name)}
            key={name}
            onStale={() => void read.refetch()}
            removal={{
              question: `Remove the team ${harmless(name)}? Its budgets stay, without members.`,
              path: '/teams',
            }}
            title="Who belongs to it"
            stored={{ record: team, version: read.data?.version ?? 'absent' }}
          />
        </SpaceBetween>
      )}
    </PageFrame>
  );
}

/** The budgets that the members share, as bars. */
function Pools({ rows }: { readonly rows: readonly PoolRow[] }) {
  return rows.length === 0 ? null : (
    <Container header={<Header variant="h2">{rows.length === 1 ? 'Budget' : 'Budgets'}</Header>}>
      <ul className="teams-tree">
        {rows.map((row) => (
          <Pool key={row.window} row={row} />
        ))}
      </ul>
    </Container>
  );
}

function Members({ team, count }: { readonly team: string; readonly count: number }) {
  return (
    <PagedTable<Cap, Caps>
      columns={(page) => columnsOf(page).filter(({ id }) => id !== 'team')}
      empty={<EmptyState title="No one has a limit">No one on the roster matches its rules.</EmptyState>}
      given={{ team }}
      header={
        <Header counter={`(${grouped(count)})`} variant="h2">
          People
        </Header>
      }
      keyOf={({ userId }) => userId}
      label="People"
      operation="listCaps"
    />
  );
}
