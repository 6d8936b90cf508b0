import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { costLines } from '../../infra/cost/monthly-cost.ts';
import { startScheduler } from '../../local/jobs/scheduler.ts';
import { jobs } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { nameOf, statementsOf } from './policy-statements.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize } from './synthesized.ts';

/** It has everything that a declaration can ask for; its code is that of another job. */
const planted = {
  name: 'sample',
  file: 'watch-mail',
  purpose: 'Watches samples',
  schedules: [{ name: 'daily', minute: '15', hour: '6' }],
  streams: { rows: 'changed', of: ['teams'], whenBehind: 'samples are late' },
  hookReports: { everyMinutes: 30 },
  mailEvents: true,
  limits: {
    memoryMb: 256,
    timeSeconds: 120,
    durable: { runSeconds: 600, executionSeconds: 900, stepSeconds: 60 },
  },
  tables: [
    { table: 'users', actions: ['dynamodb:Scan'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
  ],
  secrets: ['reading-key', 'fingerprint-key'],
  settings: ['admins', 'alerts'],
  sendsMail: true,
  starts: ['controls'],
  byHand: { help: 'watch samples', dryRunHelp: 'only look' },
  recordsRuns: true,
  journal: ['run-finished'],
  emits: ['anomaly'],
} as const satisfies JobDeclaration;

let stack: SynthesizedStack;
let watchdog: SynthesizedStack;

beforeAll(() => {
  // Metrics of mail have one job: this one takes the place of the one that has them.
  const others = jobs.filter(({ mailEvents }) => !mailEvents);
  const stacks = synthesize(buildApp(undefined, { jobs: [...others, planted] }));
  stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');
  watchdog = stackNamed(stacks, 'Curfew-test-acme-Watchdog');
});

afterEach(() => vi.useRealTimers());

/** The resources of a type that belong to the planted job. */
function ofSample(type: string, from: SynthesizedStack = stack): readonly Readonly<Record<string, unknown>>[] {
  return [...from.resources(type)].filter(([id]) => id.startsWith('Sample')).map(([, { Properties }]) => Properties);
}

test('a declared job has its function with its limits, its log and its dead letters', () => {
  expect(ofSample('AWS::Lambda::Function')).toMatchObject([
    { Description: 'Watches samples', MemorySize: 256, Timeout: 120, DurableConfig: { ExecutionTimeout: 900 } },
  ]);
  expect(ofSample('AWS::Lambda::Alias')).toHaveLength(1);
  expect(ofSample('AWS::Logs::LogGroup')).toHaveLength(1);
  expect(ofSample('AWS::SQS::Queue')).toHaveLength(1);
});

test('a declared job has the variables of all that it declares', () => {
  const [{ Environment } = {}] = ofSample('AWS::Lambda::Function');

  const { Variables } = Environment as { readonly Variables: Readonly<Record<string, unknown>> };
  expect(Object.keys(Variables).toSorted()).toEqual([
    'CURFEW_API_KEY_SECRET_ID',
    'CURFEW_APP_URL',
    'CURFEW_BASE_URL',
    'CURFEW_FINGERPRINT_KEY_SECRET_ID',
    'CURFEW_FUNCTION_CONTROLS',
    'CURFEW_MAIL_CONFIGURATION_SET',
    'CURFEW_MAIL_FROM',
    'CURFEW_METRICS',
    'CURFEW_SETTINGS',
    'CURFEW_TABLE_OUTBOX',
    'CURFEW_TABLE_USERS',
  ]);
});

test('a declared job may do what it declares', () => {
  const granted = statementsOf(stack)
    .filter(({ id, Type }) => Type === 'AWS::IAM::Policy' && id.startsWith('SampleJobRole'))
    .flatMap(({ statement: { Action, Resource = [] } }) =>
      Action.flatMap((action) => Resource.map((resource) => `${nameOf(resource)} ${action}`)),
    );

  expect(granted).toEqual(
    expect.arrayContaining([
      'Users dynamodb:Scan',
      'Outbox/index/open dynamodb:Query',
      'PlatformKey secretsmanager:GetSecretValue',
      'FingerprintKey secretsmanager:GetSecretValue',
      'ControlsJobFunction lambda:InvokeFunction',
      'identity/acme.example ses:SendEmail',
      'Teams dynamodb:GetRecords',
    ]),
  );
});

test('a declared job is started by its schedule, its streams and the events of mails', () => {
  expect(ofSample('AWS::Scheduler::Schedule')).toMatchObject([{ ScheduleExpression: 'cron(15 6 * * ? *)' }]);
  expect(ofSample('AWS::Lambda::EventSourceMapping')).toHaveLength(1);
  expect(ofSample('AWS::Events::Rule')).toHaveLength(1);
});

test('a declared job has its alarms, its silence among them, and its place on the dashboard', () => {
  const metricsOf = (from: SynthesizedStack) =>
    ofSample('AWS::CloudWatch::Alarm', from).map(({ MetricName }) => String(MetricName));

  expect(metricsOf(stack).toSorted()).toEqual([
    'ApproximateNumberOfMessagesVisible',
    'DurableExecutionFailed',
    'DurableExecutionTimedOut',
    'Errors',
    'IteratorAge',
    'Throttles',
  ]);
  expect(metricsOf(watchdog).toSorted()).toEqual(['Duration', 'runs', 'runsDone']);
  const descriptions = ofSample('AWS::CloudWatch::Alarm').map(({ AlarmDescription }) => AlarmDescription);
  expect(descriptions).toContainEqual(expect.stringContaining('samples are late'));
  const dashboards = [...watchdog.resources('AWS::CloudWatch::Dashboard').values()];
  expect(JSON.stringify(dashboards)).toContain('## sample');
});

test('a declared job that may be started by hand is found by the admin API, which may start it', () => {
  const parameters = [...stack.resources('AWS::SSM::Parameter').values()];
  const starting = statementsOf(stack).filter(
    ({ statement }) =>
      statement.Action.includes('lambda:InvokeFunction') &&
      JSON.stringify(statement.Resource).includes('SampleJobFunctionAlias'),
  );

  expect(JSON.stringify(parameters)).toContain(String.raw`\"sample\":\"`);
  expect(starting.map(({ id }) => id.replace(/[0-9A-F]{8}$/u, ''))).toEqual(
    expect.arrayContaining(['DoorRoleDefaultPolicy']),
  );
  expect(starting.filter(({ id }) => id.startsWith('People'))).toEqual([]);
});

test('a declared job has its timer on one machine', () => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date('2026-03-15T05:00:00Z'));
  const scheduler = startScheduler([planted], async () => {});

  expect(scheduler.nextRunAt()?.toISOString()).toBe('2026-03-15T06:15:00.000Z');
  scheduler.stop();
});

test('a declared job costs its time, its calls and its metrics', () => {
  const others = jobs.filter(({ mailEvents }) => !mailEvents);
  const [without, withIt] = [costLines(others, 'all'), costLines([...others, planted], 'all')];

  const dearer = withIt.filter((line, index) => line.quantity(100) > (without[index]?.quantity(100) ?? 0));
  expect(dearer.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Functions, runs with little to do',
      'Functions, calls; schedules; traces',
      'Logs',
      'Metrics',
      'Alarms',
    ]),
  );
});

test('a job that starts an undeclared job is refused', () => {
  const lost = { ...planted, starts: ['nobody'] };

  expect(() => synthesize(buildApp(undefined, { jobs: [lost] }))).toThrow('“nobody”');
});
