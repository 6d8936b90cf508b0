import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { EnforceBudgetsEnvironment } from '../../functions/enforce-budgets/env.ts';
import { type Job, jobList } from '../../shared/contracts/job-list.ts';
import { ScheduledRun } from '../../shared/contracts/scheduled-run.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize } from './synthesized.ts';

let stacks: readonly SynthesizedStack[] = [];
let stack: SynthesizedStack;

beforeAll(() => {
  stacks = synthesize(buildApp());
  stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');
});

const jobs: readonly Job[] = jobList;

test.each(jobs)('the job $name has a function with the limits of the job list', (job) => {
  stack.template.hasResourceProperties('AWS::Lambda::Function', {
    Description: job.description,
    Timeout: job.timeLimitSeconds,
    MemorySize: job.memoryMb,
    Architectures: ['arm64'],
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    LoggingConfig: Match.objectLike({ LogFormat: 'JSON', LogGroup: { Ref: Match.anyValue() } }),
    DeadLetterConfig: { TargetArn: Match.anyValue() },
  });
  stack.template.resourceCountIs('AWS::Lambda::Function', jobs.length);
});

test('the schedules are those of the job list, in UTC', () => {
  const schedules = [...stack.resources('AWS::Scheduler::Schedule').values()].map(({ Properties }) => ({
    expression: Properties['ScheduleExpression'],
    zone: Properties['ScheduleExpressionTimezone'],
    state: Properties['State'],
    input: targetOf(Properties).Input,
  }));

  const expected = jobs.flatMap((job) =>
    job.schedules.map(({ name, minute, hour, dayOfMonth = '*' }) => ({
      expression: `cron(${minute} ${hour} ${dayOfMonth} * ? *)`,
      zone: 'Etc/UTC',
      state: 'ENABLED',
      input: { job: job.name, schedule: name, scheduledTime: '<aws.scheduler.scheduled-time>' },
    })),
  );
  expect(schedules).toEqual(expected);
});

test('what a schedule sends is an event that the handler takes, once the scheduler has filled in the time', () => {
  const inputs = [...stack.resources('AWS::Scheduler::Schedule').values()].map(
    ({ Properties }) => targetOf(Properties).Input,
  );

  const events = inputs.map((input) => ({ ...input, scheduledTime: '2026-03-22T18:59:43Z' }));

  expect(events.map((event) => ScheduledRun.safeParse(event).success)).toEqual(events.map(() => true));
});

test('every schedule gives up after a bounded number of tries and a bounded time, and keeps the event', () => {
  const queues = [...stack.resources('AWS::SQS::Queue').keys()];
  for (const { Properties } of stack.resources('AWS::Scheduler::Schedule').values()) {
    const target = targetOf(Properties);
    expect(target.RetryPolicy).toEqual({ MaximumRetryAttempts: 10, MaximumEventAgeInSeconds: 3600 });
    expect(queues).toContain(target.DeadLetterConfig.Arn['Fn::GetAtt'][0]);
  }
  expect.hasAssertions();
});

test('an event that a function failed on is tried twice more within an hour', () => {
  stack.template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    MaximumRetryAttempts: 2,
    MaximumEventAgeInSeconds: 3600,
  });
  stack.template.resourceCountIs('AWS::Lambda::EventInvokeConfig', jobs.length);
});

test('dead letters are encrypted, kept for 14 days and moved over TLS only', () => {
  stack.template.allResourcesProperties('AWS::SQS::Queue', {
    SqsManagedSseEnabled: true,
    MessageRetentionPeriod: 1_209_600,
  });
  stack.template.hasResourceProperties('AWS::SQS::QueuePolicy', {
    PolicyDocument: {
      Statement: [
        Match.objectLike({
          Effect: 'Deny',
          Action: 'sqs:*',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ],
    },
  });
  stack.template.resourceCountIs('AWS::SQS::QueuePolicy', stack.resources('AWS::SQS::Queue').size);
});

test('every log is kept for a stated time', () => {
  stack.template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
  stack.template.resourceCountIs('AWS::Logs::LogGroup', jobs.length);
});

test('errors, throttles and dead letters of every job reach the admins', () => {
  const alarms = [...stack.resources('AWS::CloudWatch::Alarm').values()].map(({ Properties }) => Properties);

  const metrics = alarms.map((alarm) => alarm['MetricName']);
  expect(metrics.toSorted()).toEqual(
    jobs.flatMap(() => ['ApproximateNumberOfMessagesVisible', 'Errors', 'Throttles']).toSorted(),
  );
  const [topic] = stack.resources('AWS::SNS::Topic').keys();
  for (const alarm of alarms) {
    expect(alarm).toMatchObject({ AlarmActions: [{ Ref: topic }], TreatMissingData: 'notBreaching', Threshold: 1 });
  }
  const told = [...stack.resources('AWS::SNS::Subscription').values()].map(({ Properties }) => Properties['Endpoint']);
  expect(told).toEqual(['finops@acme.example', 'security@acme.example']);
});

test('CloudWatch may raise alarms although the topic has a policy of its own', () => {
  stack.template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      ]),
    },
  });
});

test('a function gets exactly the variables that it reads, and never the key itself', () => {
  const [lambda] = stack.resources('AWS::Lambda::Function').values();

  const { Variables } = z
    .object({ Variables: z.record(z.string(), z.unknown()) })
    .parse(lambda?.Properties['Environment']);

  const readable = Object.keys(EnforceBudgetsEnvironment.shape).filter((name) => name !== 'CURFEW_API_KEY');
  expect(Object.keys(Variables).toSorted()).toEqual(readable.toSorted());
  expect(Variables['CURFEW_SETTINGS']).toContain('"mailFrom":"curfew@acme.example"');
});

test('two organizations share nothing: no template names the stacks or the values of another', () => {
  const others = stacks.filter(({ id }) => id.startsWith('Curfew-test-globex-'));

  expect(others).toHaveLength(2);
  for (const { template } of others) {
    expect(JSON.stringify(template.toJSON())).not.toContain('Curfew-test-acme-');
  }
});

function targetOf(properties: Readonly<Record<string, unknown>>) {
  return z
    .object({
      Input: z
        .string()
        .transform((text): unknown => JSON.parse(text))
        .pipe(z.record(z.string(), z.string())),
      RetryPolicy: z.record(z.string(), z.number()),
      DeadLetterConfig: z.object({ Arn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) }),
    })
    .parse(properties['Target']);
}
