import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { Link } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Question } from '../../parts/question.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { CountText } from '../../parts/texts/count-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { RunOutcome } from '../../parts/texts/run-outcome.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { durationText, jobs, type Run, RunStatus } from './run-facts.tsx';

/** Requests a run of a job now, with an estimate of its effect. */
function AskForRun({ onClose }: { readonly onClose: (run?: string) => void }) {
  const [job, setJob] = useState<string>('enforce');
  const start = useChange('startRun');
  return (
    <Question
      action="Start the run"
      isBusy={start.isPending}
      onConfirm={() =>
        start.mutate({ given: { body: { job } } }, { onSuccess: ({ document }) => onClose(document.run) })
      }
      onLeave={() => onClose()}
      problem={start.error}
      question="Ask for a run"
    >
      <FormField label="Job">
        <Select
          onChange={({ detail }) => setJob(detail.selectedOption.value ?? job)}
          options={jobs.map((name) => ({ label: name, value: name }))}
          selectedOption={{ label: job, value: job }}
        />
      </FormField>
      {job === 'enforce' && <PlanEstimate />}
      <LastRun job={job} />
    </Question>
  );
}

/** An estimate from known figures: a night reads newer ones first. */
function PlanEstimate() {
  const { data, error } = useRead('showPlan', {}, { isLive: false });
  if (data === undefined) {
    return error === null ? (
      <div role="status">Computing what it would change …</div>
    ) : (
      <ProblemAlert problem={error} />
    );
  }
  const { changes, held, besideHold } = data.document;
  return (
    <div role="status">
      By the figures that are known it changes {countedText(changes.length, 'limit')}.
      {held !== null && (
        <>
          {' '}
          It would be held: <NameText charsMax={500} text={reasonText(held.detail)} />
          {besideHold.length > 0 && ` ${countedText(besideHold.length, 'change')} would be sent all the same.`}
        </>
      )}
    </div>
  );
}

function LastRun({ job }: { readonly job: string }) {
  const { data } = useRead('listRuns', { job, newest: '1' } as never, { isLive: false });
  const last = data?.document.rows[0];
  return last === undefined ? (
    <div>It has not run yet.</div>
  ) : (
    <div>
      The last one, <TimeText at={last.at} isAgo />, is {last.status ?? 'at work'}
      {last.finishedAt !== null && ` and took ${durationText(last)}`}
      {last.capsChanged > 0 && `; it changed ${countedText(last.capsChanged, 'limit')}`}
      {last.found !== null && `; it found ${last.found}`}.
    </div>
  );
}

const statuses = ['complete', 'partial', 'held', 'failed', 'unfinished'] as const;

/** Recorded runs, newest first, and a manual start. */
export function Page() {
  const [isAsked, setAsked] = useState(false);
  const [run, setRun] = useState<string>();
  const mayStart = useMay('startRun');
  return (
    <PageFrame actions={mayStart && <Button onClick={() => setAsked(true)}>Ask for a run</Button>} title="Runs">
      <SpaceBetween size="l">
        {run !== undefined && <RunOutcome key={run} run={run} what="The run is asked for" />}
        <Runs />
        {isAsked && (
          <AskForRun
            onClose={(started) => {
              setAsked(false);
              setRun(started ?? run);
            }}
          />
        )}
      </SpaceBetween>
    </PageFrame>
  );
}

function Runs() {
  const [{ job, status }, setFilters] = useUrlFilters({ job: '', status: '' });
  return (
    <PagedTable<Run>
      columns={columns}
      empty={
        <EmptyState title={job === '' && status === '' ? 'There are no runs yet' : 'No run is like that'}>
          Jobs run by themselves on their schedule; Home says when the next ones are.
        </EmptyState>
      }
      filter={
        <SpaceBetween direction="horizontal" size="xs">
          <ChoiceFilter
            allText="Every job"
            label="Job"
            onChange={(chosen) => setFilters({ job: chosen })}
            options={jobs}
            value={job}
          />
          <ChoiceFilter
            allText="However it ended"
            label="Outcome"
            onChange={(chosen) => setFilters({ status: chosen })}
            options={statuses}
            value={status}
          />
        </SpaceBetween>
      }
      given={{ newest: '2000', job, status }}
      header={<Header>Runs</Header>}
      keyOf={({ run }) => run}
      label="Runs"
      operation="listRuns"
    />
  );
}

const columns: readonly TableProps.ColumnDefinition<Run>[] = [
  {
    id: 'at',
    header: 'As of',
    isRowHeader: true,
    cell: ({ run, at }) => (
      <Link to={`/runs/${encodeURIComponent(run)}`}>
        <TimeText at={at} />
      </Link>
    ),
  },
  { id: 'job', header: 'Job', cell: ({ job }) => job },
  { id: 'status', header: 'Outcome', cell: (run) => <RunStatus run={run} /> },
  { id: 'took', header: 'Took', cell: (run) => durationText(run) },
  { id: 'caps', header: 'Limits changed', cell: ({ capsChanged }) => <CountText count={capsChanged} /> },
  { id: 'failed', header: 'Failed', cell: ({ capsFailed }) => <CountText count={capsFailed} /> },
  { id: 'found', header: 'Found', cell: ({ found }) => <CountText count={found} /> },
  { id: 'alerts', header: 'Alerts', cell: ({ alerts }) => <CountText count={alerts} /> },
  { id: 'data', header: 'Figures through', cell: ({ dataThrough }) => <DayText day={dataThrough} /> },
];
