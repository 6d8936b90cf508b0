import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { Link } from 'react-router';

import { dayText } from '../../../shared/kernel/time/day.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { recordKinds, recordPath } from '../../parts/records/record-kinds.ts';
import { percentText, shareOf } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';

import './watchers.css';

const [width, height] = [110, 24] as const;

/** A share's trend as a small line, with an accessible text. */
function Trend({
  label,
  weeks,
}: {
  readonly label: string;
  readonly weeks: readonly { readonly week: string; readonly passing: number; readonly evaluated: number }[];
}) {
  const shares = weeks.map(({ passing, evaluated }) => shareOf(passing, evaluated));
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined || weeks.length < 2) {
    return <span>–</span>;
  }
  const points = shares.map(
    (share, index) => `${(index / (shares.length - 1)) * width},${(1 - share) * (height - 4) + 2}`,
  );
  const words = `${label}: ${percentText(shares[0] ?? 0)} in the week of ${dayText(first.week)}, ${percentText(shares.at(-1) ?? 0)} in that of ${dayText(last.week)}`;
  return (
    <svg
      aria-label={words}
      className="watchers-trend"
      height={height}
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <title>{words}</title>
      <polyline fill="none" points={points.join(' ')} stroke="var(--chart-1)" strokeWidth="2" />
    </svg>
  );
}
type Target = OperationDocument<'listTargets'>['rows'][number];

/** Repositories' readiness for agents: trend, regressions and targets. */
export function Page() {
  const [{ tab }, setFilters] = useUrlFilters({ tab: 'repositories' });
  return (
    <PageFrame
      actions={<Link to={recordKinds.targets.path}>Edit targets</Link>}
      description="Readiness reports of the platform, by repository, on the branch that counts"
      title="Readiness"
    >
      <Tabs
        activeTabId={tab}
        ariaLabel="Readiness"
        i18nStrings={{ scrollLeftAriaLabel: 'Tabs before', scrollRightAriaLabel: 'Tabs after' }}
        onChange={({ detail }) => setFilters({ tab: detail.activeTabId === 'repositories' ? '' : detail.activeTabId })}
        tabs={[
          { id: 'repositories', label: 'Repositories', content: tab === 'repositories' && <Repositories /> },
          { id: 'fell', label: 'What fell', content: tab === 'fell' && <Falls /> },
          { id: 'targets', label: 'Targets', content: tab === 'targets' && <Targets /> },
        ]}
      />
    </PageFrame>
  );
}

const none = (
  <EmptyState title="No report is known yet">Reports are read every day; “run readiness” reads them now.</EmptyState>
);

function Repositories() {
  return (
    <PagedTable<OperationDocument<'listRepositories'>['rows'][number]>
      columns={[
        {
          id: 'repository',
          header: 'Repository',
          isRowHeader: true,
          minWidth: 220,
          cell: ({ repository, branch, branches }) => (
            <>
              <NameText text={repository} />
              <div className="soft">
                <NameText charsMax={60} text={branch ?? 'no branch'} />, of {branches}
              </div>
            </>
          ),
        },
        {
          id: 'passing',
          header: 'Criteria that pass',
          cell: ({ passing, evaluated }) => `${passing} of ${evaluated} (${percentText(shareOf(passing, evaluated))})`,
        },
        {
          id: 'trend',
          header: 'By week',
          cell: ({ repository, trend }) => <Trend label={repository} weeks={trend} />,
        },
        {
          id: 'regressions',
          header: 'Open regressions',
          cell: ({ regressions }) => (regressions === 0 ? '–' : <b className="bad">{regressions}</b>),
        },
        { id: 'at', header: 'Report of', cell: ({ at }) => <TimeText at={at} /> },
      ]}
      empty={none}
      header={<Header variant="h2">Repositories</Header>}
      keyOf={({ repository }) => repository}
      label="Repositories"
      operation="listRepositories"
      rowsPerPage={30}
    />
  );
}

function Falls() {
  return (
    <PagedTable<OperationDocument<'listRegressions'>['rows'][number]>
      columns={[
        {
          id: 'criterion',
          header: 'Criterion',
          isRowHeader: true,
          cell: ({ criterion }) => <NameText text={criterion} />,
        },
        {
          id: 'repository',
          header: 'Repository',
          minWidth: 200,
          cell: ({ repository, branch, apps }) => (
            <>
              <NameText text={repository} />
              <div className="soft">
                <NameText charsMax={80} text={[branch ?? 'no branch', ...apps].join(', ')} />
              </div>
            </>
          ),
        },
        {
          id: 'fell',
          header: 'From, to',
          cell: ({ before, after }) =>
            `${before.numerator} of ${before.denominator} → ${after.numerator} of ${after.denominator}`,
        },
        { id: 'since', header: 'Since', cell: ({ after }) => <TimeText at={after.at} /> },
        {
          id: 'why',
          header: 'The report says',
          minWidth: 200,
          cell: ({ after, judges }) => (
            <>
              <NameText charsMax={200} text={after.rationale ?? 'nothing'} />
              {judges !== null && (
                <div className="soft">
                  scored by a different model or version: <NameText charsMax={120} text={judges} />
                </div>
              )}
            </>
          ),
        },
      ]}
      empty={<EmptyState title="Nothing fell that has not recovered" />}
      header={<Header variant="h2">What fell, the newest first</Header>}
      keyOf={({ repository, branch, apps, criterion }) => [repository, branch, ...apps, criterion].join('/')}
      label="Criteria that fell"
      operation="listRegressions"
      rowsPerPage={30}
    />
  );
}

function Targets() {
  const said = (target: Target, name: string): string => (typeof target[name] === 'string' ? target[name] : '');
  return (
    <SpaceBetween size="s">
      <PagedTable<Target>
        columns={[
          {
            id: 'criterion',
            header: 'Criterion',
            isRowHeader: true,
            cell: (row) => (
              <Link to={recordPath('targets', row)}>
                <NameText text={said(row, 'criterion')} />
              </Link>
            ),
          },
          {
            id: 'repository',
            header: 'Repositories',
            cell: (row) => <NameText text={said(row, 'repository') || 'all'} />,
          },
          { id: 'by', header: 'By', cell: (row) => <DayText day={said(row, 'by') || null} /> },
          {
            id: 'counts',
            header: 'How they stand',
            cell: ({ counts }) =>
              `${counts.met} met, ${counts.open} open, ${counts.missed} missed${counts.unknown > 0 ? `, ${counts.unknown} not known` : ''}`,
          },
        ]}
        empty={
          <EmptyState title="No target is set">
            <Link to={`${recordKinds.targets.path}/new`}>Set one</Link>: a criterion, where, and by when.
          </EmptyState>
        }
        header={<Header variant="h2">Targets</Header>}
        keyOf={(row) => `${said(row, 'criterion')} ${said(row, 'repository')}`}
        label="Targets of readiness"
        operation="listTargets"
      />
    </SpaceBetween>
  );
}
