import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import type { OperationGiven, OperationId } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { StaleNote } from '../page-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { DataTable } from './data-table.tsx';
import { type ListPage, pageText } from './list-page.ts';

import './page-buttons.css';

/** A page's position, and links to the others. The page is in the address as `cursor`. */
export function PageButtons({ page }: { readonly page: ListPage | undefined }) {
  const [search, setSearch] = useSearchParams();
  const isFirst = search.get('cursor') === null;
  const { next = null, place } = page ?? {};
  const go = (to: string | null): void =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (to === null) {
        after.delete('cursor');
      } else {
        after.set('cursor', to);
      }
      return after;
    });
  return (
    <SpaceBetween alignItems="center" direction="horizontal" size="xs">
      <span className="page-place">{pageText(page)}</span>
      <Button
        ariaLabel="First page"
        disabled={isFirst}
        iconName="angle-left-double"
        onClick={() => go(null)}
        variant="icon"
      />
      <Button
        ariaLabel="Previous page"
        disabled={isFirst}
        iconName="angle-left"
        onClick={() => go(place?.previous ?? null)}
        variant="icon"
      />
      <Button
        ariaLabel="Next page"
        disabled={next === null}
        iconName="angle-right"
        onClick={() => go(next)}
        variant="icon"
      />
    </SpaceBetween>
  );
}

interface PagedRows<Row> extends ListPage {
  readonly rows: readonly Row[];
}

type Columns<Row> = readonly TableProps.ColumnDefinition<Row>[];

export interface PagedTableProps<Row, Page = PagedRows<Row>> {
  /** The list operation and its filters; empty ones are ignored. */
  readonly operation: OperationId;
  readonly given?: Readonly<Record<string, string | undefined>>;
  /** Or made from what the answer says beside its rows. */
  readonly columns: Columns<Row> | ((page: Page) => Columns<Row>);
  readonly keyOf: (row: Row) => string;
  /** The accessible name. */
  readonly label: string;
  readonly header?: ReactNode;
  readonly filter?: ReactNode;
  readonly empty: ReactNode;
  readonly rowsPerPage?: number;
  readonly selection?: {
    readonly selected: readonly Row[];
    readonly onSelect: (rows: readonly Row[]) => void;
    readonly labelOf: (row: Row) => string;
    readonly isOff?: (row: Row) => boolean;
  };
}

const rowsUsual = 50;

/** One page of a list operation, by the `cursor` of the address. Rows stay until the next ones arrive. */
export function usePage<Row, Page = PagedRows<Row>>(
  operation: OperationId,
  given: Readonly<Record<string, string | undefined>>,
  rowsPerPage = rowsUsual,
) {
  const [search] = useSearchParams();
  const cursor = search.get('cursor') ?? undefined;
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const asked = { ...filters, limit: String(rowsPerPage), cursor };
  // The operation's input is checked where the list is used; all lists answer alike.
  const read = useRead(operation, asked as unknown as OperationGiven<OperationId>, { keepsRows: true });
  return { page: read.data?.document as unknown as (PagedRows<Row> & Page) | undefined, read };
}

/** A table paged by the API. The page is in the address as `cursor`, like filters of `useUrlFilters`. */
export function PagedTable<Row, Page = PagedRows<Row>>(props: PagedTableProps<Row, Page>) {
  const { operation, given = {}, columns, keyOf, label, header, filter, empty, selection } = props;
  const { page, read } = usePage<Row, Page>(operation, given, props.rowsPerPage);
  if (page === undefined && read.error !== null) {
    return <ProblemAlert onRetry={() => void read.refetch()} problem={read.error} />;
  }
  return (
    <SpaceBetween size="s">
      <StaleNote reads={[read]} />
      <DataTable<Row>
        // Without rows, columns are as wide as their titles and would move later; so would checkboxes.
        columnDefinitions={page === undefined ? [] : typeof columns === 'function' ? columns(page) : columns}
        empty={empty}
        filter={filter}
        header={header}
        items={page?.rows ?? []}
        loading={page === undefined}
        loadingText="Reading …"
        pagination={<PageButtons page={page} />}
        trackBy={keyOf}
        variant="container"
        ariaLabels={{
          tableLabel: label,
          ...(selection !== undefined && {
            selectionGroupLabel: `Rows of ${label}`,
            allItemsSelectionLabel: () => 'All rows of this page',
            itemSelectionLabel: (_all, row) => selection.labelOf(row),
          }),
        }}
        {...(selection !== undefined &&
          page !== undefined && {
            selectionType: 'multi' as const,
            isItemDisabled: selection.isOff,
            selectedItems: selection.selected,
            onSelectionChange: ({ detail }) => selection.onSelect(detail.selectedItems),
          })}
      />
    </SpaceBetween>
  );
}
