import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { pascalCase } from '../../infra/stack-names.ts';
import { jobs as declared } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { ScheduledRun } from '../../shared/kernel/runs/contract/scheduled-run.ts';
import {
  buildApp,
  stackNamed,
  type SynthesizedStack,
  synthesize,
  testConfig,
  withoutAssetHashes,
} from './synthesized.ts';

let stacks: readonly SynthesizedStack[] = [];
let stack: SynthesizedStack;

beforeAll(() => {
  stacks = synthesize(buildApp());
  stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');
});

const jobs: readonly JobDeclaration[] = declared;
const streamed = jobs.flatMap(({ name, limits, streams }) =>
  streams === undefined ? [] : [{ name, limits, streams }],
);
const durable = jobs.flatMap(({ name, limits }) => (limits.durable === undefined ? [] : [{ name, ...limits.durable }]));

test.each(jobs)('the job $name has a function with the limits of its declaration', (job) => {
  const functions = propertiesOf('AWS::Lambda::Function').filter((each) => each['Description'] === job.purpose);

  expect(functions).toMatchObject([
    {
      Timeout: job.limits.timeSeconds,
      MemorySize: job.limits.memoryMb,
      Architectures: ['arm64'],
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON' },
    },
  ]);
});

test('every function has a log and a dead-letter queue of this stack', () => {
  const logs = ofJobs('AWS::Logs::LogGroup').map(([id]) => id);
  const queues = [...stack.resources('AWS::SQS::Queue').keys()];

  expect(propertiesOf('AWS::Lambda::Function')).toMatchObject(
    jobs.map((_, index) => ({
      LoggingConfig: { LogGroup: { Ref: logs[index] } },
      DeadLetterConfig: { TargetArn: { 'Fn::GetAtt': [queues[index], 'Arn'] } },
    })),
  );
});

test('the schedules are those of the declarations, in UTC', () => {
  const schedules = propertiesOf('AWS::Scheduler::Schedule').map((schedule) => ({
    expression: schedule['ScheduleExpression'],
    zone: schedule['ScheduleExpressionTimezone'],
    state: schedule['State'],
    input: targetOf(schedule).Input,
  }));

  const expected = jobs.flatMap((job) =>
    (job.schedules ?? []).map(({ name, minute, hour, dayOfMonth = '*' }) => ({
      expression: `cron(${minute} ${hour} ${dayOfMonth} * ? *)`,
      zone: 'Etc/UTC',
      state: 'ENABLED',
      input: { job: job.name, schedule: name, scheduledTime: '<aws.scheduler.scheduled-time>' },
    })),
  );
  expect(schedules).toEqual(expected);
});

test('every schedule is in the group whose schedules may use the role, and none is there before the group', () => {
  const [group] = stack.resources('AWS::Scheduler::ScheduleGroup').keys();
  const [name] = propertiesOf('AWS::Scheduler::ScheduleGroup').map(({ Name }) => Name);

  for (const schedule of propertiesOf('AWS::Scheduler::Schedule')) {
    const { RoleArn } = z
      .object({ RoleArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }) })
      .parse(schedule['Target']);
    expect(schedule['GroupName']).toBe(name);
    expect(JSON.stringify(stack.resources('AWS::IAM::Role').get(RoleArn['Fn::GetAtt'][0]))).toContain(`"${group}"`);
  }
  expect(name).toEqual(expect.any(String));
});

test('what a schedule sends is an event that the handler takes, once the scheduler has filled in the time', () => {
  const inputs = propertiesOf('AWS::Scheduler::Schedule').map((schedule) => targetOf(schedule).Input);

  const events = inputs.map((input) => ({ ...input, scheduledTime: '2026-03-22T18:59:43Z' }));

  expect(events.map((event) => ScheduledRun.safeParse(event).success)).toEqual(events.map(() => true));
});

test('every schedule gives up after a bounded number of tries and a bounded time, and keeps the event', () => {
  const queues = [...stack.resources('AWS::SQS::Queue').keys()];
  for (const schedule of propertiesOf('AWS::Scheduler::Schedule')) {
    const target = targetOf(schedule);
    expect(target.RetryPolicy).toEqual({ MaximumRetryAttempts: 10, MaximumEventAgeInSeconds: 3600 });
    expect(queues).toContain(target.DeadLetterConfig.Arn['Fn::GetAtt'][0]);
  }
  expect.hasAssertions();
});

test('an event that a function failed on is tried twice more within an hour', () => {
  // Where runs are durable, once for the function and once for its alias.
  const configured = [...jobs, ...durable];

  expect(propertiesOf('AWS::Lambda::EventInvokeConfig')).toMatchObject(
    configured.map(() => ({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 })),
  );
});

