import { dateOfDay } from '../../state/clock.ts';
import { randomOf } from '../../state/random.ts';
import type { DelegationLevel } from '../../state/usage/habits.ts';
import { splitInteger } from '../../state/usage/split.ts';
import {
  callsByCommand,
  callsByServer,
  callsBySkill,
  callsByTool,
  type NamedCount,
} from '../../state/usage/tool-names.ts';
import { autonomyRatioOf, type WorkDay } from '../../state/usage/work-day.ts';
import { type DayEndpoint, sumOf, workOfDay } from './day-rows.ts';

/** GET /api/v1/analytics/tools. The totals are sums over /users rows; the breakdowns add up to the totals. */
export const toolsEndpoint: DayEndpoint = {
  path: '/api/v1/analytics/tools',
  groupBy: 'tool_name',
  rowsFor: (request) => (dayNumber) => {
    const works = workOfDay(request, dayNumber);
    const random = randomOf(request.world.seed, 'tools', dayNumber);
    const date = dateOfDay(dayNumber);
    const toolCalls = sumOf(works, (work) => work.toolCalls);
    const byTool = callsByTool(random, toolCalls);
    if (request.grouped) {
      return byTool.map(({ name, count }) => ({ date, group_key: name, tool_calls: count }));
    }
    const mcpCalls = sumOf(works, (work) => work.mcpCalls);
    const skillCalls = sumOf(works, (work) => work.skillCalls);
    const slashCommands = sumOf(works, (work) => work.slashCommands);
    return [
      {
        date,
        tool_calls: toolCalls,
        by_tool: invocations('tool', byTool),
        mcp_users_with_mcp: works.filter((work) => work.mcpCalls > 0).length,
        mcp_by_server: invocations('server', callsByServer(random, mcpCalls)),
        skills_invocations: skillCalls,
        skills_by_name: callsBySkill(random, skillCalls),
        slash_commands_invocations: slashCommands,
        slash_commands_by_name: callsByCommand(random, slashCommands),
        ...hooksOf(works),
        web_users: works.filter((work) => work.clients.includes('web')).length,
        ...autonomyOf(works),
      },
    ];
  },
};

function invocations(field: 'tool' | 'server', counts: readonly NamedCount[]): readonly object[] {
  return counts.map(({ name, count }) => ({ [field]: name, invocations: count }));
}

const HOOKS = [
  { event: 'PostToolUse', matcher: 'Edit|Create', command: 'npm run lint --silent', weight: 8 },
  { event: 'PostToolUse', matcher: 'Execute', command: 'scripts/audit.sh', weight: 3 },
  { event: 'Stop', matcher: '', command: 'scripts/notify.sh', weight: 2 },
  { event: 'SubagentStop', matcher: '', command: 'scripts/notify.sh', weight: 1 },
  { event: 'Notification', matcher: '', command: 'scripts/ping.sh', weight: 1 },
  { event: 'SessionEnd', matcher: '', command: 'scripts/archive.sh', weight: 1 },
];

function hooksOf(works: readonly WorkDay[]): object {
  const hooks = sumOf(works, (work) => work.hooks);
  const counts = splitInteger(
    hooks,
    HOOKS.map(({ weight }) => weight),
  );
  const byEvent = HOOKS.map(({ event, matcher, command }, index) => ({
    event,
    matcher,
    command,
    count: counts[index] ?? 0,
  }));
  return { hooks_invocations: hooks, hooks_by_event: byEvent.filter(({ count }) => count > 0) };
}

function autonomyOf(works: readonly WorkDay[]): object {
  const ratios = works.map(autonomyRatioOf).toSorted((one, other) => one - other);
  const toolCalls = sumOf(works, (work) => work.toolCalls);
  const sessions = sumOf(works, (work) => work.sessions);
  const share = (...levels: readonly DelegationLevel[]): number =>
    ratio(
      sumOf(works, (work) => (levels.includes(work.delegation) ? work.toolCalls : 0)),
      toolCalls,
    );
  return {
    autonomy_ratio_avg: ratio(
      ratios.reduce((sum, one) => sum + one, 0),
      ratios.length,
    ),
    autonomy_ratio_p50: percentile(ratios, 0.5),
    autonomy_ratio_p90: percentile(ratios, 0.9),
    tool_calls_per_session_avg: ratio(toolCalls, sessions),
    user_turns_per_session_avg: ratio(
      sumOf(works, (work) => work.userMessages),
      sessions,
    ),
    // The distribution has four levels and users five: planning first counts as confirming every action.
    tool_autonomy_level_ratio: {
      auto_high: share('auto-high'),
      auto_medium: share('auto-medium'),
      auto_low: share('auto-low'),
      manual: share('manual', 'spec'),
    },
  };
}

/** To four decimals; 0 when `whole` is 0. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
}

function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0;
}
