import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect } from 'react';

import { countAsking, describeAlertCount } from '../../../shared/notifications/alert-order.ts';
import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { toneOf } from '../runs/run-facts.tsx';

import './home.css';
import { Card, type Status } from './card.tsx';
import { NoAdmin } from './no-admin.tsx';
import { Pools } from './pools.tsx';
import { Stopped } from './stopped.tsx';

const shownMax = 6;

/** The first alerts in their order: many of one kind are one row. */
export function Alerts({
  rows,
  muted,
  counts: { alerts: count, bySeverity },
}: {
  readonly rows: Status['alertRows'];
  readonly muted: number;
  readonly counts: Status['counts'];
}) {
  const shown = rows.slice(0, shownMax);
  const more = count - shown.reduce((sum, row) => sum + row.count, 0);
  return (
    <Card count={count} title="Open alerts">
      {count === 0 ? (
        <p>No alert is open.</p>
      ) : (
        <>
          <p className="soft">{describeAlertCount(bySeverity)}</p>
          <ul className="rows">
            {shown.map(({ key, severity, headline, since, kind, count: many }) => (
              <li key={key}>
                <SeverityText severity={severity} />{' '}
                {many === 1 ? (
                  <NameText charsMax={200} text={headline} />
                ) : (
                  <PageLink to={`/alerts?kind=${kind}`}>{headline}</PageLink>
                )}
                <div className="soft">
                  since <TimeText at={since} isAgo />
                </div>
              </li>
            ))}
            {more > 0 && (
              <li>
                and <PageLink to="/alerts">{countedText(more, 'more alert')}</PageLink>
              </li>
            )}
          </ul>
        </>
      )}
      {muted > 0 && (
        <p className="soft">
          <PageLink to="/alerts?status=muted">{muted} muted</PageLink>
        </p>
      )}
    </Card>
  );
}

