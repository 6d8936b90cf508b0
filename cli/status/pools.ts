import { listPools, type PoolPerson } from '../../shared/application/queries/list-pools.ts';
import type { PoolsDocument } from '../../shared/contracts/documents/pool-document.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { renderTable, type Cell } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { parseScopeArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { shownRows } from '../../shared/terminal/shown-rows.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { poolTable } from './pool-table.ts';

/** So many pools are named to whoever asks for one that is not there. */
const namedMax = 20;

/** `pools [NAME]`: the budgets that people share; with a name, its members too. */
export async function showPools(
  context: CommandContext,
  name: string | undefined,
  options: AsOfOptions & { readonly all?: boolean },
): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const scope = name === undefined ? {} : { scope: poolScope(name) };
  const { pools, scopes } = await withInstallation(context, async (installation) =>
    listPools(snapshotPorts(installation), { ...snapshotOrder(installation, atMs), ...scope }),
  );
  if (name !== undefined && pools.length === 0) {
    const known = scopes.length === 0 ? 'there is none yet' : `there is ${scopes.slice(0, namedMax).join(', ')}`;
    throw new CommandError(
      `There is no pool ${quotedValue(name)}: a budget of org or of a team that enforces an amount is one, and ${known}`,
    );
  }
  const cut = { style: context.style, all: options.all };
  const { rows, footer } = shownRows(pools, { ...cut, what: 'pool' });
  const text =
    pools.length === 0
      ? 'There are no pools: a budget of org or of a team that enforces an amount is one.'
      : [poolTable(rows, context.style), ...footer, ...rows.flatMap((pool) => memberLines(pool, cut))].join('\n');
  context.tell({ json: pools satisfies PoolsDocument, text });
  return exitCodes.done;
}

/** A bare name is that of a team. */
function poolScope(name: string): string {
  const scope = parseScopeArgument(name === 'org' || name.includes(':') ? name : `team:${name}`);
  if (scope.kind !== 'org' && scope.kind !== 'team') {
    throw wrongUsage(`${quotedValue(name)} is the scope of one person; a pool is org, team:NAME or the name of a team`);
  }
  return formatScope(scope);
}

const columns = [
  { title: 'Member' },
  { title: 'Used', align: 'right' },
  { title: 'Share', align: 'right' },
  { title: 'Limit', align: 'right' },
  { title: 'Status' },
] as const;

function memberLines(
  { scope, window, people = [], unbounded, members }: PoolsDocument[number],
  cut: { readonly style: Style; readonly all?: boolean | undefined },
): readonly string[] {
  if (people.length === 0) {
    return [];
  }
  const stopped = people.filter((person) => person.stopped).length;
  const { rows, footer } = shownRows(people, { ...cut, what: 'member' });
  return [
    '',
    `${scope} ${window}: ${grouped(members)} members, ${grouped(stopped)} stopped, ${grouped(unbounded.length)} without a limit for some time`,
    renderTable(
      columns,
      rows.map((person) => memberCells(person, cut.style)),
      cut.style,
    ),
    ...footer,
  ];
}

function memberCells({ email, used, share, limit, ...rest }: PoolPerson, style: Style): readonly Cell[] {
  return [
    email,
    grouped(used),
    share === null ? '' : grouped(share),
    limit === null ? 'none' : grouped(limit),
    statusCell(rest, style),
  ];
}

function statusCell(
  { stopped, unbounded, status }: Pick<PoolPerson, 'stopped' | 'unbounded' | 'status'>,
  { colors }: Style,
): Cell {
  if (stopped) {
    return { text: 'stopped', paint: colors.red };
  }
  return unbounded ? { text: `${status}, unbounded`, paint: colors.yellow } : status;
}
