import type { ReactNode } from 'react';

import './plain-table.css';

/** So many columns fit beside each other on a phone. */
const fitMax = 3;

/** A table of figures inside a page. On a phone the rows of a wide one are cards whose cells have the columns’ titles. */
export function PlainTable({
  label,
  columns,
  rows,
  isWhole = false,
}: {
  /** The accessible name. */
  readonly label: string;
  readonly columns: readonly { readonly title: string; readonly isNumber?: boolean }[];
  /** Cells in the order of the columns; the first names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** As high as it is; default: a part of the window, and scrolled. */
  readonly isWhole?: boolean;
}) {
  const classOf = (at: number): string | undefined => (columns[at]?.isNumber === true ? 'plain-number' : undefined);
  return (
    <div aria-label={label} className={isWhole ? 'plain-wide' : 'figures'} role="region" tabIndex={0}>
      <table aria-label={label} className={columns.length > fitMax ? 'plain-table plain-folds' : 'plain-table'}>
        <thead>
          <tr>
            {columns.map(({ title }, at) => (
              <th className={classOf(at)} key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => {
                const at = index + 1;
                return (
                  <td className={classOf(at)} data-title={columns[at]?.title} key={columns[at]?.title}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
