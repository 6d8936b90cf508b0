import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';

import { useRead } from '../../api/queries.ts';
import { Chart } from '../../parts/chart.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { DayText } from '../../parts/texts/time-text.tsx';
import { seriesOfUse } from './series-of-use.ts';

/** Use over the platform's window, with limits, days on which somebody was stopped, and the forecast. */
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
        heightPx={260}
        series={[
          { title: 'Used so far', kind: 'bar', values: used },
          { title: 'Used, limit reached', kind: 'bar', values: stopped },
          { title: 'Limit', kind: 'line', values: limit },
          { title: 'Expected', kind: 'line', values: expected },
        ]}
        title="Use and limits over the platform’s window"
        x={days}
        xTitle="UTC day"
        yTitle="Credits"
      />
    </Container>
  );
}
