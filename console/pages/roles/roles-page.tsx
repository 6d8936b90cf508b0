import './roles.css';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { OwnAccess } from '../../parts/own-access.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';

/** The role lists, the four-eyes rules, and the user's own rights. */
export function Page() {
  const roles = useRead('showSettings', { name: 'roles' });
  const eyes = useRead('showSettings', { name: 'fourEyes' });
  const mayEdit = useMay('setSetting') && roles.data?.version !== undefined;
  return (
    <PageFrame
      description={
        mayEdit
          ? 'Roles are given by email or group. The operator of this machine may always do everything, so that no edit locks everyone out.'
          : 'Roles are given in the settings, by email or group, where the settings are kept.'
      }
      reads={[roles, eyes]}
      title="People and roles"
    >
      {() => (
        <SpaceBetween size="l">
          <Lists mayEdit={mayEdit} rows={roles.data?.document.rows ?? []} title="Roles" />
          <Lists mayEdit={mayEdit} rows={eyes.data?.document.rows ?? []} title="Where two people are needed" />
          <Own />
        </SpaceBetween>
      )}
    </PageFrame>
  );
}

function Lists({
  title,
  rows,
  mayEdit,
}: {
  readonly title: string;
  readonly rows: readonly OperationDocument<'showSettings'>['rows'][number][];
  readonly mayEdit: boolean;
}) {
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <dl className="roles-lists">
        {rows
          .filter(({ setting }) => setting.includes('.'))
          .map(({ setting, value, help }) => (
            <div key={setting}>
              <dt>
                <b>{nameOf(setting)}</b>{' '}
                <Link
                  aria-label={`${mayEdit ? 'Edit' : 'See'} ${setting}`}
                  to={`/settings/${encodeURIComponent(setting)}`}
                >
                  {mayEdit ? 'Edit' : 'See'}
                </Link>
                <div className="soft">{help}</div>
              </dt>
              <dd>
                {linesOf(value).map((line) => (
                  <div key={line}>
                    <NameText charsMax={300} text={line} />
                  </div>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Container>
  );
}

/** `roles.budgetAdmins` as displayed. */
function nameOf(setting: string): string {
  const words = (setting.split('.').at(-1) ?? setting).replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function linesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? ['no one'] : value.map(String);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, who]) => `${name}: ${String(who)}`);
    return entries.length === 0 ? ['no one'] : entries;
  }
  return [typeof value === 'boolean' ? (value ? 'on' : 'off') : 'as usual'];
}

function Own() {
  return (
    <Container header={<Header variant="h2">What you may do</Header>}>
      <OwnAccess />
    </Container>
  );
}
