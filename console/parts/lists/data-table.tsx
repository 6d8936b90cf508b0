import Table, { type TableProps } from '@cloudscape-design/components/table';

import { useIsNarrow } from '../use-is-narrow.ts';

import './data-table.css';

/** A table of records. On a phone each row is a card, so that nothing has to be scrolled sideways. */
export function DataTable<Row>({ columnDefinitions: columns, ...props }: TableProps<Row>) {
  const isNarrow = useIsNarrow();
  return (
    <Table<Row>
      {...props}
      columnDefinitions={isNarrow && columns.length > 0 ? [cardOf(columns)] : columns}
      enableKeyboardNavigation
      wrapLines
    />
  );
}

/** All columns of a row as one: what names it, then the others with their titles. */
function cardOf<Row>(columns: readonly TableProps.ColumnDefinition<Row>[]): TableProps.ColumnDefinition<Row> {
  const head = columns.find(({ isRowHeader }) => isRowHeader === true) ?? columns[0];
  return {
    id: 'card',
    header: head?.header,
    cell: (row) => (
      <>
        <div className="row-card-head">{head?.cell(row)}</div>
        <dl className="row-card">
          {columns.map((column) =>
            column === head ? null : (
              <div key={column.id}>
                <dt>{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ),
          )}
        </dl>
      </>
    ),
  };
}
