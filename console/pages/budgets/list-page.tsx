import './budgets.css';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import type { BudgetRow } from './budget-row.ts';
import { columns, narrowColumns } from './list/columns.tsx';
import { BudgetFilters, usualFilters, type Filters } from './list/filters.tsx';
import { PercentPanel } from './percent-panel.tsx';

/** Every budget: what is used, left and expected; filtered, ordered and paged by the API. */
export function Page() {
  const [filters, setFilters] = useUrlFilters(usualFilters);
  const mayEdit = useMay('setBudget');
  const mayImport = useMay('importRecords');
  const [marked, setMarked] = useState<readonly BudgetRow[]>([]);
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  return (
    <PageFrame
      actions={
        mayEdit && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button onClick={() => void navigate('/budgets/new')} variant="primary">
              New budget
            </Button>
            {mayImport && <Button onClick={() => void navigate('/budgets/import')}>Paste or import</Button>}
            {mayImport && <Button onClick={() => void navigate('/budgets/suggest')}>Suggest budgets</Button>}
          </SpaceBetween>
        )
      }
      description="All that bind somebody count; whichever leaves the least decides"
      title="Budgets"
    >
      <SpaceBetween size="m">
        {marked.length > 0 && <PercentPanel onEnd={() => setMarked([])} rows={marked} />}
        <PagedTable<BudgetRow>
          columns={isNarrow ? narrowColumns : columns}
          empty={<NoBudget isFiltered={isFiltered(filters)} onGo={(to) => void navigate(to)} />}
          filter={<BudgetFilters filters={filters} onChange={setFilters} />}
          given={{ ...filters, daily: 'true' }}
          header={<Header variant="h2">Budgets</Header>}
          keyOf={({ scope, window }) => `${scope} ${window}`}
          label="Budgets"
          operation="listBudgets"
          {...(mayImport && {
            selection: {
              selected: marked,
              onSelect: setMarked,
              labelOf: ({ scope, window }) => `${harmless(scope)} ${window}`,
            },
          })}
        />
      </SpaceBetween>
    </PageFrame>
  );
}

function isFiltered({ order: _order, ...narrowing }: Filters): boolean {
  return Object.values(narrowing).some((value) => value !== '');
}

function NoBudget({
  isFiltered: isNarrow,
  onGo,
}: {
  readonly isFiltered: boolean;
  readonly onGo: (to: string) => void;
}) {
  return isNarrow ? (
    <EmptyState action={<Button onClick={() => onGo('/budgets')}>Show all</Button>} title="No budget is so">
      Nothing fits the filters.
    </EmptyState>
  ) : (
    <EmptyState
      action={<Button onClick={() => onGo('/budgets/suggest')}>Suggest budgets from past use</Button>}
      title="No budget yet"
    >
      Without a budget Curfew sets no limits. Start with budgets made from past use, make one, or import a file.
    </EmptyState>
  );
}
