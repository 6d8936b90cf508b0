import { counted } from '../../kernel/texts/amounts.ts';
import { daysOf, type DayRange } from '../../kernel/time/day.ts';
import type { Figure, MailSection } from '../../mail/content.ts';
import type { ComparedWeeks } from '../digest-week.ts';
import {
  autonomyLevels,
  type ActivityOfDay,
  type AutonomyLevel,
  type PlatformDays,
  type ProductivityOfDay,
  type ToolsOfDay,
} from '../platform-days.ts';
import {
  describeCounts,
  mergedByCase,
  mergedTools,
  type NamedCount,
  describeWeekly,
  notSaid,
  saidIn,
  shown,
  type WeeklyFigure,
} from './platform-figures.ts';

const namesMax = 4;

/** Returns adoption, activity and output of agents, each with the week before; missing figures are named. */
export function platformSections(
  { activity, tools, productivity }: PlatformDays,
  weeks: ComparedWeeks,
): readonly MailSection[] {
  return [
    section('Adoption', activity, (rows) => adoptionFacts(rows, weeks)),
    section('What agents did', tools, (rows) => agentFacts(rows, weeks)),
    section('What came of it', productivity, (rows) => productivityFacts(rows, weeks)),
  ];

  function section<Row extends { readonly day: string }>(
    heading: string,
    rows: readonly Row[] | undefined,
    factsOf: (rows: readonly Row[]) => readonly Figure[],
  ): MailSection {
    const isSaid = rows?.some(({ day }) => weeks.week.from <= day && day <= weeks.week.through) === true;
    const facts = isSaid ? factsOf(rows) : [{ label: 'This week', value: notSaid }];
    return { kind: 'facts', heading, facts };
  }
}

function adoptionFacts(rows: readonly ActivityOfDay[], weeks: ComparedWeeks): readonly Figure[] {
  return [
    weekly('Active people', { rows, weeks }, [
      { merge: 'mean', unit: 'a day', figureOf: ({ dailyActiveUsers }) => dailyActiveUsers },
      { merge: 'last', unit: 'in 7 days', figureOf: ({ weeklyActiveUsers }) => weeklyActiveUsers },
      { merge: 'last', unit: 'in 30 days', figureOf: ({ monthlyActiveUsers }) => monthlyActiveUsers },
    ]),
    weekly('Work', { rows, weeks }, [
      { merge: 'sum', unit: 'sessions', figureOf: ({ sessions }) => sessions },
      { merge: 'sum', unit: 'messages of people', figureOf: ({ userMessages }) => userMessages },
    ]),
    ...optional('People a day', describeClients(rows, weeks.week)),
  ];
}

function describeClients(rows: readonly ActivityOfDay[], week: DayRange): string {
  const clients = new Set(rows.flatMap(({ dailyActiveUsersByClient }) => Object.keys(dailyActiveUsersByClient)));
  return [...clients]
    .toSorted()
    .flatMap((client) => {
      const figures = saidIn(rows, week, (row) => row.dailyActiveUsersByClient[client]);
      return figures.length === 0 ? [] : [`${client} ${shown(meanOf(figures))}`];
    })
    .join(', ');
}

function agentFacts(rows: readonly ToolsOfDay[], weeks: ComparedWeeks): readonly Figure[] {
  const own = within(rows, weeks.week);
  const servers = countsOf(own, ({ byMcpServer }) =>
    byMcpServer.map(({ server, invocations }) => ({ name: server, count: invocations })),
  );
  const { tools, unnamed } = mergedTools(
    countsOf(own, ({ byTool }) => byTool.map(({ tool, invocations }) => ({ name: tool, count: invocations }))),
  );
  const unreadable = unnamed === 0 ? '' : `, and ${counted(unnamed, 'call')} without a readable name`;
  return [
    weekly('Tool calls', { rows, weeks }, [
      { merge: 'sum', unit: 'calls', figureOf: ({ toolCalls }) => toolCalls },
      { merge: 'mean', unit: 'a turn in the median', figureOf: ({ autonomyRatioP50 }) => autonomyRatioP50 },
      { merge: 'mean', unit: 'in the top tenth', figureOf: ({ autonomyRatioP90 }) => autonomyRatioP90 },
    ]),
    ...optional('Autonomy', describeLevels(rows, weeks.week)),
    ...optional('Tools', tools.length === 0 ? '' : `${describeCounts(tools, namesMax)}${unreadable}`),
    ...optional('MCP servers', describeCounts(mergedByCase(servers), namesMax)),
    weekly('With MCP', { rows, weeks }, [
      { merge: 'mean', unit: 'people a day', figureOf: ({ usersWithMcp }) => usersWithMcp },
    ]),
  ];
}

const levelNames: Readonly<Record<AutonomyLevel, string>> = {
  autoHigh: 'high',
  autoMedium: 'medium',
  autoLow: 'low',
  manual: 'manual',
};

function describeLevels(rows: readonly ToolsOfDay[], week: DayRange): string {
  return autonomyLevels
    .flatMap((level) => {
      const shares = saidIn(rows, week, ({ autonomyLevelShares }) => autonomyLevelShares?.[level]);
      return shares.length === 0 ? [] : [`${levelNames[level]} ${Math.round(meanOf(shares) * 100)} %`];
    })
    .join(', ');
}

function productivityFacts(rows: readonly ProductivityOfDay[], weeks: ComparedWeeks): readonly Figure[] {
  const languages = countsOf(within(rows, weeks.week), ({ byLanguage }) =>
    byLanguage.map(({ language, count }) => ({ name: language, count })),
  );
  return [
    weekly('Files', { rows, weeks }, [
      { merge: 'sum', unit: 'edited', figureOf: ({ filesEdited }) => filesEdited },
      { merge: 'sum', unit: 'created', figureOf: ({ filesCreated }) => filesCreated },
    ]),
    weekly('Git', { rows, weeks }, [
      { merge: 'sum', unit: 'commits', figureOf: ({ gitCommits }) => gitCommits },
      { merge: 'sum', unit: 'pull requests', figureOf: ({ gitPrsCreated }) => gitPrsCreated },
    ]),
    ...optional('Languages', describeCounts(mergedByCase(languages), namesMax)),
  ];
}

function within<Row extends { readonly day: string }>(rows: readonly Row[], range: DayRange): readonly Row[] {
  const days = new Set(daysOf(range));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return [...byDay.values()].filter(({ day }) => days.has(day));
}

function countsOf<Row>(rows: readonly Row[], namedOf: (row: Row) => readonly NamedCount[]): readonly NamedCount[] {
  return rows.flatMap(namedOf).filter(({ count }) => Number.isFinite(count) && count > 0);
}

function weekly<Row extends { readonly day: string }>(
  label: string,
  { rows, weeks }: { readonly rows: readonly Row[]; readonly weeks: ComparedWeeks },
  figures: readonly WeeklyFigure<Row>[],
): Figure {
  return { label, value: describeWeekly(rows, weeks, figures) };
}

function optional(label: string, value: string): readonly Figure[] {
  return value === '' ? [] : [{ label, value }];
}

function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
