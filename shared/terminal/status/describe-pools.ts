import type { PoolsDocument } from '../../contracts/documents/credits/pool-document.ts';
import { grouped } from '../../domain/texts/grouped.ts';
import { shownRows } from '../shown-rows.ts';
import type { Style } from '../style.ts';
import { renderTable, type Cell } from '../table.ts';
import { poolTable } from './pool-table.ts';

type Pool = PoolsDocument[number];
type Member = NonNullable<Pool['people']>[number];

/** Pools as a table, with their members where these are named. */
export function describePools(pools: readonly Pool[], style: Style): string {
  const { rows, footer } = shownRows(pools, { style, what: 'pool' });
  return pools.length === 0
    ? 'There are no pools: a budget of org or of a team that enforces an amount is one.'
    : [poolTable(rows, style), ...footer, ...rows.flatMap((pool) => memberLines(pool, style))].join('\n');
}

const columns = [
  { title: 'Member' },
  { title: 'Used', align: 'right' },
  { title: 'Share', align: 'right' },
  { title: 'Limit', align: 'right' },
  { title: 'Status' },
] as const;

function memberLines({ scope, window, people = [], unbounded, members }: Pool, style: Style): readonly string[] {
  if (people.length === 0) {
    return [];
  }
  const stopped = people.filter((person) => person.stopped).length;
  const { rows, footer } = shownRows(people, { style, what: 'member' });
  return [
    '',
    `${scope} ${window}: ${grouped(members)} members, ${grouped(stopped)} stopped, ${grouped(unbounded.length)} without a limit for some time`,
    renderTable(
      columns,
      rows.map((person) => memberCells(person, style)),
      style,
    ),
    ...footer,
  ];
}

function memberCells({ email, used, share, limit, ...rest }: Member, style: Style): readonly Cell[] {
  return [
    email,
    grouped(used),
    share === null ? '' : grouped(share),
    limit === null ? 'none' : grouped(limit),
    statusCell(rest, style),
  ];
}

function statusCell(
  { stopped, unbounded, status }: Pick<Member, 'stopped' | 'unbounded' | 'status'>,
  { colors }: Style,
): Cell {
  if (stopped) {
    return { text: 'stopped', paint: colors.red };
  }
  return unbounded ? { text: `${status}, unbounded`, paint: colors.yellow } : status;
}
