import './runs.css';
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { useRunWatch } from '../../api/run-watch.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FactPairs } from '../../parts/facts.tsx';
import { JournalList } from '../../parts/journal-list.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CountText } from '../../parts/texts/count-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { durationText, openRunText, RunStatus } from './run-facts.tsx';

type Run = OperationDocument<'showRun'>;

/** A run: its record, hold, findings, and each change. */
export function Page() {
  const { run = '' } = useParams();
  const read = useRunWatch(run);
  return (
    <PageFrame description={<code className="run-id">{run}</code>} reads={[read]} title={titleOf(read.data?.document)}>
      {() => read.data && <Record run={read.data.document} />}
    </PageFrame>
  );
}

function titleOf(run: Run | undefined): string {
  return run === undefined ? 'Run' : `Run of ${run.job}`;
}

function Record({ run }: { readonly run: Run }) {
  const { held, problems, findings } = run;
  return (
    <SpaceBetween size="l">
      {held !== null && (
        <Alert header={`Held by the guard “${held.guard}”`} type="warning">
          <NameText charsMax={1_000} text={reasonText(held.detail)} />{' '}
          {held.plan !== undefined && <Link to={`/plans/${encodeURIComponent(held.plan)}`}>Review the plan</Link>}
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert header="What went wrong" type={run.status === 'failed' ? 'error' : 'warning'}>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>
                <NameText charsMax={1_000} text={problem} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Container header={<Header variant="h2">Record</Header>}>
        <Facts run={run} />
      </Container>
      {findings !== undefined && findings.length > 0 && <Findings findings={findings} />}
      <JournalList
        empty={
          <EmptyState title="It changed nothing that stands in the journal">
            {run.status === null
              ? `It ${run.cutOff ? 'was cut off' : 'is at work'}.`
              : 'Limits that stay as they are are not written down.'}
          </EmptyState>
        }
        given={{
          run: run.run,
          from: run.startedAt.slice(0, 10) < run.at.slice(0, 10) ? run.startedAt.slice(0, 10) : run.at.slice(0, 10),
        }}
        title="What it did, step by step"
      />
    </SpaceBetween>
  );
}

function Facts({ run }: { readonly run: Run }) {
  return (
    <FactPairs
      className="run-facts"
      facts={{
        Outcome: <RunStatus run={run} />,
        'As of': <TimeText at={run.at} />,
        Began: <TimeText at={run.startedAt} />,
        Ended: (
          <>
            <TimeText at={run.finishedAt} none={openRunText(run)} />, took {durationText(run)}
          </>
        ),
        'Figures through': <DayText day={run.dataThrough} none="reads none" />,
        'Limits changed': (
          <>
            <CountText count={run.capsChanged} />
            {run.capsFailed > 0 && (
              <>
                , <CountText count={run.capsFailed} /> could not be set
              </>
            )}
          </>
        ),
        Alerts: <CountText count={run.alerts} />,
        Found: run.found === null ? undefined : <CountText count={run.found} />,
      }}
    />
  );
}

function Findings({ findings }: { readonly findings: NonNullable<Run['findings']> }) {
  return (
    <Container header={<Header variant="h2">Findings</Header>}>
      <ul className="run-findings">
        {findings.map(({ kind, subject, severity, detail, action }) => (
          <li key={`${kind} ${subject}`}>
            <SeverityText severity={severity} /> <NameText charsMax={500} text={detail} />
            {action !== null && ` (${action.kind}: ${action.status})`}
          </li>
        ))}
      </ul>
    </Container>
  );
}
