import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { failurePattern, unansweredPattern } from '../../infra/constructs/monitoring/metrics.ts';
import { jobs as declared } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { matches } from './match-log-line.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize } from './synthesized.ts';

const Alarm = z.looseObject({
  MetricName: z.string(),
  Namespace: z.string(),
  AlarmActions: z.array(z.unknown()),
  Dimensions: z.array(z.unknown()).optional(),
});
const Filter = z.object({
  FilterPattern: z.string(),
  LogGroupName: z.object({ 'Fn::ImportValue': z.string() }),
  MetricTransformations: z.array(z.object({ MetricName: z.string(), MetricNamespace: z.string() })),
});
const Function = z.looseObject({
  Timeout: z.number(),
  LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }),
});

/** The organization that asks for nothing. */
let [jobsStack, watchdog]: [SynthesizedStack?, SynthesizedStack?] = [];

const jobs: readonly JobDeclaration[] = declared;

beforeAll(() => {
  const stacks = synthesize(buildApp());
  jobsStack = stackNamed(stacks, 'Curfew-test-globex-Jobs');
  watchdog = stackNamed(stacks, 'Curfew-test-globex-Watchdog');
});

function partsOf(stack: SynthesizedStack | undefined, type: string) {
  return [...(stack?.resources(type) ?? [])].map(([id, { Properties }]) => ({ id, Properties }));
}

function alarms() {
  const found = [jobsStack, watchdog].flatMap((stack) => partsOf(stack, 'AWS::CloudWatch::Alarm'));
  return found.map(({ id, Properties }) => ({ id: id.replace(/[0-9A-F]{8}$/u, ''), ...Alarm.parse(Properties) }));
}

function filtersInto(metric: string) {
  return partsOf(watchdog, 'AWS::Logs::MetricFilter')
    .map(({ Properties }) => Filter.parse(Properties))
    .filter(({ MetricTransformations }) => MetricTransformations.some(({ MetricName }) => MetricName === metric));
}

/** The log of a function, as the stack of the functions calls it. */
function logIn({ 'Fn::ImportValue': exported }: z.output<typeof Filter>['LogGroupName']): string {
  return /OutputRef(\w+)[0-9A-F]{8}$/u.exec(exported)?.[1] ?? exported;
}

/** The lines of each function whose failures raise an alarm, and what they must look like. */
function failureFilters() {
  const all = [...filtersInto('Failures'), ...filtersInto('FrequentFailures')];
  return all.filter(({ FilterPattern }) => FilterPattern !== unansweredPattern);
}

const report = (status: string, durationMs = 1_200) => ({
  time: '2026-03-15T02:30:04.000Z',
  type: 'platform.report',
  record: { requestId: '1', metrics: { durationMs, billedDurationMs: 1_201, memorySizeMB: 512 }, status },
});

test('failures of every function are seen in its log, and raise an alarm within five minutes', () => {
  const functions = partsOf(jobsStack, 'AWS::Lambda::Function').map(({ Properties }) => Function.parse(Properties));

  const seen = failureFilters().map(({ FilterPattern, LogGroupName }) => [logIn(LogGroupName), FilterPattern] as const);
  expect(new Map(seen)).toEqual(
    new Map(
      functions.map(({ Timeout, LoggingConfig }) => [LoggingConfig.LogGroup.Ref, failurePattern(Timeout)] as const),
    ),
  );
  expect(seen).toHaveLength(functions.length);
  for (const metric of ['Failures', 'FrequentFailures']) {
    expect(alarms().filter(({ MetricName }) => MetricName === metric)).toMatchObject([
      { Namespace: 'Curfew/test/globex', Statistic: 'Sum', Period: 300, EvaluationPeriods: 1, Threshold: 1 },
    ]);
  }
});

test.each([
  ['an error that we log', { level: 'ERROR', message: 'invocation failed' }, true],
  ['an error of the runtime', { level: 'FATAL', message: { errorType: 'Runtime.ImportModuleError' } }, true],
  ['an invocation that failed', report('error'), true],
  ['a process that ended', report('failure'), true],
  ['an invocation that was stopped', report('timeout'), true],
  ['an invocation that came close to its time limit', report('success', 80_000), true],
  ['an invocation that is well', report('success', 79_999), false],
  ['a call that is repeated', { level: 'WARN', message: 'calling the platform again' }, false],
  ['a run that is well', { level: 'INFO', message: 'run ended', runId: 'r', status: 'complete' }, false],
])('%s raises it or not, as the line says', (_what, line, isFailure) => {
  expect(matches(failurePattern(100), line)).toBe(isFailure);
});

