import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import { useState } from 'react';

import { useMay } from '../../api/caller.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { DataTable } from '../../parts/lists/data-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { countedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import { RunOutcome } from '../../parts/texts/run-outcome.tsx';
import { Release } from './decision.tsx';
import { isReleasable, planRows, type PlanLine, type HeldPlan } from './plan-rows.ts';
import { Moved } from './plan-tables.tsx';

const rowsPerPage = 50;

/** Every stored row of the plan; single ones can be released while the rest is held. */
export function Rows({ plan }: { readonly plan: HeldPlan }) {
  const [{ q, page }, setFilters] = useUrlFilters({ q: '', page: '1' });
  const [selected, setSelected] = useState<readonly PlanLine[]>([]);
  const [released, setReleased] = useState<readonly string[]>();
  const [run, setRun] = useState<string>();
  const mayRelease = useMay('approvePlan') && isReleasable(plan.status);
  const found = planRows(plan).filter(({ email }) => email.toLowerCase().includes(q.trim().toLowerCase()));
  const pagesCount = Math.max(1, Math.ceil(found.length / rowsPerPage));
  const at = Math.min(pagesCount, Math.max(1, Number(page) || 1));
  return (
    <SpaceBetween size="s">
      {run !== undefined && <RunOutcome run={run} what="These rows are released" />}
      <DataTable<PlanLine>
        ariaLabels={ariaLabels}
        columnDefinitions={columnsOf(mayRelease, setReleased)}
        empty={<EmptyState title={q === '' ? 'No row was kept' : 'No kept row has such an email'} />}
        filter={<Find count={found.length} onChange={(text) => setFilters({ q: text, page: '' })} text={q} />}
        header={
          <RowsHeader
            mayRelease={mayRelease}
            onRelease={() => setReleased(selected.map(({ email }) => email))}
            plan={plan}
            selectedCount={selected.length}
          />
        }
        items={found.slice((at - 1) * rowsPerPage, at * rowsPerPage)}
        onSelectionChange={({ detail }) => setSelected(detail.selectedItems)}
        pagination={<Pages at={at} onGo={(to) => setFilters({ page: String(to) })} pagesCount={pagesCount} />}
        selectedItems={selected}
        trackBy="email"
        {...(mayRelease && {
          selectionType: 'multi' as const,
          isItemDisabled: (line: PlanLine) => line.releasedBy !== undefined,
        })}
      />
      {released !== undefined && (
        <Release
          emails={released}
          onClose={(started) => {
            setReleased(undefined);
            if (started !== undefined) {
              setRun(started);
              setSelected([]);
            }
          }}
          plan={plan}
        />
      )}
    </SpaceBetween>
  );
}

const ariaLabels: TableProps.AriaLabels<PlanLine> = {
  tableLabel: 'Rows of the plan',
  selectionGroupLabel: 'Rows of the plan',
  allItemsSelectionLabel: () => 'All rows of this page',
  itemSelectionLabel: (_all, { email }) => `Select ${harmless(email)}`,
};

function Find({
  text,
  count,
  onChange,
}: {
  readonly text: string;
  readonly count: number;
  readonly onChange: (text: string) => void;
}) {
  return (
    <TextFilter
      countText={countedText(count, 'row')}
      filteringAriaLabel="Find people"
      filteringPlaceholder="Find people by their email"
      filteringText={text}
      onChange={({ detail }) => onChange(detail.filteringText)}
    />
  );
}

function RowsHeader({
  plan,
  mayRelease,
  selectedCount,
  onRelease,
}: {
  readonly plan: HeldPlan;
  readonly mayRelease: boolean;
  readonly selectedCount: number;
  readonly onRelease: () => void;
}) {
  return (
    <Header
      actions={
        mayRelease && (
          <Button disabled={selectedCount === 0} onClick={onRelease}>
            Release {selectedCount === 0 ? 'selected rows' : countedText(selectedCount, 'row')}
          </Button>
        )
      }
      counter={`(${countedText(plan.changes, 'row')})`}
      {...(plan.rows.length < plan.changes && {
        description: `The first ${plan.rows.length} are kept to be looked at; all are applied.`,
      })}
    >
      Rows
    </Header>
  );
}

function Pages({
  at,
  pagesCount,
  onGo,
}: {
  readonly at: number;
  readonly pagesCount: number;
  readonly onGo: (page: number) => void;
}) {
  return pagesCount === 1 ? null : (
    <Pagination
      ariaLabels={{ nextPageLabel: 'Next page', previousPageLabel: 'Previous page' }}
      currentPageIndex={at}
      onChange={({ detail }) => onGo(detail.currentPageIndex)}
      pagesCount={pagesCount}
    />
  );
}

function columnsOf(
  mayRelease: boolean,
  onRelease: (emails: readonly string[]) => void,
): readonly TableProps.ColumnDefinition<PlanLine>[] {
  return [
    { id: 'person', header: 'Person', isRowHeader: true, cell: ({ email }) => <PersonLink email={email} /> },
    { id: 'from', header: 'Limit now', cell: ({ from }) => <CreditText credits={from} none="none" /> },
    { id: 'to', header: 'Then', cell: ({ to }) => <CreditText credits={to} /> },
    { id: 'change', header: 'Change', cell: ({ from, to }) => <Moved from={from} to={to} /> },
    { id: 'effect', header: 'Effect', cell: ({ effect }) => effect },
    ...(mayRelease
      ? [
          {
            id: 'release',
            header: 'Release',
            cell: ({ email, releasedBy }: PlanLine) =>
              releasedBy === undefined ? (
                <Button
                  ariaLabel={`Release now: ${harmless(email)}`}
                  onClick={() => onRelease([email])}
                  variant="inline-link"
                >
                  Release now
                </Button>
              ) : (
                `released by ${harmless(releasedBy)}`
              ),
          },
        ]
      : []),
  ];
}
