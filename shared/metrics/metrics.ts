import { addDays, type Day } from '../kernel/time/day.ts';
import { severities } from '../notifications/severity.ts';
import type { Metric, MetricFacts, MetricReading } from './metric.ts';

const ofBudget = ['scope', 'window'] as const;

/** Every metric: what is exported, its table in the docs, the dashboard and the alarms are made from these. */
export const metrics: readonly Metric[] = [
  {
    name: 'curfew.budget.amount.credits',
    unit: '{credit}',
    help: 'Amount of a budget with its top-ups; none for an unlimited one',
    title: 'Amount of each budget',
    labels: ofBudget,
    read: ({ budgets }) =>
      budgets.flatMap((each) => (each.amount === 'unlimited' ? [] : point(each, each.amount + (each.topUps ?? 0)))),
  },
  {
    name: 'curfew.budget.used.credits',
    unit: '{credit}',
    help: 'Credits used in the current window, as far as figures are known',
    title: 'Used of each budget',
    shown: { expression: '100 * NAME / curfew_budget_amount_credits', unit: 'percent' },
    labels: ofBudget,
    read: ({ budgets }) => budgets.flatMap((each) => point(each, each.used)),
  },
  {
    name: 'curfew.budget.remaining.credits',
    unit: '{credit}',
    help: 'Credits remaining in the current window',
    title: 'Remaining of each budget',
    alarm: {
      name: 'CurfewBudgetNearlyUsed',
      expression: 'NAME < 0.05 * curfew_budget_amount_credits',
      for: '15m',
      severity: 'warning',
      summary: 'Less than 5 % of {{ $labels.scope }} ({{ $labels.window }}) remains',
    },
    labels: ofBudget,
    read: ({ budgets }) => budgets.flatMap((each) => point(each, each.left)),
  },
  {
    name: 'curfew.budget.forecast.credits',
    unit: '{credit}',
    help: 'Expected use by the end of the current window',
    title: 'Expected by the end of the window',
    alarm: {
      name: 'CurfewBudgetForecastOver',
      expression: 'NAME > curfew_budget_amount_credits',
      for: '24h',
      severity: 'warning',
      summary: '{{ $labels.scope }} ({{ $labels.window }}) is expected to be used up before its window ends',
    },
    labels: ofBudget,
    read: ({ budgets }) => budgets.flatMap((each) => point(each, each.forecast?.mean)),
  },
  {
    name: 'curfew.budget.reset.timestamp.seconds',
    unit: 's',
    help: 'End of the current window, in Unix seconds',
    title: 'Until each reset',
    shown: { expression: 'NAME - time()', unit: 's' },
    labels: ofBudget,
    read: ({ budgets }) =>
      budgets.flatMap((each) => (each.windowThrough === null ? [] : point(each, endOf(each.windowThrough)))),
  },
  {
    name: 'curfew.pool.potential.credits',
    unit: '{credit}',
    help: 'Most that can be used of a pool under the limits in force; none while that is not bounded',
    title: 'Potential use of each pool',
    labels: ofBudget,
    read: ({ pools }) => pools.flatMap((each) => point(each, each.worstCase)),
  },
  {
    name: 'curfew.pool.broken',
    unit: '{state}',
    help: '1 if use of a pool can exceed, or has exceeded, its amount; else 0',
    title: 'Pools over their amount',
    alarm: {
      name: 'CurfewPoolBroken',
      expression: 'NAME > 0',
      for: '5m',
      severity: 'critical',
      summary: 'Use of {{ $labels.scope }} ({{ $labels.window }}) can exceed its amount',
    },
    labels: ofBudget,
    read: ({ pools }) => pools.flatMap((each) => point(each, each.promised === 'broken' ? 1 : 0)),
  },
  {
    name: 'curfew.person.limit.credits',
    unit: '{credit}',
    help: 'Limit in force of a person; only with metrics.people',
    labels: ['person'],
    read: ({ people }) => people.flatMap(({ email, limit }) => (limit === null ? [] : [[limit, email]])),
  },
  {
    name: 'curfew.person.used.credits',
    unit: '{credit}',
    help: 'Credits used of the limit; only with metrics.people',
    labels: ['person'],
    read: ({ people }) => people.flatMap(({ email, used }) => (used === null ? [] : [[used, email]])),
  },
  {
    name: 'curfew.person.remaining.credits',
    unit: '{credit}',
    help: 'Credits remaining of the strictest budget; only with metrics.people',
    labels: ['person'],
    read: ({ people }) => people.flatMap(({ email, headroom }) => (headroom === null ? [] : [[headroom, email]])),
  },
  {
    name: 'curfew.people',
    unit: '{person}',
    help: 'People on the roster',
    labels: [],
    read: ({ roster }) => [[roster.people]],
  },
  {
    name: 'curfew.people.stopped',
    unit: '{person}',
    help: 'People who have reached their limit',
    title: 'People stopped',
    labels: [],
    read: ({ stopped }) => [[stopped.length]],
  },
  {
    name: 'curfew.figures.through.timestamp.seconds',
    unit: 's',
    help: 'End of the last day with complete figures, in Unix seconds',
    title: 'Age of the figures',
    shown: { expression: 'time() - NAME', unit: 's' },
    alarm: {
      name: 'CurfewFiguresOld',
      expression: 'time() - NAME > 2 * 86400',
      for: '1h',
      severity: 'warning',
      summary: 'The last day with complete figures ended more than two days ago',
    },
    labels: [],
    read: ({ dataThrough }) => (dataThrough === null ? [] : [[endOf(dataThrough)]]),
  },
  {
    name: 'curfew.job.last.run.timestamp.seconds',
    unit: 's',
    help: 'Start of the last run of a job, in Unix seconds',
    title: 'Since the last run',
    shown: { expression: 'time() - NAME', unit: 's' },
    labels: ['job_name'],
    read: ({ lastRuns }) => lastRuns.map(({ job, startedAt }) => [Date.parse(startedAt) / 1_000, job]),
  },
  {
    name: 'curfew.job.failed',
    unit: '{state}',
    help: '1 if the last run of a job failed or was cut off; else 0',
    title: 'Jobs whose last run failed',
    alarm: {
      name: 'CurfewJobFailed',
      expression: 'NAME > 0',
      for: '15m',
      severity: 'warning',
      summary: 'The last run of {{ $labels.job_name }} failed',
    },
    labels: ['job_name'],
    read: ({ lastRuns }) => lastRuns.map(({ job, status, cutOff }) => [status === 'failed' || cutOff ? 1 : 0, job]),
  },
  {
    name: 'curfew.job.late',
    unit: '{state}',
    help: '1 if a run of a job, or what it brings, is overdue; else 0',
    title: 'Jobs that are late',
    alarm: {
      name: 'CurfewJobLate',
      expression: 'NAME > 0',
      for: '15m',
      severity: 'critical',
      summary: 'A run of {{ $labels.job_name }} is overdue',
    },
    labels: ['job_name'],
    read: ({ lastRuns, late }) => {
      const overdue = new Set(late.map(({ job }) => job));
      return [...new Set([...lastRuns.map(({ job }) => job), ...overdue])].map((job) => [
        overdue.has(job) ? 1 : 0,
        job,
      ]);
    },
  },
  {
    name: 'curfew.plans.held',
    unit: '{plan}',
    help: 'Changes of limits that wait for approval, or for figures',
    title: 'Changes that wait',
    alarm: {
      name: 'CurfewPlanHeld',
      expression: 'NAME > 0',
      for: '1h',
      severity: 'warning',
      summary: 'Changes of limits wait for approval, or for figures',
    },
    labels: [],
    read: ({ held }) => [[held.length]],
  },
  {
    name: 'curfew.alerts.open',
    unit: '{alert}',
    help: 'Open alerts',
    title: 'Open alerts',
    alarm: {
      name: 'CurfewAlertsOpen',
      expression: 'NAME{severity=~"critical|high"} > 0',
      for: '5m',
      severity: 'critical',
      summary: '{{ $value }} alerts of severity {{ $labels.severity }} are open',
    },
    labels: ['severity'],
    read: ({ alerts }) =>
      severities.map((severity) => [alerts.filter((each) => each.severity === severity).length, severity]),
  },
  {
    name: 'curfew.messages.undelivered',
    unit: '{message}',
    help: 'Messages that did not arrive, and recipients that cannot be reached',
    title: 'Undelivered messages',
    alarm: {
      name: 'CurfewMessagesUndelivered',
      expression: 'NAME > 0',
      for: '30m',
      severity: 'warning',
      summary: '{{ $value }} messages did not arrive',
    },
    labels: [],
    read: ({ undelivered }) => [[undelivered.length]],
  },
];

function point(
  { scope, window }: { readonly scope: string; readonly window: string },
  value: number | null | undefined,
) {
  return value === null || value === undefined ? [] : ([[value, scope, window]] as const);
}

/** Unix seconds. */
function endOf(day: Day): number {
  return Date.parse(addDays(day, 1)) / 1_000;
}

/** Every metric as it stands. */
export function readMetrics(facts: MetricFacts): readonly MetricReading[] {
  return metrics.map(({ name, unit, help, labels, read }) => ({
    name,
    unit,
    help,
    points: read(facts).map(([value, ...values]) => ({
      labels: Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])),
      value,
    })),
  }));
}
