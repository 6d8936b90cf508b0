import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link } from 'react-router';

import { useCaller } from '../../api/caller.ts';
import type { OperationDocument } from '../../api/door.ts';
import { useRead } from '../../api/queries.ts';
import { wordsOf } from '../../parts/amounts.ts';
import { NameText } from '../../parts/name-text.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';

type Setting = OperationDocument<'showSettings'>['rows'][number];

/** Who may do what: the lists of each role, where two people are needed, and what oneself may do. */
export function Page() {
  const roles = useRead('showSettings', { name: 'roles' });
  const eyes = useRead('showSettings', { name: 'fourEyes' });
  return (
    <PageFrame
      description="Roles are given in the settings, by email or group. Owners of a budget row of a team own that team."
      reads={[roles, eyes]}
      title="People and roles"
    >
      {() => (
        <SpaceBetween size="l">
          <Lists rows={roles.data?.document.rows ?? []} title="Roles" />
          <Lists rows={eyes.data?.document.rows ?? []} title="Where two people are needed" />
          <Own />
        </SpaceBetween>
      )}
    </PageFrame>
  );
}

function Lists({ title, rows }: { readonly title: string; readonly rows: readonly Setting[] }) {
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <dl>
        {rows
          .filter(({ setting }) => setting.includes('.'))
          .map(({ setting, value, help }) => (
            <div key={setting}>
              <dt>
                <Link to={`/settings?setting=${encodeURIComponent(setting)}`}>{setting}</Link> {help}
              </dt>
              <dd>
                <NameText charsMax={1_000} text={listText(value)} />
              </dd>
            </div>
          ))}
      </dl>
    </Container>
  );
}

function listText(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? 'nobody' : value.map(String).join(', ');
  }
  return value === null || value === undefined ? 'as usual' : typeof value === 'string' ? value : JSON.stringify(value);
}

function Own() {
  const caller = useCaller();
  return (
    <Container header={<Header variant="h2">What you may do</Header>}>
      <p>
        You are <NameText text={caller?.name ?? ''} />
        {caller !== undefined && caller.roles.length > 0 && `: ${caller.roles.map(wordsOf).join(', ')}`}.
      </p>
      <ul>
        {caller?.rights.map(({ right, reach }) => (
          <li key={right}>
            {wordsOf(right)}
            {reach === 'own-team' && ', within your teams'}
          </li>
        ))}
      </ul>
    </Container>
  );
}
