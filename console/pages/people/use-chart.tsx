import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';

import { dayText } from '../../../shared/kernel/time/day.ts';
import { useRead } from '../../api/queries.ts';
import { DayChart } from '../../parts/charts/day-chart.tsx';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { neededText, shortCredits } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { DayText } from '../../parts/texts/time-text.tsx';
import type { Explanation, PersonUse } from './person.ts';
import { seriesOfUse } from './series-of-use.ts';

/** Use by day with the days that ended at the limit, what is usual ahead, and what they would need. */
export function UseChart({ email, needed }: { readonly email: string; readonly needed: Explanation['needed'] }) {
  const read = useRead('showPersonUse', { email });
  const use = read.data?.document;
  if (use === undefined) {
    return read.error === null ? (
      <div className="people-chart-to-come">Reading …</div>
    ) : (
      <ProblemAlert problem={read.error} />
    );
  }
  const series = seriesOfUse(use);
  const stops = series.stopped.filter((credits) => credits !== null).length;
  return (
    <Container
      header={
        <Header description={<Outlook needed={needed} use={use} />} variant="h2">
          Use and limits
        </Header>
      }
    >
      <StaleNote reads={[read]} />
      <DayChart
        days={series.days}
        most={series.most}
        series={[
          { title: 'Used', form: 'bar', values: series.used },
          { title: 'Used, limit reached', form: 'full-bar', values: series.stopped },
          { title: 'Usual', form: 'open-bar', values: series.expected },
          { title: 'Left by the limit', form: 'steps', values: series.left },
        ]}
        summary={`Through ${dayText(use.dataThrough ?? use.platformWindow.from)}: ${stops === 0 ? 'no day ended at the limit' : `${stops} ${stops === 1 ? 'day' : 'days'} ended at the limit`}${use.forecast === null ? '' : `, ${shortCredits(use.forecast.mean)} expected in the window`}`}
        title={`Use by day through ${dayText(use.platformWindow.through)}`}
        today={series.days.find((day) => day > (use.dataThrough ?? ''))}
      />
    </Container>
  );
}

function Outlook({ use, needed }: { readonly use: PersonUse; readonly needed: Explanation['needed'] }) {
  const { forecast, platformWindow } = use;
  return (
    <>
      {forecast === null ? (
        'Too few days are known for a forecast'
      ) : (
        <>
          Expected by <DayText day={platformWindow.through} />: <CreditText credits={forecast.mean} isShort />, most
          likely <CreditText credits={forecast.low} isShort /> to <CreditText credits={forecast.high} isShort />, if
          nothing stops them
        </>
      )}
      . {needed !== null && neededText('They need', needed)}
    </>
  );
}
