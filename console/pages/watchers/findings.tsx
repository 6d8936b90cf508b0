import './watchers.css';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';

const actionTones = { proposed: 'pending', done: 'success', failed: 'error', unknown: 'warning' } as const;

/** The findings of a watcher's last run, worst first, with the actions taken. */
export function Findings({
  job,
  title,
  none,
  hrefOf,
}: {
  readonly job: 'sessions' | 'computers' | 'readiness' | 'roster';
  readonly title: string;
  /** The text when there are no findings. */
  readonly none: string;
  /** The page of a finding's subject. */
  readonly hrefOf?: (subject: string) => string | undefined;
}) {
  const runs = useRead('listRuns', { job, newest: '1' });
  const run = runs.data?.document.rows[0];
  const shown = useRead('showRun', { run: run?.run ?? '' }, { isWanted: run !== undefined });
  const problem = runs.error ?? shown.error;
  const findings = shown.data?.document.findings ?? [];
  return (
    <Container
      header={
        <Header
          counter={`(${findings.length})`}
          description={
            run === undefined ? (
              'No run of it yet'
            ) : (
              <>
                Found by the run of <TimeText at={run.at} isAgo />
              </>
            )
          }
          variant="h2"
        >
          {title}
        </Header>
      }
    >
      <StaleNote reads={[runs, shown]} />
      {problem !== null && shown.data === undefined && <ProblemAlert problem={problem} />}
      {shown.data === undefined && run !== undefined && problem === null && (
        <div className="loading" role="status">
          Reading …
        </div>
      )}
      {findings.length === 0 && (shown.data !== undefined || (runs.data !== undefined && run === undefined)) && (
        <p>{none}</p>
      )}
      <ul className="watchers-rows">
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.subject} ${finding.detail}`}>
            <OneFinding finding={finding} href={hrefOf?.(finding.subject)} />
          </li>
        ))}
      </ul>
    </Container>
  );
}

function OneFinding({
  finding,
  href,
}: {
  readonly finding: NonNullable<OperationDocument<'showRun'>['findings']>[number];
  readonly href: string | undefined;
}) {
  const { kind, subject, severity, detail, action } = finding;
  const name = <NameText charsMax={120} text={subject} />;
  return (
    <>
      <SeverityText severity={severity} /> <b>{href === undefined ? name : <Link to={href}>{name}</Link>}</b>
      <div>
        <NameText charsMax={500} text={detail} />
      </div>
      <div className="soft">
        {kind.replaceAll('-', ' ')}
        {action !== null && (
          <>
            {' · '}
            <StatusIndicator type={actionTones[action.status]}>
              {action.kind.replaceAll('-', ' ')}: {action.status}
            </StatusIndicator>
          </>
        )}
      </div>
    </>
  );
}
