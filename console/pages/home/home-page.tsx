import './home.css';

import SpaceBetween from '@cloudscape-design/components/space-between';

import { useEffect } from 'react';

import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Alerts } from './alerts.tsx';
import { Held } from './held.tsx';
import { Live } from './live.tsx';
import { Pools } from './pools.tsx';
import { Runs } from './runs.tsx';
import { Stopped } from './stopped.tsx';
import type { Status } from './status.ts';
import { Verdict } from './verdict.tsx';

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
      <Pools count={status.counts.pools} pools={status.pools} />
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