test('runs of a job go on from invocation to invocation where the declaration says so, started by alias', () => {
  const configs = propertiesOf('AWS::Lambda::Function').flatMap(({ DurableConfig }) => DurableConfig ?? []);

  expect(configs).toEqual(
    durable.map(({ executionSeconds }) => ({
      ExecutionTimeout: executionSeconds,
      RetentionPeriodInDays: 30,
    })),
  );
  expect(propertiesOf('AWS::Lambda::Alias').map(({ Name }) => Name)).toEqual(durable.map(() => 'live'));
  const started = JSON.stringify([
    ...propertiesOf('AWS::Scheduler::Schedule').map(({ Target }) => Target),
    ...propertiesOf('AWS::Lambda::EventSourceMapping').map(({ FunctionName }) => FunctionName),
  ]);
  expect(started).toContain('EnforceJobFunctionAliaslive');
  expect(started).not.toContain('"EnforceJobFunctionFF66D7DD"');
  expect(started).not.toContain('"MailsJobFunction450B1A98"');
});

test('a durable run that is at work ends with the version that it began with: no deployment removes that', () => {
  const versions = [...stack.resources('AWS::Lambda::Version').values()];

  // Except when its deployment fails: a version that stayed would be the same as that of the next try, and refused.
  expect(versions).toMatchObject(
    durable.map(() => ({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' })),
  );
});

test('a durable run may keep its checkpoints, of whichever version it is: without one a name matches no run', () => {
  const policies = [...stack.resources('AWS::IAM::Policy')].filter(([id]) => id.includes('Checkpoints'));

  expect(policies.map(([, { Properties }]) => Properties)).toMatchObject(
    durable.map(({ name }) => ({
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'],
            Resource: {
              'Fn::Join': ['', [{ 'Fn::GetAtt': [idOf('AWS::Lambda::Function', pascalCase(name)), 'Arn'] }, ':*']],
            },
          },
        ],
      },
      Roles: [{ Ref: idOf('AWS::IAM::Role', `${pascalCase(name)}Job`) }],
    })),
  );
});

test('a durable run that a stream starts ends within a quarter of an hour, as Lambda demands', () => {
  const started = streamed.flatMap(({ limits }) => limits.durable?.executionSeconds ?? []);

  expect(Math.max(...started)).toBeLessThanOrEqual(900);
  expect(started).not.toEqual([]);
});

test('dead letters are encrypted, kept for 14 days and moved over TLS only', () => {
  const overTlsOnly = {
    Effect: 'Deny',
    Action: 'sqs:*',
    Principal: { AWS: '*' },
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  };

  expect(propertiesOf('AWS::SQS::Queue')).toMatchObject(
    jobs.map(() => ({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 1_209_600 })),
  );
  const [rule] = stack.resources('AWS::Events::Rule').keys();
  const byTheRule = {
    Effect: 'Allow',
    Action: 'sqs:SendMessage',
    Principal: { Service: 'events.amazonaws.com' },
    Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule, 'Arn'] } } },
  };
  expect(propertiesOf('AWS::SQS::QueuePolicy')).toMatchObject(
    jobs.map((job) => ({
      PolicyDocument: { Statement: [overTlsOnly, ...(job.mailEvents ? [byTheRule] : [])] },
    })),
  );
});

test('every log is kept for a stated time', () => {
  expect(propertiesOf('AWS::Logs::LogGroup')).toMatchObject(jobs.map(() => ({ RetentionInDays: 90 })));
});

test('errors, throttles and dead letters of every job reach the admins', () => {
  const alarms = propertiesOf('AWS::CloudWatch::Alarm');

  const metrics = alarms.map((alarm) => String(alarm['MetricName']));
  expect(metrics.toSorted()).toEqual(
    [
      ...jobs.flatMap(() => ['ApproximateNumberOfMessagesVisible', 'Errors', 'Throttles']),
      ...streamed.map(() => 'IteratorAge'),
      ...durable.flatMap(() => ['DurableExecutionFailed', 'DurableExecutionTimedOut']),
    ].toSorted(),
  );
  const [topic] = stack.resources('AWS::SNS::Topic').keys();
  for (const alarm of alarms) {
    const threshold = alarm['MetricName'] === 'IteratorAge' ? 1_200_000 : 1;
    expect(alarm).toMatchObject({
      AlarmActions: [{ Ref: topic }],
      TreatMissingData: 'notBreaching',
      Threshold: threshold,
    });
  }
  const told = propertiesOf('AWS::SNS::Subscription').map((subscription) => subscription['Endpoint']);
  expect(told).toEqual(['finops@acme.example', 'security@acme.example']);
});

