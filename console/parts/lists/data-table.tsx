import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useLayoutEffect, useRef, useState } from 'react';

import { useWidth } from '../charts/use-width.ts';
import { useIsNarrow } from '../use-is-narrow.ts';

import './data-table.css';

/**
 * A table of records, which never has to be scrolled sideways: where it is wider than its page, the last columns stand
 * under what names the row; on a phone each row is a card.
 */
export function DataTable<Row>({ columnDefinitions: columns, ...props }: TableProps<Row>) {
  const isNarrow = useIsNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [fit, setFit] = useState({ width, folded: 0 });
  const folded = fit.width === width ? fit.folded : 0;
  useLayoutEffect(() => {
    if (!isNarrow && folded < columns.length - 1 && isWiderThanPage(frame.current)) {
      setFit({ width, folded: folded + 1 });
    }
  }, [width, folded, isNarrow, columns, props.items]);
  return (
    <div ref={frame}>
      <Table<Row>
        {...props}
        columnDefinitions={folding(columns, isNarrow ? columns.length : folded)}
        enableKeyboardNavigation
        wrapLines
      />
    </div>
  );
}

function isWiderThanPage(frame: HTMLElement | null): boolean {
  let part: HTMLElement | null | undefined = frame?.querySelector('table');
  while (part && part !== frame) {
    if (part.scrollWidth > part.clientWidth + 1) {
      return true;
    }
    part = part.parentElement;
  }
  return false;
}

/** The columns, with so many of the last ones under the one that names the row. */
function folding<Row>(
  columns: readonly TableProps.ColumnDefinition<Row>[],
  count: number,
): readonly TableProps.ColumnDefinition<Row>[] {
  const head = columns.find(({ isRowHeader }) => isRowHeader === true) ?? columns[0];
  if (count === 0 || head === undefined) {
    return columns;
  }
  const others = columns.filter((column) => column !== head);
  const under = new Set(others.slice(-count));
  return columns.flatMap((column) =>
    under.has(column)
      ? []
      : column === head
        ? [
            withUnder(
              head,
              others.filter((each) => under.has(each)),
            ),
          ]
        : [column],
  );
}

/** Two facts beside each other. */
const underMinPx = 230;

function withUnder<Row>(
  { isRowHeader: _isRowHeader, ...head }: TableProps.ColumnDefinition<Row>,
  under: readonly TableProps.ColumnDefinition<Row>[],
): TableProps.ColumnDefinition<Row> {
  return {
    ...head,
    minWidth: underMinPx,
    cell: (row) => (
      <>
        <div className="row-card-head">{head.cell(row)}</div>
        <dl className="row-card">
          {under.map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      </>
    ),
  };
}
