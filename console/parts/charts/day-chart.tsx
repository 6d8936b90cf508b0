import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

import { rounded } from '../../../shared/kernel/texts/amounts.ts';
import { weekdayAndDay } from '../../../shared/kernel/texts/run-out.ts';
import {
  figuresOf,
  highestOf,
  isBar,
  readingOf,
  stackedBars,
  type DayFigures,
  type DayMark,
  type SeriesForm,
} from './day-figures.ts';
import { FiguresTable } from './figures-table.tsx';

import './charts.css';
import { bandPath, dayWidth, linePath, namedDays, type Plot, stepPath, ticksTo, xOf, yOf } from './scales.ts';
import { useWidth } from './use-width.ts';

interface DayChartProps extends DayFigures {
  /** What the picture shows, in a sentence. */
  readonly summary: string;
  /** A line at the start of this day. */
  readonly today?: string;
  /** The highest value that is drawn; default: all of them. */
  readonly most?: number;
}

const [height, left, top, bottom] = [260, 52, 12, 28] as const;
const nameWidth = 52;

/** A picture of credits by day, with its figures in words for the chosen day, and as a table. */
export function DayChart(props: DayChartProps) {
  const { title, summary, days, series, band, marks = [], today } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [chosen, setChosen] = useState<number>();
  const names = useId();
  const ticks = ticksTo(props.most ?? highestOf(series, band));
  const most = ticks.at(-1) ?? 1;
  const plot: Plot = { left, right: width - 8, top, bottom: height - bottom, days: days.length, most };
  const words = chosen === undefined ? undefined : readingOf(props, chosen);
  return (
    <div className="chart">
      <Legend band={band} hasMarks={marks.length > 0} series={series} />
      <div className="chart-frame" ref={frame}>
        {width > 0 && (
          <svg
            aria-describedby={`${names}-summary`}
            aria-labelledby={`${names}-title`}
            aria-valuemax={Math.max(0, days.length - 1)}
            aria-valuemin={0}
            aria-valuenow={chosen ?? 0}
            aria-valuetext={words ?? summary}
            height={height}
            onKeyDown={(event) => setChosen(movedBy(event, chosen, days.length))}
            onPointerLeave={() => setChosen(undefined)}
            onPointerMove={({ clientX, currentTarget }) => {
              const at = clientX - currentTarget.getBoundingClientRect().left - plot.left;
              const index = Math.floor(at / dayWidth(plot));
              setChosen(index >= 0 && index < days.length ? index : undefined);
            }}
            // The arrow keys move along the days, as on any slider; the day's figures are its value.
            role="slider"
            tabIndex={0}
            width={width}
          >
            <title id={`${names}-title`}>{title}</title>
            <desc id={`${names}-summary`}>{summary}</desc>
            <Axes days={days} plot={plot} ticks={ticks} today={today} />
            <Lines band={band} plot={plot} series={series} />
            <Marks days={days} marks={marks} plot={plot} />
            {chosen !== undefined && (
              <line className="chart-chosen" x1={xOf(plot, chosen)} x2={xOf(plot, chosen)} y1={top} y2={plot.bottom} />
            )}
          </svg>
        )}
      </div>
      <p aria-hidden className="chart-reading">
        {words ?? summary}
      </p>
      <FiguresTable figures={figuresOf(props)} />
    </div>
  );
}

function Axes({
  plot,
  ticks,
  days,
  today,
}: {
  readonly plot: Plot;
  readonly ticks: readonly number[];
  readonly days: readonly string[];
  readonly today: string | undefined;
}): ReactNode {
  const now = today === undefined ? -1 : days.indexOf(today);
  const nowX = xOf(plot, now) - dayWidth(plot) / 2;
  return (
    <g aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="chart-grid" x1={plot.left} x2={plot.right} y1={yOf(plot, tick)} y2={yOf(plot, tick)} />
          <text className="chart-name" dy="0.32em" textAnchor="end" x={plot.left - 6} y={yOf(plot, tick)}>
            {rounded(tick)}
          </text>
        </g>
      ))}
      {namedDays(days.length, plot.right - plot.left, nameWidth).map((index) => {
        const x = xOf(plot, index);
        // The last name ends with the picture, and no earlier: it would touch the one before it.
        const isAtEnd = x + nameWidth / 2 > plot.right;
        return (
          <text
            className="chart-name"
            key={index}
            textAnchor={isAtEnd ? 'end' : 'middle'}
            x={isAtEnd ? plot.right : x}
            y={plot.bottom + 18}
          >
            {weekdayAndDay(days[index] ?? '').slice(4)}
          </text>
        );
      })}
      {now > 0 && <line className="chart-now" x1={nowX} x2={nowX} y1={plot.top} y2={plot.bottom} />}
    </g>
  );
}

