import type { ReactNode } from 'react';

import { creditsOver } from '../../../shared/kernel/texts/credits.ts';
import { weekdayAndDay } from '../../../shared/kernel/texts/run-out.ts';
import { daysIn } from '../texts/amounts.ts';
import { FiguresTable } from './figures-table.tsx';

import './charts.css';
import { strengthMost, strengthOf, strengths } from './scales.ts';

interface HeatMapProps {
  readonly title: string;
  readonly rowTitle: string;
  /** UTC days. */
  readonly days: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly link?: ReactNode;
    /** One a day. */
    readonly values: readonly number[];
  }[];
}

/** Rows and days as a table of squares, larger and stronger with use; its figures are in each cell and as a table. */
export function HeatMap({ title, rowTitle, days, rows }: HeatMapProps) {
  const most = Math.max(0, ...rows.flatMap(({ values }) => values));
  const span = daysIn(days[0] ?? null, days.at(-1) ?? null);
  return (
    <div className="chart">
      <ul aria-hidden className="chart-legend">
        {strengths.map((strength) => (
          <li key={strength}>
            <span className={`heat heat-${strength}`} />
            up to {creditsOver(strengthMost(strength, most), span, 'short')}
          </li>
        ))}
      </ul>
      <div aria-label={title} className="heat-frame" role="region" tabIndex={0}>
        <table className="heat-map">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{rowTitle}</th>
              {days.map((day, index) => (
                <th key={day} scope="col">
                  <span className="visually-hidden">{weekdayAndDay(day)}</span>
                  <span aria-hidden title={weekdayAndDay(day)}>
                    {index === 0 || day.endsWith('-01') || Number(day.slice(8)) % 5 === 0 ? Number(day.slice(8)) : ''}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, link, values }) => (
              <tr key={key}>
                <th scope="row" title={name}>
                  {link ?? name}
                </th>
                {days.map((day, index) => (
                  <HeatCell day={day} key={day} most={most} value={values[index] ?? 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FiguresTable
        figures={{ title, columns: [rowTitle, ...days], rows: rows.map(({ name, values }) => [name, ...values]) }}
      />
    </div>
  );
}

function HeatCell({ value, most, day }: { readonly value: number; readonly most: number; readonly day: string }) {
  const used = creditsOver(value, { from: day, through: day });
  return (
    <td title={`${weekdayAndDay(day)}: ${used}`}>
      <span className={`heat heat-${strengthOf(value, most)}`} />
      <span className="visually-hidden">{used}</span>
    </td>
  );
}
