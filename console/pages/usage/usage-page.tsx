import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';

import { creditsOfDays } from '../../../shared/kernel/texts/credits.ts';
import { dayText } from '../../../shared/kernel/time/day.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { DayChart } from '../../parts/charts/day-chart.tsx';
import { HeatMap } from '../../parts/charts/heat-map.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { percentText } from '../../parts/texts/amounts.ts';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { ComingStops, useComingStops } from './coming-stops.tsx';

import './usage.css';
import { UsageFilters, usualFilters } from './usage-filters.tsx';
import { partNames, rowName, UsageTable } from './usage-table.tsx';

type Explored = OperationDocument<'exploreUsage'>;

const mappedMax = 25;

/** Use by people, teams and models: by day, beside the days before, and whom it will stop. */
export function Page() {
  const [filters, setFilters] = useUrlFilters(usualFilters);
  const mayReadAll = useMay('showUsage');
  const { search: _search, ...given } = filters;
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const read = useRead('exploreUsage', { ...asked, limit: String(mappedMax) }, { keepsRows: true });
  const stops = useComingStops(filters.team);
  const explored = read.data?.document;
  return (
    <PageFrame
      actions={<PageLink to="/exports">Download</PageLink>}
      description={explored === undefined ? undefined : rangeText(explored)}
      reads={[read, stops]}
      title="Usage"
    >
      {() => (
        <SpaceBetween size="l">
          <UsageFilters filters={filters} hasModels={mayReadAll && filters.team === ''} onChange={setFilters} />
          {explored !== undefined && <Days explored={explored} />}
          {stops.data !== undefined && <ComingStops stops={stops.data.document} />}
          {explored !== undefined && explored.rows.length > 0 && <Map explored={explored} />}
          <UsageTable by={filters.by} given={asked} hasBefore={explored?.before !== null} search={filters.search} />
        </SpaceBetween>
      )}
    </PageFrame>
  );
}

function rangeText({ from, through, before }: Explored): string {
  const days = from > through ? 'No known day yet' : `${dayText(from)} to ${dayText(through)} (UTC)`;
  return before === null ? days : `${days}, compared with ${dayText(before.from)} to ${dayText(before.through)}`;
}

function Days({ explored }: { readonly explored: Explored }) {
  const { days, total, beforeTotal, before } = explored;
  const headline = `${creditsOfDays(days, 'short')} credits${changeText(total, beforeTotal)}`;
  return (
    <Container header={<Header variant="h2">{headline}</Header>}>
      <DayChart
        days={days.map(({ day }) => day)}
        series={[
          { title: 'Used', form: 'bar', values: days.map(({ credits }) => credits) },
          ...(before === null
            ? []
            : [
                {
                  title: `From ${dayText(before.from)}`,
                  form: 'faint-line' as const,
                  values: days.map((day) => day.before),
                },
              ]),
        ]}
        summary={headline}
        title="Use by day"
      />
    </Container>
  );
}

function changeText(total: number, before: number | null): string {
  if (before === null || before === 0) {
    return '';
  }
  const change = total / before - 1;
  return change === 0
    ? ', as before'
    : `, ${percentText(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than before`;
}

function Map({ explored }: { readonly explored: Explored }) {
  const { rows, days, by } = explored;
  const name = partNames[by];
  return (
    <Container header={<Header variant="h2">{`${name.many} by day`}</Header>}>
      <HeatMap
        days={days.map(({ day }) => day)}
        rowTitle={name.one}
        rows={rows.map((row) => ({ key: row.key, name: rowName(row, by), values: row.days }))}
        title={`The ${rows.length} largest ${name.many.toLowerCase()} by day`}
      />
    </Container>
  );
}
