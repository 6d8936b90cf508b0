import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';

import { creditsOver, creditsText } from '../../../shared/kernel/texts/credits.ts';
import { describeHeading } from '../../../shared/kernel/texts/run-out.ts';
import { dayText } from '../../../shared/kernel/time/day.ts';
import { useRead } from '../../api/queries.ts';
import { DayChart } from '../../parts/charts/day-chart.tsx';
import type { DayMark } from '../../parts/charts/day-figures.ts';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { shortCredits } from '../../parts/texts/amounts.ts';
import { harmless } from '../../parts/texts/name-text.tsx';
import type { BudgetWindow } from './budget-row.ts';
import { type BurnDown, burnDownSeries } from './burn-down-series.ts';

/** A budget's use over its window against its amount, with where it is heading. */
export function BurnDownChart({ scope, window }: { readonly scope: string; readonly window: BudgetWindow }) {
  const read = useRead('showBurnDown', { scope, window });
  const burnDown = read.data?.document;
  if (burnDown === undefined) {
    return read.error === null ? (
      <div className="budgets-chart-to-come">Reading …</div>
    ) : (
      <ProblemAlert problem={read.error} />
    );
  }
  const { days, marks, today, amount, through } = burnDown;
  const series = burnDownSeries(burnDown);
  return (
    <Container
      header={
        <Header description={forecastText(burnDown)} variant="h2">
          {describeHeading(burnDown)}
        </Header>
      }
    >
      <StaleNote reads={[read]} />
      <DayChart
        band={{ title: 'Likely range', low: series.low, high: series.high }}
        days={days.map(({ day }) => day)}
        marks={marks.map(markOf)}
        most={series.most}
        series={[
          { title: 'Used', form: 'line', values: series.used },
          { title: 'Expected', form: 'dashes', values: series.expected },
          { title: 'Amount', form: 'steps', values: series.amount },
        ]}
        summary={`${typeof amount === 'number' ? `${usedOf(burnDown)} of ${shortCredits(amount, 'credits')}` : usedOf(burnDown)} used; ${describeHeading(burnDown)}`}
        title={`Use of ${harmless(scope)} through ${dayText(through)}`}
        today={today}
      />
    </Container>
  );
}

function usedOf({ used, from, dataThrough, through }: BurnDown): string {
  return creditsOver(used, { from, through: dataThrough ?? through }, 'short');
}

function forecastText({ forecast, through }: BurnDown): string | undefined {
  return forecast === null
    ? undefined
    : `${shortCredits(forecast.mean, 'credits')} expected by ${dayText(through)}, most likely ${shortCredits(forecast.low)} to ${shortCredits(forecast.high)}`;
}

const marksOf = { made: 'budget made', changed: 'amount changed', removed: 'budget removed' } as const;

function markOf({ day, kind, by, credits, reason }: BurnDown['marks'][number]): DayMark {
  const what =
    kind === 'top-up'
      ? `top-up of ${creditsText(credits ?? 0)}`
      : `${marksOf[kind]}${credits === null ? '' : `: ${creditsText(credits)}`}`;
  return { day, text: `${what}, by ${harmless(by)}${reason === null ? '' : ` (${harmless(reason)})`}` };
}
