import './teams.css';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { StoredRecord } from '../../parts/editing/edited-record.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';
import { editedTeam } from './team-form.ts';

/** A team: members and rules, budgets, and an edit with its effect. */
export function Page() {
  const { name = '' } = useParams();
  const read = useRead('showTeam', { name });
  const team = read.data?.document;
  const users = team?.users ?? [];
  return (
    <PageFrame
      actions={
        <SpaceBetween direction="horizontal" size="s">
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
