import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import MixedLineBarChart, { type MixedLineBarChartProps } from '@cloudscape-design/components/mixed-line-bar-chart';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { useRead } from '../../api/queries.ts';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { creditsText, shortCredits } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { DayText } from '../../parts/texts/time-text.tsx';
import { seriesOfUse } from './series-of-use.ts';

/** Use in the platform's window, with limits, stopped days and the forecast. */
export function UseChart({ email }: { readonly email: string }) {
  const read = useRead('showPersonUse', { email });
  const use = read.data?.document;
  if (use === undefined) {
    return read.error === null ? (
      <div className="people-chart-to-come">Reading …</div>
    ) : (
      <ProblemAlert problem={read.error} />
    );
  }
  const { days, used, stopped, limit, expected } = seriesOfUse(use);
  return (
    <Container
      header={
        <Header
          description={
            use.forecast === null ? (
              'Too few days are known for a forecast'
            ) : (
              <>
                Expected by <DayText day={use.platformWindow.through} />:{' '}
                <CreditText credits={use.forecast.mean} isShort />, most likely{' '}
                <CreditText credits={use.forecast.low} isShort /> to <CreditText credits={use.forecast.high} isShort />,
                if nothing stops them
              </>
            )
          }
          variant="h2"
        >
          Use and limits
        </Header>
      }
    >
      <StaleNote reads={[read]} />
      <Chart
        series={[
          { title: 'Used so far', kind: 'bar', values: used },
          { title: 'Used, limit reached', kind: 'bar', values: stopped },
          { title: 'Limit', kind: 'line', values: limit },
          { title: 'Expected', kind: 'line', values: expected },
        ]}
        title="Use and limits over the platform’s window"
        x={days}
      />
    </Container>
  );
}

interface ChartSeries {
  readonly title: string;
  /** Bars for daily values, lines for states. */
  readonly kind: 'bar' | 'line';
  /** One per x; null when unknown. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  /** The chart's table and accessible name. */
  readonly title: string;
  /** UTC days. */
  readonly x: readonly string[];
  readonly series: readonly ChartSeries[];
}

/** A chart with its figures as a table. */
function Chart({ title, x, series }: ChartProps) {
  const drawn = series.map(({ title: name, kind, values }) => ({
    title: name,
    type: kind,
    data: values.flatMap((y, index) => (y === null ? [] : [{ x: x[index] ?? '', y }])),
  })) as MixedLineBarChartProps<string>['series'];
  return (
    <SpaceBetween size="xs">
      <MixedLineBarChart<string>
        ariaLabel={title}
        height={260}
        hideFilter
        i18nStrings={{
          yTickFormatter: shortCredits,
          detailPopoverDismissAriaLabel: 'Close',
          chartAriaRoleDescription: 'chart',
        }}
        series={drawn}
        stackedBars
        xDomain={[...x]}
        xScaleType="categorical"
        xTitle="UTC day"
        yTitle="Credits"
      />
      <ExpandableSection headerText={`Figures: ${title}`}>
        <div className="figures" role="region" aria-label={title} tabIndex={0}>
          <table>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">UTC day</th>
                {series.map(({ title: name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {x.map((name, index) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {series.map(({ title: of, values }) => (
                    <td key={of}>
                      {values[index] === null || values[index] === undefined ? '–' : creditsText(values[index])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </ExpandableSection>
    </SpaceBetween>
  );
}
