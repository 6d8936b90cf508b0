import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { largestGapMs } from '../../infra/silence.ts';
import { pascalCase } from '../../infra/stack-names.ts';
import { jobs as declared } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize, withoutAssetHashes } from './synthesized.ts';

const Alarm = z.looseObject({
  MetricName: z.string(),
  Namespace: z.string(),
  Threshold: z.number(),
  Period: z.int(),
  EvaluationPeriods: z.int(),
  TreatMissingData: z.string(),
  ComparisonOperator: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
});

let jobsStack: SynthesizedStack;
let stack: SynthesizedStack;

beforeAll(() => {
  const stacks = synthesize(buildApp());
  jobsStack = stackNamed(stacks, 'Curfew-test-acme-Jobs');
  stack = stackNamed(stacks, 'Curfew-test-acme-Watchdog');
});

const jobs: readonly JobDeclaration[] = declared.filter(({ schedules }) => schedules !== undefined);

function alarmsOf(kind: string) {
  return [...stack.resources('AWS::CloudWatch::Alarm')]
    .filter(([id]) => id.includes(kind))
    .map(([, { Properties }]) => Alarm.parse(Properties));
}

/** The name of a function, as another stack reads it. */
function exportOf(id: string) {
  return { 'Fn::ImportValue': expect.stringMatching(`^Curfew-test-acme-Jobs:ExportsOutputRef${id}`) };
}

function functionOf({ name }: JobDeclaration) {
  return { Name: 'FunctionName', Value: exportOf(`${pascalCase(name)}JobFunction`) };
}

test.each(jobs)('the job $name is missed when it is not heard of, whatever kept it', (job) => {
  const silent = alarmsOf('Silent').filter(({ AlarmDescription }) => AlarmDescription.includes(`“${job.name}”`));

  expect(silent).toMatchObject([
    {
      Namespace: 'Curfew',
      MetricName: 'runsDone',
      Statistic: 'Sum',
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
      Dimensions: [functionOf(job)],
    },
  ]);
});

test.each(jobs)('the job $name is missed after two of its longest pauses, and never for one alone', (job) => {
  const [silent] = alarmsOf('Silent').filter(({ AlarmDescription }) => AlarmDescription.includes(`“${job.name}”`));

  const minutes = ((silent?.Period ?? 0) / 60) * (silent?.EvaluationPeriods ?? 0);
  const longestPause = largestGapMs(job.schedules ?? []) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(2 * longestPause);
  expect(minutes).toBeLessThanOrEqual(2 * longestPause + job.limits.timeSeconds / 60 + 60);
  expect(silent?.['DatapointsToAlarm']).toBe(silent?.EvaluationPeriods);
});

test.each(jobs)('the job $name that is held hour after hour is reported without a mail of its own', (job) => {
  const held = alarmsOf('Held').filter(({ AlarmDescription }) => AlarmDescription.includes(`“${job.name}”`));

  expect(held).toMatchObject([
    {
      MetricName: 'runs',
      Statistic: 'Sum',
      Threshold: 1,
      Period: 3_600,
      EvaluationPeriods: 6,
      DatapointsToAlarm: 6,
      TreatMissingData: 'notBreaching',
      Dimensions: [functionOf(job), { Name: 'status', Value: 'held' }],
    },
  ]);
});

test('no dead-man’s switch looks back farther than CloudWatch can', () => {
  for (const { Period, EvaluationPeriods } of alarmsOf('Silent')) {
    expect(Period * EvaluationPeriods).toBeLessThanOrEqual(Period < 3600 ? 86_400 : 604_800);
  }
  expect.hasAssertions();
});

test('every function of the jobs is watched for coming close to its time limit', () => {
  const functions = jobsStack.resources('AWS::Lambda::Function');

  expect(alarmsOf('Slow')).toMatchObject(
    [...functions].map(([id, { Properties }]) => ({
      Namespace: 'AWS/Lambda',
      MetricName: 'Duration',
      Statistic: 'Maximum',
      Threshold: 0.8 * 1_000 * Number(Properties['Timeout']),
      Period: 300,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Dimensions: [{ Name: 'FunctionName', Value: exportOf(id) }],
    })),
  );
});

test('every alarm of the watchdog goes to the topic of the organization', () => {
  const kinds = ['Silent', 'Held', 'Slow', 'BounceRate', 'ComplaintRate', 'NobodyReachable', 'NotEmpty'];
  const alarms = kinds.flatMap(alarmsOf);

  expect(alarms).toHaveLength(stack.resources('AWS::CloudWatch::Alarm').size);
  for (const { AlarmActions } of alarms) {
    expect(AlarmActions).toEqual([
      { 'Fn::ImportValue': expect.stringMatching(/^Curfew-test-acme-Jobs:ExportsOutputRefAlarmsTopic/) },
    ]);
  }
});

test.each([
  ['BounceRate', 0.05],
  ['ComplaintRate', 0.001],
])('%s of the mails of this organization is an alarm before SES stops the account', (name, Threshold) => {
  expect(alarmsOf(name)).toMatchObject([
    {
      Namespace: 'AWS/SES',
      MetricName: `Reputation.${name}`,
      Statistic: 'Maximum',
      Period: 3_600,
      EvaluationPeriods: 1,
      Threshold,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      Dimensions: [
        {
          Name: 'ses:configuration-set',
          Value: { 'Fn::ImportValue': expect.stringMatching(/^Curfew-test-acme-Mail:ExportsOutputRefMails/) },
        },
      ],
    },
  ]);
});

test('that mail reaches nobody who is to be notified is an alarm that is no mail of Curfew’s', () => {
  expect(alarmsOf('NobodyReachable')).toMatchObject([
    {
      Namespace: 'Curfew',
      MetricName: 'adminsReachable',
      Statistic: 'Maximum',
      Threshold: 1,
      Period: 3_600,
      EvaluationPeriods: 1,
      ComparisonOperator: 'LessThanThreshold',
      Dimensions: jobs.filter(({ mailEvents }) => mailEvents).map(functionOf),
    },
  ]);
});

test('one dashboard shows every function of the jobs', () => {
  const dashboards = [...stack.resources('AWS::CloudWatch::Dashboard').values()];

  const body = JSON.stringify(dashboards.map(({ Properties }) => Properties));

  expect(dashboards).toHaveLength(1);
  for (const id of jobsStack.resources('AWS::Lambda::Function').keys()) {
    expect(body).toContain(`ExportsOutputRef${id}`);
  }
  for (const job of jobs) {
    expect(body).toContain(`## ${job.name}`);
  }
});

test('the template equals its reviewed snapshot', () => {
  expect(withoutAssetHashes(stack)).toMatchSnapshot();
});
