import StatusIndicator from '@cloudscape-design/components/status-indicator';

import { PageLink } from '../../parts/texts/page-link.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { toneOf } from '../runs/run-facts.tsx';
import { Card, type Status } from './card.tsx';

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
