import './home.css';

import SpaceBetween from '@cloudscape-design/components/space-between';

import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { DayText, TimeText } from '../../parts/time-text.tsx';
import { Alerts } from './alerts.tsx';
import { Held } from './held.tsx';
import { Live } from './live.tsx';
import { Pools } from './pools.tsx';
import { Runs } from './runs.tsx';
import { Stopped } from './stopped.tsx';
import type { Status } from './status.ts';
import { Verdict } from './verdict.tsx';

/** How everything stands, at first glance: green or not, who is stopped, what the pools hold, what comes next. */
export function Page() {
  const status = useRead('showStatus', {});
  return (
    <PageFrame
      description={
        status.data && (
          <>
            Figures through <DayText day={status.data.document.dataThrough} none="no day yet" /> (UTC), read{' '}
            <TimeText at={new Date(status.dataUpdatedAt).toISOString()} isAgo />
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
      <div className="home-grid">
        <Pools pools={status.pools} />
        <Stopped status={status} />
        <Held held={status.held} />
        <Alerts alerts={status.alerts} />
        <Live live={status.live} />
        <Runs status={status} />
      </div>
    </SpaceBetween>
  );
}
