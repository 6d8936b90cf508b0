import './me.css';
import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Ask } from './ask.tsx';
import { Card } from './card.tsx';
import { Days } from './days.tsx';
import { HookTokens } from './hook-tokens.tsx';
import { Layers } from './layers.tsx';
import type { Own, OwnPerson } from './own-status.ts';
import { Requests } from './requests.tsx';
import { Verdict } from './verdict.tsx';

/** Why am I stopped, until when, what now: the user's own page. */
export function Page() {
  const own = useRead('showOwn', {});
  return (
    <PageFrame description="Your credits, and nobody else’s" reads={[own]} title="My page">
      {() => own.data && <OwnPage own={own.data.document} />}
    </PageFrame>
  );
}

function OwnPage({ own }: { readonly own: Own }) {
  const { person } = own;
  if (person === null) {
    return <Nobody own={own} />;
  }
  return (
    <div className="me">
      <Verdict person={person} />
      <Warnings warnings={person.warnings} />
      <div className="me-columns">
        <div className="me">
          <Ask own={own} requests={person.requests} />
          <Requests requests={person.requests} />
        </div>
        <div className="me">
          <Days person={person} />
          <Layers person={person} />
          <HookTokens hook={own.hook} tokens={person.tokens} />
        </div>
      </div>
    </div>
  );
}

function Nobody({ own: { name, email } }: { readonly own: Own }) {
  return (
    <EmptyState title="Nothing here is counted for you">
      You are signed in as <NameText text={name} />
      {email === null ? ', without an email of your own' : ''}. The roster of the platform, which is read every night,
      has nobody under {email === null ? 'that name' : 'that email alone'}: sign in with the email that you have there.
      Whoever runs Curfew on this machine sees the page of somebody else by “Look as” in the menu at the top right.
    </EmptyState>
  );
}

/** Active notifications to the user. */
function Warnings({ warnings }: Pick<OwnPerson, 'warnings'>) {
  return warnings.length === 0 ? null : (
    <Card count={warnings.length} title="Warnings">
      <ul className="rows">
        {warnings.map(({ id, severity, headline, details, since }) => (
          <li key={id}>
            <b className={severity === 'high' || severity === 'critical' ? 'me-bad-text' : 'me-warn-text'}>
              {severity}
            </b>{' '}
            <NameText charsMax={300} text={headline} />
            <div className="soft">
              since <TimeText at={since} isAgo />
              {details.slice(0, 3).map((detail) => (
                <div key={detail}>
                  <NameText charsMax={400} text={detail} />
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
