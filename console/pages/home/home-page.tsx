import './home.css';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';

import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Alerts } from './alerts.tsx';
import type { Status } from './card.tsx';
import { Held } from './held.tsx';
import { Live } from './live.tsx';
import { Pools } from './pools.tsx';
import { Runs } from './runs.tsx';
import { Stopped } from './stopped.tsx';

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
          <Alerts alerts={status.alerts} counts={status.counts} />
        </div>
        <div>
          <Live live={status.live} />
          <Runs status={status} />
        </div>
      </div>
    </SpaceBetween>
  );
}

type Next = NonNullable<Status['next']>;

/** Green at first glance or not, and the one thing to do next. */
function Verdict({ status: { ok, next, running, counts } }: { readonly status: Status }) {
  return (
    <section aria-label="Verdict" className={ok ? 'verdict verdict-good' : 'verdict verdict-bad'}>
      <span aria-hidden className="verdict-sign">
        {ok ? '✓' : '!'}
      </span>
      <div>
        <h2>{ok ? (counts.stopped === 0 ? 'All is well' : 'Nothing to do') : 'One thing to do next'}</h2>
        {next === null ? (
          <p>
            {counts.stopped > 0
              ? `${countedText(counts.stopped, 'person is', 'people are')} stopped, as their budgets say.`
              : 'Nothing needs your attention.'}
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
      </div>
    </section>
  );
}

function addressOf({ kind, id }: Next['about']): string {
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
      return '/budgets/suggest';
    case 'alerts':
    case 'mail':
      return '/alerts';
  }
}
