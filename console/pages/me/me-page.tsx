import { creditsOfDays } from '../../../shared/kernel/texts/credits.ts';
import { dayText } from '../../../shared/kernel/time/day.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { OnceCurrent } from '../../parts/once-current.tsx';
import { OwnAccess } from '../../parts/own-access.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Ask } from './ask.tsx';
import { Card } from './card.tsx';
import { HookTokens } from './hook-tokens.tsx';
import { Layers } from './layers.tsx';

import './me.css';
import type { Own, OwnPerson, OwnRequest } from './own-status.ts';
import { Verdict } from './verdict.tsx';

/** Daily use as bars, with the figures. */
function Days({ person: { days, explanation, left } }: { readonly person: OwnPerson }) {
  const most = Math.max(1, ...days.map(({ credits }) => credits));
  return (
    <Card title="What counted">
      {days.length === 0 ? (
        <p className="soft">The window has just begun: no day of it has passed.</p>
      ) : (
        <>
          <p>
            <CreditText credits={explanation.used} hasUnit over={explanation.platformWindow} /> from{' '}
            {dayText(explanation.platformWindow.from)}
            {left !== null && left.seen > 0 && (
              <>
                , and about <CreditText credits={left.seen} /> seen since
              </>
            )}
            . Days are of UTC.
          </p>
          <div aria-hidden className="me-bars">
            {days.map(({ day, credits, status }) => (
              <span
                className={status === 'complete' ? 'me-bar' : 'me-bar me-unsure'}
                key={day}
                style={{ blockSize: `${Math.max(credits > 0 ? 3 : 1, (credits / most) * 100)}%` }}
                title={`${dayText(day)}: ${creditsOfDays([{ day, credits }])}`}
              />
            ))}
          </div>
          <details>
            <summary>Figures by day</summary>
            <div aria-label="Credits by day" className="me-scroll" role="region" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Day (UTC)</th>
                    <th scope="col">Credits</th>
                  </tr>
                </thead>
                <tbody>
                  {days.toReversed().map(({ day, credits, status }) => (
                    <tr key={day}>
                      <th scope="row">{dayText(day)}</th>
                      <td>
                        {status === 'missing' ? 'not known yet' : creditsOfDays([{ day, credits }])}
                        {status === 'suspect' && ', in doubt'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </Card>
  );
}

const words: Readonly<Record<OwnRequest['status'], string>> = {
  asked: 'waits for a decision',
  approved: 'approved',
  less: 'approved in part',
  denied: 'denied',
  withdrawn: 'withdrawn',
  expired: 'no decision in time',
};

/** The user's requests, newest first. */
export function Requests({ requests }: { readonly requests: readonly OwnRequest[] }) {
  const withdraw = useChange('withdrawRequest');
  return (
    <Card count={requests.length} title="My requests">
      {withdraw.error && <ProblemAlert problem={withdraw.error} />}
      {requests.length === 0 ? (
        <p className="soft">You have asked for nothing in this month and the one before.</p>
      ) : (
        <ul className="rows">
          {requests.map((request) => (
            <li key={request.id}>
              <Row request={request} />
              {request.status === 'asked' && (
                <button
                  className="me-button"
                  disabled={withdraw.isPending}
                  onClick={() => withdraw.mutate({ given: { id: request.id } })}
                  type="button"
                >
                  Withdraw
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ request }: { readonly request: OwnRequest }) {
  const { credits, until, status, given, decidedBy, because, reason, askedAt } = request;
  return (
    <div>
      <b>
        <CreditText credits={credits} />
      </b>{' '}
      through <DayText day={until} />: <b>{words[status]}</b>
      {given !== null && given !== credits && (
        <>
          , <CreditText credits={given} /> given
        </>
      )}
      <div className="soft">
        asked <TimeText at={askedAt} isAgo />, “<NameText charsMax={300} text={reason} />”
        {decidedBy !== null && (
          <div>
            by <NameText text={decidedBy} />
            {because !== null && (
              <>
                : “<NameText charsMax={300} text={because} />”
              </>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Why am I stopped, until when, what now: the user's own page. */
export function Page() {
  const own = useRead('showOwn', {});
  return (
    <PageFrame description="Your credits only" reads={[own]} title="My page">
      {() =>
        own.data && (
          <div className="me">
            <OwnPage isCurrent={own.data.old === undefined} own={own.data.document} />
            <Card title="My access">
              <OwnAccess />
            </Card>
          </div>
        )
      }
    </PageFrame>
  );
}

function OwnPage({ own, isCurrent }: { readonly own: Own; readonly isCurrent: boolean }) {
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
          <OnceCurrent isCurrent={isCurrent}>
            <Ask own={own} requests={person.requests} />
          </OnceCurrent>
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
    <EmptyState title="No account with this email">
      You are signed in as <NameText text={name} />
      {email === null ? ', without an email of your own' : ''}. Sign in with your platform email; new accounts are known
      after the next night.
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