test('removing an admin keeps the alarm mails of the others', () => {
  const withAdmins = (admins: readonly string[]) => {
    const [acme] = testConfig.organizations;
    const settings = { ...acme?.settings, admins };
    const found = synthesize(buildApp({ ...testConfig, organizations: [{ ...acme, settings }] }));
    const subscriptions = stackNamed(found, 'Curfew-test-acme-Jobs').resources('AWS::SNS::Subscription');
    return new Map([...subscriptions].map(([id, { Properties }]) => [String(Properties['Endpoint']), id]));
  };

  const before = withAdmins(['ann@acme.example', 'bob@acme.example', 'cy@acme.example', 'bob@acme.example']);
  const after = withAdmins(['ann@acme.example', 'cy@acme.example']);

  expect(before.size).toBe(3);
  expect([...after]).toEqual([...before].filter(([email]) => email !== 'bob@acme.example'));
});

test('the first event within five minutes raises the alarm of the job that it befell', () => {
  const counted = { Namespace: 'AWS/Lambda', Statistic: 'Sum' };
  const highest = { Namespace: 'AWS/Lambda', Statistic: 'Maximum' };
  const terms: Readonly<Record<string, object>> = {
    ApproximateNumberOfMessagesVisible: { Namespace: 'AWS/SQS', Statistic: 'Maximum' },
    DurableExecutionFailed: counted,
    DurableExecutionTimedOut: counted,
    Errors: counted,
    IteratorAge: highest,
    Throttles: counted,
  };

  for (const [id, { Properties }] of ofJobs('AWS::CloudWatch::Alarm')) {
    const job = jobs.map(({ name }) => pascalCase(name)).find((name) => id.startsWith(name)) ?? '';
    const watched =
      Properties['Namespace'] === 'AWS/SQS'
        ? { Name: 'QueueName', Value: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', job), 'QueueName'] } }
        : { Name: 'FunctionName', Value: { Ref: idOf('AWS::Lambda::Function', job) } };
    expect(Properties).toMatchObject({
      ...terms[String(Properties['MetricName'])],
      Period: 300,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Dimensions: [watched],
    });
  }
  expect.hasAssertions();
});

test('no level of the log holds back the lines that are metrics', () => {
  expect(propertiesOf('AWS::Lambda::Function')).toMatchObject(
    jobs.map(() => ({ LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'INFO' } })),
  );
});

test('nothing is started before it may do its work: streams and aliases wait for the rights of their role', () => {
  const mappings = [...stack.resources('AWS::Lambda::EventSourceMapping').values()];
  const aliases = [...stack.resources('AWS::Lambda::Alias').values()];

  const waitingFor = (policy: RegExp) => ({ DependsOn: expect.arrayContaining([expect.stringMatching(policy)]) });
  expect(mappings).toMatchObject(mappings.map(() => waitingFor(/JobRoleDefaultPolicy/)));
  expect(aliases).toMatchObject(aliases.map(() => waitingFor(/JobCheckpoints/)));
  expect(mappings).toHaveLength(streamed.flatMap(({ streams }) => streams.of).length);
  expect(aliases).toHaveLength(durable.length);
});

test('CloudWatch may raise alarms although the topic has a policy of its own', () => {
  const allowed = {
    Effect: 'Allow',
    Action: 'sns:Publish',
    Principal: { Service: ['cloudwatch.amazonaws.com', 'events.amazonaws.com'] },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  };

  expect(propertiesOf('AWS::SNS::TopicPolicy')).toMatchObject([
    { PolicyDocument: { Statement: [{ Effect: 'Deny' }, allowed] } },
  ]);
});

test('a function gets the settings that it reads and where the key is, and never the key itself', () => {
  const [lambda] = propertiesOf('AWS::Lambda::Function');

  const { Variables } = z.object({ Variables: z.record(z.string(), z.unknown()) }).parse(lambda?.['Environment']);

  expect(JSON.stringify(Variables['CURFEW_SETTINGS'])).toContain(String.raw`\"admins\":[\"finops@acme.example\"`);
  expect(JSON.stringify(Variables['CURFEW_SETTINGS'])).not.toContain('mailFrom');
  expect(Variables).toHaveProperty('CURFEW_API_KEY_SECRET_ID');
  expect(Variables).not.toHaveProperty('CURFEW_API_KEY');
});

