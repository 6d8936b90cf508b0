import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { creditsText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';

/** Every team with its rules and how many people belong to it; those whom several teams name are told. */
export function TeamTable({ document }: { readonly document: OperationDocument<'listTeams'> | undefined }) {
  const { rows = [], doubles = [], invalid = [] } = document ?? {};
  return (
    <Container
      header={
        <Header counter={`(${rows.length})`} variant="h2">
          Teams and their members
        </Header>
      }
    >
      <div className="figures" role="region" aria-label="Teams" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Team</th>
              <th scope="col">People</th>
              <th scope="col">Who belongs to it</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const name = typeof row['team'] === 'string' ? row['team'] : '';
              const rules = Array.isArray(row['members']) ? row['members'].join(', ') : '';
              return (
                <tr key={name}>
                  <th scope="row">
                    <Link to={`/teams/${encodeURIComponent(name)}`}>
                      <NameText charsMax={60} text={name} />
                    </Link>
                  </th>
                  <td>{creditsText(Number(row['users'] ?? 0))}</td>
                  <td>
                    <NameText charsMax={120} text={rules} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {doubles.map(({ userId, email, teams, chosen }) => (
        <p key={userId}>
          <NameText text={email ?? userId} /> fits {teams.length} teams and counts in{' '}
          <NameText charsMax={60} text={chosen} />.
        </p>
      ))}
      {invalid.map(({ team, problem }) => (
        <p className="teams-bad" key={team}>
          The row <NameText charsMax={60} text={team} /> cannot be read: <NameText charsMax={300} text={problem} />
        </p>
      ))}
    </Container>
  );
}
