import ExpandableSection from '@cloudscape-design/components/expandable-section';
import MixedLineBarChart, { type MixedLineBarChartProps } from '@cloudscape-design/components/mixed-line-bar-chart';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { creditsText, shortCredits } from './texts/amounts.ts';

interface ChartSeries {
  readonly title: string;
  /** Bars stand for what happened on a day, lines for what is so. */
  readonly kind: 'bar' | 'line';
  /** By the same x as all others; null where nothing is known. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  /** What it shows, for its table and for those who hear it. */
  readonly title: string;
  /** UTC days, or other names in their order. */
  readonly x: readonly string[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly ChartSeries[];
  /** Horizontal lines: limits. */
  readonly thresholds?: readonly { readonly title: string; readonly value: number }[];
  readonly heightPx?: number;
}

/** A chart, with all its figures as a table behind it. */
export function Chart(props: ChartProps) {
  const { title, x, xTitle, yTitle, series, thresholds = [], heightPx = 220 } = props;
  const drawn = [
    ...series.map(({ title: name, kind, values }) => ({
      title: name,
      type: kind,
      data: values.flatMap((y, index) => (y === null ? [] : [{ x: x[index] ?? '', y }])),
    })),
    ...thresholds.map(({ title: name, value }) => ({ title: name, type: 'threshold' as const, y: value })),
  ] as MixedLineBarChartProps<string>['series'];
  return (
    <SpaceBetween size="xs">
      <MixedLineBarChart<string>
        ariaLabel={title}
        height={heightPx}
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
        xTitle={xTitle}
        yTitle={yTitle}
      />
      <ExpandableSection headerText={`Figures: ${title}`}>
        <div className="figures" role="region" aria-label={title} tabIndex={0}>
          <table>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{xTitle}</th>
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
                    <td key={of}>{numberText(values[index])}</td>
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

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : creditsText(value);
}