test('what SES reports about the mails of this organization, and of no other, starts a function, and is never lost silently', () => {
  const [lambda] = [...stack.resources('AWS::Lambda::Function').keys()].filter((id) => id.startsWith('BouncesJob'));
  const [queue] = [...stack.resources('AWS::SQS::Queue').keys()].filter((id) => id.startsWith('Bounces'));

  expect(propertiesOf('AWS::Events::Rule')).toMatchObject([
    {
      State: 'ENABLED',
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': ['Email Bounced', 'Email Complaint Received', 'Email Rejected', 'Email Delivery Delayed'],
        detail: {
          mail: {
            tags: {
              'ses:configuration-set': [
                { 'Fn::ImportValue': expect.stringMatching(/^Curfew-test-acme-Mail:ExportsOutputRefMails/) },
              ],
            },
          },
        },
      },
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [lambda, 'Arn'] },
          DeadLetterConfig: { Arn: { 'Fn::GetAtt': [queue, 'Arn'] } },
          RetryPolicy: { MaximumRetryAttempts: 50, MaximumEventAgeInSeconds: 86_400 },
        },
      ],
    },
  ]);
});

test('every function that may send says with which configuration set, and no other knows it', () => {
  const functions = propertiesOf('AWS::Lambda::Function');

  const sets = functions.map(({ Environment, Description }) => {
    const { Variables } = z.object({ Variables: z.record(z.string(), z.unknown()) }).parse(Environment);
    const job = jobs.find(({ purpose }) => purpose === Description);
    return [job?.sendsMail === true, Variables['CURFEW_MAIL_CONFIGURATION_SET'] !== undefined];
  });

  expect(sets).toHaveLength(jobs.length);
  expect(sets.filter(([maySend, knowsSet]) => maySend !== knowsSet)).toEqual([]);
});

test('changes of a table are handed over in their order, again from the first that failed, and never lost silently', () => {
  const mappings = propertiesOf('AWS::Lambda::EventSourceMapping').filter(isOf('Edits'));

  expect(mappings).toHaveLength(
    streamed.filter(({ name }) => name === 'edits').flatMap(({ streams }) => streams.of).length,
  );
  for (const mapping of mappings) {
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 60,
      MaximumRecordAgeInSeconds: 7_200,
      MaximumBatchingWindowInSeconds: 2,
      ParallelizationFactor: 1,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'Edits'), 'Arn'] } } },
    });
    expect(mapping).not.toHaveProperty('FilterCriteria');
  }
});

test('a mail that is written starts the mailer, and what the mailer does with it does not', () => {
  const mappings = propertiesOf('AWS::Lambda::EventSourceMapping').filter(({ FunctionName }) =>
    JSON.stringify(FunctionName).includes('Mails'),
  );

  expect(mappings).toMatchObject([
    {
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'Mails'), 'Arn'] } } },
    },
  ]);
  expect(JSON.stringify(mappings)).toMatch(/OutboxStreamArn|Outbox\w+StreamArn/);
});

test('the mailer knows nothing of the platform: neither where it is nor where its key is', () => {
  const lambda = stack.resources('AWS::Lambda::Function').get(idOf('AWS::Lambda::Function', 'Mails'));

  const { Variables } = z
    .object({ Variables: z.record(z.string(), z.unknown()) })
    .parse(lambda?.Properties['Environment']);

  expect(Object.keys(Variables).toSorted()).toEqual([
    'CURFEW_LINK_KEY_SECRET_ID',
    'CURFEW_MAIL_CONFIGURATION_SET',
    'CURFEW_MAIL_FROM',
    'CURFEW_METRICS',
    'CURFEW_TABLE_LEASES',
    'CURFEW_TABLE_OUTBOX',
    'CURFEW_TABLE_RECIPIENTS',
    'CURFEW_TABLE_RECORDS',
  ]);
  expect(JSON.stringify(Variables)).not.toMatch(/platform\.|PlatformKey|FingerprintKey/);
});

test('two organizations share nothing: no template names the stacks or the values of another', () => {
  const others = stacks.filter(({ id }) => id.startsWith('Curfew-test-globex-'));

  expect(others).toHaveLength(4);
  for (const { template } of others) {
    expect(JSON.stringify(template.toJSON())).not.toContain('Curfew-test-acme-');
  }
});

test('the template equals its reviewed snapshot', () => {
  expect(withoutAssetHashes(stack)).toMatchSnapshot();
});

/** The admin API, which stands in this stack too, has tests of its own: admin-api.test.ts. */
function ofJobs(type: string) {
  return [...stack.resources(type)].filter(([id]) => !/^(?:AdminApi|Door)/u.test(id));
}

function propertiesOf(type: string) {
  return ofJobs(type).map(([, { Properties }]) => Properties);
}

/** The logical id of the resource of a kind that belongs to a job. */
function idOf(type: string, job: string): string {
  return [...stack.resources(type).keys()].find((id) => id.startsWith(job)) ?? '';
}

function isOf(job: string) {
  const ref = idOf('AWS::Lambda::Function', job);
  return (mapping: Readonly<Record<string, unknown>>) => JSON.stringify(mapping['FunctionName']).includes(ref);
}

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
