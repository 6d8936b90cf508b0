import { expect, test } from 'vitest';

import type { ActivityOfDay, ProductivityOfDay, ToolsOfDay } from '../../../../shared/digest/platform-days.ts';
import { platformSections } from '../../../../shared/digest/sections/platform-sections.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import type { MailSection } from '../../../../shared/mail/content.ts';

const weeks = {
  week: { from: '2026-03-09', through: '2026-03-15' },
  before: { from: '2026-03-02', through: '2026-03-08' },
};
const both = daysOf({ from: '2026-03-02', through: '2026-03-15' });

const silent = {
  dailyActiveUsers: undefined,
  weeklyActiveUsers: undefined,
  monthlyActiveUsers: undefined,
  dailyActiveUsersByClient: {},
  sessions: undefined,
  userMessages: undefined,
} satisfies Omit<ActivityOfDay, 'day'>;
const tools: Omit<ToolsOfDay, 'day'> = {
  toolCalls: 100,
  byTool: [
    { tool: 'Read', invocations: 80 },
    { tool: 'Read</tool_name>', invocations: 1 },
    { tool: '<>', invocations: 2 },
  ],
  usersWithMcp: 3,
  byMcpServer: [
    { server: 'github', invocations: 5 },
    { server: 'GitHub', invocations: 2 },
  ],
  autonomyRatioP50: 4,
  autonomyRatioP90: 9.5,
  autonomyLevelShares: { autoHigh: 0.5, autoMedium: 0.25, autoLow: undefined, manual: 0.25 },
};
const made = { filesCreated: 1, filesEdited: 2, byLanguage: [], gitCommits: 3, gitPrsCreated: 4 } satisfies Omit<
  ProductivityOfDay,
  'day'
>;

function linesOf(sections: readonly MailSection[]): readonly string[] {
  return sections.flatMap((section) =>
    section.kind === 'facts' ? section.facts.map(({ label, value }) => `${section.heading}/${label}: ${value}`) : [],
  );
}

test('each figure of the week stands beside that of the week before', () => {
  const activity = both.map((day, index) => ({
    ...silent,
    day,
    dailyActiveUsers: index,
    weeklyActiveUsers: 100 + index,
    monthlyActiveUsers: 200,
    dailyActiveUsersByClient: { web: 2 },
    sessions: 10,
    userMessages: 5,
  }));

  expect(linesOf(platformSections({ activity }, weeks)).slice(0, 3)).toEqual([
    expect.stringMatching(/people: 10 .* 3\), 113 in 7 .* 106\), 200 in 30 .* 200\)$/u),
    expect.stringMatching(/Work: 70 sessions .* 70\), 35 .* 35\)$/u),
    'Adoption/People a day: web 2',
  ]);
});

test('what agents did is shown with names cleaned and merged', () => {
  expect(linesOf(platformSections({ tools: both.map((day) => ({ ...tools, day })) }, weeks)).slice(1, -1)).toEqual([
    expect.stringMatching(/calls: 700 .* 700\), 4 .*median .* 4\), 9\.5 .* 9\.5\)$/u),
    'What agents did/Autonomy: high 50 %, medium 25 %, manual 25 %',
    expect.stringMatching(/Tools: Read 567, .*\b14 calls/u),
    'What agents did/MCP servers: github 49',
    expect.stringMatching(/MCP: 3 people .* 3\)$/u),
  ]);
});

test('an endpoint that could not be read, or has no day of the week, is said to be silent', () => {
  const old = [{ ...made, day: '2026-03-03' }];

  expect(linesOf(platformSections({ productivity: old }, weeks))).toEqual([
    expect.stringMatching(/^Adoption\/This week: .*not say$/u),
    expect.stringMatching(/^What agents did\/This week: .*not say$/u),
    expect.stringMatching(/^What came of it\/This week: .*not say$/u),
  ]);
});

test('a field that is missing is not said, never 0', () => {
  const lines = linesOf(platformSections({ activity: both.map((day) => ({ ...silent, day, sessions: 2 })) }, weeks));

  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Adoption\/Active people: .*not say$/u),
    expect.stringMatching(/^Adoption\/Work: 14 sessions \(before: 14\); .*“messages of people” .*not say$/u),
  ]);
  expect(lines.join('\n')).not.toMatch(/\b0\b/u);
});

test('a sum over some of the days says over how many, and a figure that is no count is none', () => {
  const productivity = both.slice(9).map((day) => ({ ...made, day, gitCommits: -1, gitPrsCreated: Number.NaN }));

  expect(linesOf(platformSections({ productivity }, weeks)).slice(2)).toEqual([
    expect.stringMatching(/Files: 10 on 5 of 7 days edited .*unknown\), 5 on 5 of 7 days created .*unknown\)$/u),
    expect.stringMatching(/^What came of it\/Git: .*not say$/u),
  ]);
});
