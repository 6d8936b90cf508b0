import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { Link } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { RunOutcome } from '../../parts/texts/run-outcome.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { AskForRun } from './ask-for-run.tsx';
import { durationText, jobs, RunStatus, type Run } from './run-facts.tsx';

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
  { id: 'caps', header: 'Limits changed', cell: ({ capsChanged }) => <CreditText credits={capsChanged} /> },
  { id: 'failed', header: 'Failed', cell: ({ capsFailed }) => <CreditText credits={capsFailed} /> },
  { id: 'found', header: 'Found', cell: ({ found }) => <CreditText credits={found} /> },
  { id: 'alerts', header: 'Alerts', cell: ({ alerts }) => <CreditText credits={alerts} /> },
  { id: 'data', header: 'Figures through', cell: ({ dataThrough }) => <DayText day={dataThrough} /> },
];
