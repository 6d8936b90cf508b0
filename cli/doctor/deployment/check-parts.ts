import { GetFunctionConcurrencyCommand, GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectLockConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { paginateListSchedules, SchedulerClient } from '@aws-sdk/client-scheduler';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';

import { jobs } from '../../../shared/jobs.ts';
import { clientOptions } from '../../../shared/kernel/client-options.ts';
import { createSes } from '../../../shared/mail/aws.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import type { Deployment } from '../../deployment/open-deployment.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { checkIdentities, type CheckResult, failed, ok, warning } from '../check.ts';

interface Work extends Pick<Deployment, 'parts' | 'installation'> {
  readonly context: CommandContext;
}

const deployedEarlier = {
  kind: 'skipped',
  reason: 'an earlier version deployed it: npm run deploy, then again',
} as const;

/** Calls AWS with a client that is closed afterwards. */
export async function withClient<Client extends { destroy(): void }, Result>(
  client: Client,
  call: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(client);
  } finally {
    client.destroy();
  }
}

function optionsFor(service: Parameters<typeof awsEndpoint>[0], { context, parts }: Work) {
  return clientOptions(awsEndpoint(service, context.io.env, parts.region));
}

/** Whether the function of each job that can be started by hand is ready, and not stopped by hand. */
export async function checkFunctions(work: Work): Promise<CheckResult> {
  const { functions } = work.parts;
  const faults: string[] = [];
  await withClient(new LambdaClient(optionsFor('LAMBDA', work)), async (lambda) => {
    for (const [job, FunctionName] of Object.entries(functions)) {
      const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      const isReady = found.State === 'Active' && (found.LastUpdateStatus ?? 'Successful') === 'Successful';
      faults.push(...(isReady ? [] : [`${job}: ${found.StateReason ?? found.LastUpdateStatusReason ?? 'not active'}`]));
      const { ReservedConcurrentExecutions: reserved } = await lambda.send(
        new GetFunctionConcurrencyCommand({ FunctionName: withoutAlias(FunctionName) }),
      );
      faults.push(...(reserved === 0 ? [`${job}: stopped, by a reserved concurrency of 0`] : []));
    }
  });
  return faults.length === 0
    ? ok([Object.keys(functions).join(', ')])
    : failed(
        faults.join('; '),
        'npm run deploy -- --revert-drift; if it stays so, look at the function in the console of AWS',
      );
}

/** Concurrency belongs to the function, not to its aliases. */
function withoutAlias(arn: string): string {
  return arn.split(':').slice(0, 7).join(':');
}

export async function checkDeployedSchedules(work: Work): Promise<CheckResult> {
  const { scheduleGroup: group } = work.parts;
  const expected = jobs.reduce((sum, { schedules = [] }) => sum + schedules.length, 0);
  return group === undefined
    ? deployedEarlier
    : withClient(new SchedulerClient(optionsFor('SCHEDULER', work)), async (scheduler) =>
        checkSchedules(scheduler, { group, expected }),
      );
}

/** Whether every schedule of the jobs is there and enabled. `expected`: how many there are to be. */
export async function checkSchedules(
  client: SchedulerClient,
  { group: GroupName, expected }: { readonly group: string; readonly expected: number },
): Promise<CheckResult> {
  const enabled: string[] = [];
  const disabled: string[] = [];
  for await (const { Schedules = [] } of paginateListSchedules({ client }, { GroupName })) {
    for (const { Name = '', State } of Schedules) {
      (State === 'ENABLED' ? enabled : disabled).push(Name);
    }
  }
  if (disabled.length > 0) {
    return failed(`disabled: ${disabled.join(', ')}`, 'enable them in EventBridge Scheduler, or npm run deploy');
  }
  return enabled.length < expected
    ? failed(`${enabled.length} of ${expected} schedules are there`, 'npm run deploy puts back what was deleted')
    : ok([`${enabled.length} enabled`]);
}

/** Whether the bucket of the evidence keeps what is in it. */
export async function checkEvidenceLock(work: Work): Promise<CheckResult> {
  if (work.parts.evidence === undefined) {
    return deployedEarlier;
  }
  const { bucket: Bucket } = work.parts.evidence;
  const found = await withClient(new S3Client(optionsFor('S3', work)), async (s3) =>
    s3.send(new GetObjectLockConfigurationCommand({ Bucket })),
  );
  const { ObjectLockEnabled, Rule } = found.ObjectLockConfiguration ?? {};
  const { Mode, Days } = Rule?.DefaultRetention ?? {};
  return ObjectLockEnabled === 'Enabled'
    ? ok([`${Bucket}: ${Mode === undefined ? 'locked object by object' : `${Mode}, ${Days ?? '?'} days`}`])
    : failed(`the bucket ${Bucket} has no Object Lock`, 'name one that has: evidence.bucket in curfew.config.ts');
}

export async function checkDeployedAlarms(work: Work): Promise<CheckResult> {
  const { alarmTopic } = work.parts;
  return alarmTopic === undefined
    ? deployedEarlier
    : withClient(new SNSClient(optionsFor('SNS', work)), async (sns) => checkAlarmMails(sns, alarmTopic));
}

/** Whether alarms reach people: each subscription has to be confirmed once by its recipient. */
export async function checkAlarmMails(client: SNSClient, TopicArn: string): Promise<CheckResult> {
  const confirmed: string[] = [];
  const waiting: string[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn })) {
    for (const { Endpoint = 'somebody', SubscriptionArn = '' } of Subscriptions) {
      // Until then SNS shows words in the place of the ARN.
      (SubscriptionArn.startsWith('arn:') ? confirmed : waiting).push(Endpoint);
    }
  }
  const remedy = 'confirm the mail that SNS has sent ("Subscription Confirmation"); deploy again to have it sent again';
  if (confirmed.length === 0) {
    return failed(
      waiting.length === 0 ? 'alarms reach no one' : `alarms reach no one: ${waiting.join(', ')} did not confirm`,
      waiting.length === 0 ? 'set admins in curfew.config.ts, then npm run deploy' : remedy,
    );
  }
  return waiting.length === 0 ? ok([confirmed.join(', ')]) : warning(`not confirmed: ${waiting.join(', ')}`, remedy);
}

/** Whether SES knows the identity that the sender is of. */
export async function checkSender({ context, installation, parts: { region } }: Work): Promise<CheckResult> {
  const { mailFrom } = installation.readSettings();
  const endpoint = context.io.env['AWS_ENDPOINT_URL_SES'] ?? '';
  return withClient(createSes({ region, ...(endpoint !== '' && { endpoint }) }), async (ses) =>
    checkIdentities(ses, {
      identities: [mailFrom.slice(mailFrom.lastIndexOf('@') + 1), mailFrom],
      region,
      isToBeMade: false,
    }),
  );
}