test('a function that fails every few minutes does not hide the failures of others behind an alarm that is raised', () => {
  const groupOf = (metric: string) => filtersInto(metric).map(({ LogGroupName }) => logIn(LogGroupName));

  const frequent = groupOf('FrequentFailures').map((name) => /^([A-Z][a-z]+)Job/u.exec(name)?.[1]);
  expect(frequent).toEqual(['Controls', 'Mails', 'Computers']);
  expect(groupOf('Failures')).toHaveLength(jobs.length + 2 - frequent.length);
});

test('a call that the admin API could not answer raises the alarm of failures, whether it reached the function or not', () => {
  const [calls] = filtersInto('Failures').filter(({ FilterPattern }) => FilterPattern === unansweredPattern);

  expect(logIn(calls?.LogGroupName ?? { 'Fn::ImportValue': '' })).toMatch(/^AdminApiCalls/u);
  const statuses = ['200', '404', '429', '500', '503'];
  expect(statuses.filter((status) => matches(unansweredPattern, { status }))).toEqual(['500', '503']);
});

test('events that any job gave up lie in one queue with an alarm', () => {
  const queues = partsOf(jobsStack, 'AWS::SQS::Queue').map(({ id }) => id);

  expect(queues).toHaveLength(1);
  const text = JSON.stringify(jobsStack?.template.toJSON());
  expect(text.match(/"DeadLetterConfig":\{"TargetArn":/gu)).toHaveLength(jobs.length);
  expect(alarms().filter(({ id }) => id === 'DeadLettersNotEmpty')).toMatchObject([
    { MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1, Period: 300 },
  ]);
});

test('runs that do not start show in what all schedules start in an hour, three hours in a row', () => {
  const [group] = partsOf(jobsStack, 'AWS::Scheduler::ScheduleGroup').map(({ Properties }) => Properties['Name']);

  expect(alarms().filter(({ MetricName }) => MetricName === 'InvocationAttemptCount')).toMatchObject([
    {
      Namespace: 'AWS/Scheduler',
      Dimensions: [{ Name: 'ScheduleGroup', Value: group }],
      Threshold: 28,
      ComparisonOperator: 'LessThanThreshold',
      EvaluationPeriods: 3,
      DatapointsToAlarm: 3,
      TreatMissingData: 'breaching',
    },
  ]);
  const silent = alarms().filter(({ MetricName }) => MetricName === 'Invocations');
  expect(silent.map(({ id }) => id)).toEqual(['SharedControlsSilent', 'SharedRosterSilent', 'SharedReadinessSilent']);
});

test('every alarm reaches the admins, and costs no metric that has a value in good hours', () => {
  const shared = alarms();

  const ofAws = ['AWS/Lambda', 'AWS/SQS', 'AWS/SES', 'AWS/Scheduler', 'AWS/ApiGateway'];
  const ofLogs = shared.filter(({ Namespace }) => !ofAws.includes(Namespace)).map(({ MetricName }) => MetricName);
  expect(ofLogs.toSorted()).toEqual(['Failures', 'FrequentFailures', 'Held', 'NobodyReachable']);
  expect(shared.filter(({ AlarmActions }) => !JSON.stringify(AlarmActions).includes('AlarmsTopic'))).toEqual([]);
  // Metrics of a configuration set of SES are paid for; those of the account are not.
  expect(shared.filter(({ Namespace }) => Namespace === 'AWS/SES').map(({ Dimensions }) => Dimensions)).toEqual([
    undefined,
    undefined,
  ]);
  for (const { Properties } of partsOf(jobsStack, 'AWS::Lambda::Function')) {
    expect(JSON.stringify(Properties)).not.toContain('CURFEW_METRICS');
    expect(Properties).not.toHaveProperty('TracingConfig');
  }
});

test('runs that are held, and mail that reaches nobody, are seen in the lines that end runs', () => {
  const [held] = filtersInto('Held').map(({ FilterPattern }) => FilterPattern);
  const [nobody] = filtersInto('NobodyReachable').map(({ FilterPattern }) => FilterPattern);

  const line = { level: 'INFO', message: 'run ended', runId: 'enforce-1', status: 'held' };
  expect([matches(held, line), matches(held, { ...line, status: 'complete' })]).toEqual([true, false]);
  expect([0, 1].map((adminsReachable) => matches(nobody, { ...line, adminsReachable }))).toEqual([true, false]);
  expect(filtersInto('Held')).toHaveLength(jobs.length);
});
