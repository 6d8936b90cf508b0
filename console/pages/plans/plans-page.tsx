import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import { Link } from 'react-router';

import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { CountText } from '../../parts/texts/count-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { TimeText } from '../../parts/texts/time-text.tsx';
import type { PlanRow } from './plan-rows.ts';
import { PlanStatus } from './plan-status.tsx';

const statuses = ['', 'held', 'approved', 'rejected', 'replaced', 'expired'] as const;

/** Held plans of the last month and their outcome. */
export function Page() {
  return (
    <PageFrame
      description="A run that would change a lot waits here until it is approved. What protects a strict pool, and what an edit gives to people by name, never waits."
      title="Plan review"
    >
      <Plans />
    </PageFrame>
  );
}

function Plans() {
  const [{ status }, setFilters] = useUrlFilters({ status: '' });
  return (
    <PagedTable<PlanRow>
      columns={columns}
      empty={
        <EmptyState title={status === '' ? 'No plan was held in the last month' : `No plan is ${status}`}>
          Nothing asks for a decision. Which plans are held is said by the setting blastRadius.
        </EmptyState>
      }
      filter={
        <ChoiceFilter
          allText="Every plan"
          label="Which plans"
          onChange={(chosen) => setFilters({ status: chosen })}
          options={statuses.slice(1)}
          value={status}
        />
      }
      given={{ status }}
      header={<Header>Held plans</Header>}
      keyOf={({ plan }) => plan}
      label="Held plans"
      operation="listPlans"
    />
  );
}

const columns: readonly TableProps.ColumnDefinition<PlanRow>[] = [
  {
    id: 'plan',
    header: 'Plan',
    isRowHeader: true,
    cell: ({ plan }) => <Link to={`/plans/${encodeURIComponent(plan)}`}>{plan}</Link>,
  },
  { id: 'status', header: 'Status', cell: (plan) => <PlanStatus plan={plan} /> },
  { id: 'since', header: 'Held', cell: ({ since }) => <TimeText at={since} isAgo /> },
  { id: 'changes', header: 'Limits changed', cell: ({ changes }) => <CountText count={changes} /> },
  { id: 'stopped', header: 'Newly stopped', cell: ({ total }) => <CountText count={total?.stopped} /> },
  { id: 'freed', header: 'Newly free', cell: ({ total }) => <CountText count={total?.freed} /> },
  { id: 'reason', header: 'Why', cell: ({ reason }) => <NameText charsMax={300} text={reasonText(reason)} /> },
];