/** Held plans, and figures in doubt. */
function Held({ held, count }: { readonly held: Status['held']; readonly count: number }) {
  return (
    <Card count={count} title="Held">
      {held.length === 0 ? (
        <p>No plan waits for a decision.</p>
      ) : (
        <ul className="rows">
          {held.map(({ plan, guard, reason, since }) => (
            <li key={plan ?? guard}>
              <NameText charsMax={300} text={reasonText(reason)} />
              <div className="soft">
                {plan === null ? guard : <PageLink to={`/plans/${encodeURIComponent(plan)}`}>plan {plan}</PageLink>},
                since <TimeText at={since} isAgo />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What is seen and given between the nights. */
function Live({ live }: { readonly live: Status['live'] }) {
  return (
    <Card title="Extra credits during the day">
      {live === undefined ? (
        <p>No look during the day yet.</p>
      ) : (
        <>
          <p>
            <NameText charsMax={300} text={live.detail} />
          </p>
          <dl className="facts">
            <dt>Seen since the last figures</dt>
            <dd>
              <CreditText credits={live.seen} none="not known" />, {countedText(live.seenPeople, 'person', 'people')} at
              work
            </dd>
            <dt>Given just in time</dt>
            <dd>
              {live.given.people === 0 ? (
                'nothing yet'
              ) : (
                <>
                  <CreditText credits={live.given.credits} /> to {countedText(live.given.people, 'person', 'people')}
                </>
              )}
            </dd>
            {live.pools.map(({ scope, window, free }) => (
              <FreeOf free={free} key={`${scope} ${window}`} scope={scope} />
            ))}
          </dl>
          <p className="soft">
            Looked at <TimeText at={live.at} isAgo />
          </p>
        </>
      )}
    </Card>
  );
}

function FreeOf({ scope, free }: { readonly scope: string; readonly free: number }) {
  return (
    <>
      <dt>
        Free in <NameText charsMax={60} text={scope} />
      </dt>
      <dd>
        <CreditText credits={free} />
      </dd>
    </>
  );
}

const nextMax = 5;

/** The last and next run of each job. */
export function Runs({ status: { lastRuns, nextRuns, late } }: { readonly status: Status }) {
  return (
    <Card title="Runs">
      {late.map(({ job, detail }) => (
        <p className="bad" key={job}>
          {detail}
        </p>
      ))}
      <ul className="rows">
        {lastRuns.map(({ run, job, at, status, cutOff }) => (
          <li className="run" key={run}>
            <StatusIndicator type={toneOf({ status, cutOff })}>
              <PageLink to={`/runs/${encodeURIComponent(run)}`}>{job}</PageLink>
            </StatusIndicator>
            <span className="soft">
              {status ?? (cutOff ? 'cut off' : 'runs')}, <TimeText at={at} isAgo />
            </span>
          </li>
        ))}
      </ul>
      {nextRuns.length > 0 && <p className="run-next soft">Next</p>}
      <ul className="rows">
        {nextRuns.slice(0, nextMax).map(({ job, schedule, at }) => (
          <li className="run" key={`${job} ${schedule}`}>
            <span>
              {job} <span className="soft">{schedule}</span>
            </span>
            <span className="soft">
              <TimeText at={at} isAgo />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** In a large organization it takes seconds to make. */
const renewedMs = 2_000;

/** How everything stands, at first glance: green or not, who is stopped, what the pools hold, what comes next. */
export function Page() {
  const status = useRead('showHome', {});
  const isRenewing = status.data?.document.renewing ?? false;
  const { dataUpdatedAt, refetch } = status;
  useEffect(() => {
    const timer = isRenewing ? setTimeout(() => void refetch(), renewedMs) : undefined;
    return () => clearTimeout(timer);
  }, [isRenewing, dataUpdatedAt, refetch]);
  return (
    <PageFrame
      description={
        status.data && (
          <>
            Figures through <DayText day={status.data.document.dataThrough} none="no day yet" /> (UTC), as of{' '}
            <TimeText at={status.data.document.at} />
            {status.data.document.renewing && '; a newer one is being made'}
          </>
        )
      }
      reads={[status]}
      title="Home"
    >
      {() => status.data && <Overview status={status.data.document} />}
    </PageFrame>
  );
}

function Overview({ status }: { readonly status: Status }) {
  return (
    <SpaceBetween size="l">
      <Verdict status={status} />
      <Pools count={status.counts.pools} hasBudgets={status.budgets > 0} pools={status.pools} />
      <div className="home-columns">
        <div>
          <Held count={status.counts.held} held={status.held} />
          <Stopped status={status} />
        </div>
        <div>
          <Alerts counts={status.counts} muted={status.muted} rows={status.alertRows} />
        </div>
        <div>
          <Live live={status.live} />
          <Runs status={status} />
        </div>
      </div>
    </SpaceBetween>
  );
}

/** Green at first glance or not, and the one thing to do next. */
function Verdict({ status: { ok, next, running, counts, admins } }: { readonly status: Status }) {
  const asking = countAsking(counts.bySeverity);
  const isCalm = counts.stopped + asking === 0;
  return (
    <section aria-label="Verdict" className={ok ? 'verdict verdict-good' : 'verdict verdict-bad'}>
      <span aria-hidden className="verdict-sign">
        {ok ? '✓' : '!'}
      </span>
      <div>
        <h2>{ok ? (isCalm ? 'All is well' : 'Nothing urgent') : 'One thing to do next'}</h2>
        {next === null ? (
          <p>
            {isCalm && 'Nothing needs your attention.'}
            {counts.stopped > 0 &&
              `${countedText(counts.stopped, 'person is', 'people are')} stopped, as their budgets say. `}
            {asking > 0 && <PageLink to="/alerts">{countedText(asking, 'alert')} to look at</PageLink>}
            {running ? '' : ' Jobs run by hand alone: this installation is not started.'}
          </p>
        ) : (
          <>
            <p>
              <PageLink to={addressOf(next.about)}>
                <NameText charsMax={500} text={reasonText(next.what)} />
              </PageLink>
            </p>
            <p className="soft">
              By command: <code>{next.command}</code>
            </p>
          </>
        )}
        {admins === 0 && <NoAdmin />}
      </div>
    </section>
  );
}

function addressOf({ kind, id }: NonNullable<Status['next']>['about']): string {
  switch (kind) {
    case 'run':
      return `/runs/${encodeURIComponent(id ?? '')}`;
    case 'plan':
      return `/plans/${encodeURIComponent(id ?? '')}`;
    case 'job':
      return '/runs';
    case 'pool':
      return `/budgets?scope=${encodeURIComponent(id ?? '')}`;
    case 'budgets':
      return id === null ? '/budgets/suggest' : '/budgets/new';
    case 'alerts':
    case 'mail':
      return '/alerts';
  }
}