/** The range behind, then bars, then lines. */
function Lines({ plot, series, band }: { readonly plot: Plot } & Pick<DayChartProps, 'series' | 'band'>) {
  return (
    <>
      {band !== undefined && <path className="chart-band" d={bandPath(plot, band.low, band.high)} />}
      {stackedBars(series).map(({ title: name, form, from, to }) => (
        <Bars form={form} from={from} key={name} plot={plot} to={to} />
      ))}
      {series.map(({ title: name, form, values }) =>
        isBar(form) ? null : (
          <path
            className={`chart-${form}`}
            d={form === 'steps' ? stepPath(plot, values) : linePath(plot, values)}
            key={name}
          />
        ),
      )}
    </>
  );
}

function Bars({
  plot,
  form,
  from,
  to,
}: {
  readonly plot: Plot;
  readonly form: SeriesForm;
  readonly from: readonly number[];
  readonly to: readonly number[];
}): ReactNode {
  const width = Math.max(1, Math.min(36, dayWidth(plot) * 0.72));
  return to.map((value, index) => {
    const [y, base] = [yOf(plot, value), yOf(plot, from[index] ?? 0)];
    return value <= (from[index] ?? 0) ? null : (
      <rect
        className={`chart-${form}`}
        height={Math.max(1, base - y)}
        // Days have no other name.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        width={width}
        x={xOf(plot, index) - width / 2}
        y={y}
      />
    );
  });
}

function Marks({
  plot,
  days,
  marks,
}: {
  readonly plot: Plot;
  readonly days: readonly string[];
  readonly marks: readonly DayMark[];
}): ReactNode {
  return marks.map(({ day, text }) => {
    const index = days.indexOf(day);
    const x = xOf(plot, index);
    return index === -1 ? null : (
      <path className="chart-mark" d={`M${x},${plot.bottom - 7}l6,7l-6,7l-6,-7Z`} key={`${day} ${text}`}>
        <title>{text}</title>
      </path>
    );
  });
}

function Legend({ series, band, hasMarks }: Pick<DayChartProps, 'series' | 'band'> & { readonly hasMarks: boolean }) {
  const known = series.filter(({ values }) => values.some((value) => value !== null));
  const forms = [
    ...known.map(({ title, form }) => ({ title, form: form as string })),
    ...(band?.low.some((value) => value !== null) === true ? [{ title: band.title, form: 'band' }] : []),
    ...(hasMarks ? [{ title: 'Changes', form: 'mark' }] : []),
  ];
  return (
    <ul aria-hidden className="chart-legend">
      {forms.map(({ title, form }) => (
        <li key={title}>
          <svg height={12} width={22}>
            <Sample form={form} />
          </svg>
          {title}
        </li>
      ))}
    </ul>
  );
}

function Sample({ form }: { readonly form: string }): ReactNode {
  if (form === 'band' || form.endsWith('bar')) {
    return <rect className={`chart-${form}`} height={10} width={20} x={1} y={1} />;
  }
  return <path className={`chart-${form}`} d={form === 'mark' ? 'M11,0l6,6l-6,6l-6,-6Z' : 'M0,6L22,6'} />;
}

function movedBy(event: KeyboardEvent, chosen: number | undefined, days: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, (chosen ?? days) - 1),
    ArrowRight: Math.min(days - 1, (chosen ?? -1) + 1),
    Home: 0,
    End: days - 1,
  };
  const next = to[event.key];
  if (next === undefined) {
    return event.key === 'Escape' ? undefined : chosen;
  }
  event.preventDefault();
  return next;
}
