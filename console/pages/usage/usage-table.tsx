import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';

import { creditsOfDays } from '../../../shared/kernel/texts/credits.ts';
import { callApi, type OperationDocument, type OperationGiven } from '../../api/call-api.ts';
import { problemOf, type ApiProblem } from '../../api/problem.ts';
import { saveCsv } from '../../parts/charts/figures.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { percentText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';

type Explored = OperationDocument<'exploreUsage'>;
type Row = Explored['rows'][number];

export const partNames = {
  user: { one: 'Person', many: 'People' },
  team: { one: 'Team', many: 'Teams' },
  model: { one: 'Model', many: 'Models' },
} as const;

/** Use without a team or model has a name of its own. */
export function rowName({ name, key }: Row, by: Explored['by']): string {
  return name === null ? (by === 'team' ? 'without a team' : by === 'model' ? 'model not named' : key) : harmless(name);
}

/** Every person, team or model with its part and how it changed. */
export function UsageTable({
  by,
  given,
  search,
  hasBefore,
}: {
  readonly by: string;
  readonly given: Readonly<Record<string, string>>;
  readonly search: string;
  /** Whether the days before are known. */
  readonly hasBefore: boolean;
}) {
  const part = by === 'team' || by === 'model' ? by : 'user';
  const { one, many } = partNames[part];
  return (
    <PagedTable<Row, Explored>
      columns={(page) =>
        columnsOf(page, part, one).filter(({ id }) => hasBefore || (id !== 'before' && id !== 'change'))
      }
      empty={<EmptyState title="No use in these days">Choose other days, or another team.</EmptyState>}
      given={{ ...given, search }}
      header={
        <Header actions={<SaveAll given={given} part={part} />} variant="h2">
          {many}
        </Header>
      }
      keyOf={({ key }) => key}
      label={`Usage: ${many.toLowerCase()}`}
      operation="exploreUsage"
    />
  );
}

function columnsOf(
  { days, before: earlier }: Explored,
  by: Explored['by'],
  title: string,
): readonly TableProps.ColumnDefinition<Row>[] {
  return [
    { id: 'name', header: title, isRowHeader: true, cell: (row) => <RowLink by={by} row={row} /> },
    {
      id: 'credits',
      header: 'Credits',
      cell: (row) => creditsOfDays(days.map(({ day }, at) => ({ day, credits: row.days[at] ?? 0 }))),
    },
    {
      id: 'share',
      header: 'Part',
      minWidth: 140,
      cell: ({ share }) => (
        <span className="usage-share">
          <span>{percentText(share)}</span>
          <span style={{ inlineSize: `${share * 100}%` }} />
        </span>
      ),
    },
    {
      id: 'before',
      header: 'Before',
      cell: ({ before }) => <CreditText credits={before} none="not known" over={earlier ?? undefined} />,
    },
    { id: 'change', header: 'Change', cell: ({ credits, before }) => changeText(credits, before) },
    ...(by === 'user'
      ? [
          {
            id: 'team',
            header: 'Team',
            cell: ({ team }: Row) => (team === null ? '–' : <NameText charsMax={40} text={team} />),
          },
        ]
      : []),
  ];
}

function RowLink({ row, by }: { readonly row: Row; readonly by: Explored['by'] }) {
  const path =
    by === 'team'
      ? row.name && `/teams/${encodeURIComponent(row.name)}`
      : row.email && `/people/${encodeURIComponent(row.email)}`;
  const text = <NameText charsMax={60} text={rowName(row, by)} />;
  return path === null || path === '' ? text : <PageLink to={path}>{text}</PageLink>;
}

function changeText(credits: number, before: number | null): string {
  if (before === null) {
    return '–';
  }
  if (before === 0) {
    return credits === 0 ? '0%' : 'new';
  }
  const change = credits / before - 1;
  return `${change > 0 ? '+' : ''}${percentText(change)}`;
}

const rowsPerCall = '2000';

/** Downloads all rows, not only the page, with their days. */
function SaveAll({ given, part }: { readonly given: Readonly<Record<string, string>>; readonly part: Explored['by'] }) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly problem?: ApiProblem }>({ isBusy: false });
  const save = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      const { rows, days, from, through } = await readAll(given);
      saveCsv({
        title: `Usage by ${part} ${from} to ${through}`,
        columns: [partNames[part].one, 'Team', 'Credits', 'Before', ...days.map(({ day }) => day)],
        rows: rows.map((row) => [rowName(row, part), row.team ?? '', row.credits, row.before, ...row.days]),
      });
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, problem: problemOf(error) });
    }
  };
  return (
    <>
      <Button iconName="download" loading={state.isBusy} onClick={() => void save()}>
        CSV
      </Button>
      {state.problem !== undefined && <ProblemAlert problem={state.problem} />}
    </>
  );
}

async function readAll(given: Readonly<Record<string, string>>): Promise<Explored> {
  const asked = { ...given, limit: rowsPerCall } as OperationGiven<'exploreUsage'>;
  let { document } = await callApi('exploreUsage', asked);
  const rows = [...document.rows];
  while (document.next !== null) {
    ({ document } = await callApi('exploreUsage', { ...asked, cursor: document.next }));
    rows.push(...document.rows);
  }
  return { ...document, rows };
}
