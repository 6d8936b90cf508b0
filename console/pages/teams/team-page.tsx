import './teams.css';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams, useSearchParams } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { StoredRecord } from '../../parts/editing/edited-record.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';
import { MoveCredits } from '../people/move-credits.tsx';
import { editedTeam } from './team-form.ts';

/** A team: members and rules, budgets, and an edit with its effect. */
export function Page() {
  const { name = '' } = useParams();
  const read = useRead('showTeam', { name });
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
          <Link to={`/people?team=${encodeURIComponent(name)}`}>How they stand</Link>
        </SpaceBetween>
      }
      reads={[read]}
      title={`Team ${harmless(name)}`}
    >
      {() => (
        <SpaceBetween size="l">
          {isMoving && mayMove && <MoveCredits key={name} team={name} />}
          <Members users={users} />
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

function Members({ users }: { readonly users: readonly string[] }) {
  return (
    <Container
      header={
        <Header counter={`(${users.length})`} variant="h2">
          People
        </Header>
      }
    >
      {users.length === 0 ? (
        <p>No one on the roster matches its rules.</p>
      ) : (
        <ul className="teams-members">
          {users.map((email) => (
            <li key={email}>
              <Link to={`/people/${encodeURIComponent(email)}`}>
                <NameText charsMax={60} text={email} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}
