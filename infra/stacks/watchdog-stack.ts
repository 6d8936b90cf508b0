import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import type { DeploymentName } from '../../shared/kernel/contract/deployment-parts.ts';
import type { FunctionLimits, JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { runMetrics } from '../../shared/kernel/runs/contract/run-metrics.ts';
import type { Organization } from '../config.ts';
import { secretsOf } from '../constructs/access/granted-permissions.ts';
import { roleArn } from '../constructs/access/role-arn.ts';
import { AdminApiFunction } from '../constructs/admin-api-function.ts';
import { AdminApi } from '../constructs/admin-api.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { JobFunction } from '../constructs/job-function.ts';
import { AccessAlarms } from '../constructs/monitoring/access-alarms.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topic.ts';
import { slowShare } from '../constructs/monitoring/log-patterns.ts';
import { MailAlarms } from '../constructs/monitoring/mail-alarms.ts';
import { addAlarm, type AlarmTerms, heldFor, type Monitoring, silentFor } from '../constructs/monitoring/monitoring.ts';
import { runMetric } from '../constructs/monitoring/run-metric.ts';
import { SharedAlarms } from '../constructs/monitoring/shared-alarms.ts';
import { adminApiWidgets, jobWidgets, mailWidgets } from '../constructs/monitoring/widgets.ts';
import { silenceOf } from '../silence.ts';
import { adminApiRoleName, jobRoleName, pascalCase, stackNames } from '../stack-names.ts';
import type { DataStack } from './data-stack.ts';
import type { JobsStack } from './jobs-stack.ts';
import type { MailStack } from './mail-stack.ts';

interface WatchdogStackProps extends StackProps {
  readonly name: DeploymentName;
  /** `few`: functions share alarms, and there is no dashboard. */
  readonly metrics: Organization['metrics'];
  readonly data: DataStack;
  readonly jobs: JobsStack;
  readonly mail: MailStack;
}

/** Watches from outside whether one organization's jobs run in time. One dashboard covers all their functions. */
export class WatchdogStack extends Stack {
  constructor(scope: Construct, id: string, { name, metrics, data, jobs, mail, ...props }: WatchdogStackProps) {
    super(scope, id, { description: 'Curfew: the watchdog of one organization', ...props });
    const parts = jobs.node.findAll();
    const functions = parts.filter((part) => part instanceof JobFunction);
    const adminApis = parts.filter((part) => part instanceof AdminApiFunction);
    const apis = parts.filter((part) => part instanceof AdminApi);
    const topics = parts.filter((part) => part instanceof AlarmTopic);
    const { configurationSetName } = mail.configurationSet;
    const mailFunctions = functions.filter(({ job }) => job.mailEvents).map(({ lambda }) => lambda);
    for (const { topic } of topics) {
      addAccessAlarms(this, { name, data, topic, jobs: functions.map(({ job }) => job) });
      if (metrics === 'all') {
        functions.forEach((job) => addJobAlarms(this, job, { kind: 'alarms', topic }));
        adminApis.forEach((each) => addAdminApiAlarm(this, each, { kind: 'alarms', topic }));
      } else {
        const watched = { name, topic, adminApis, apis };
        new SharedAlarms(this, 'Shared', { ...watched, jobs: functions, scheduleGroup: jobs.scheduleGroup });
      }
      mailFunctions.forEach((lambda) => {
        const watched = metrics === 'all' ? { configurationSetName } : {};
        const monitoring: Monitoring = { kind: metrics === 'all' ? 'alarms' : 'shared', topic };
        new MailAlarms(this, 'MailAlarms', { ...watched, lambda, monitoring });
      });
    }
    if (metrics === 'all') {
      const widgets = [
        ...functions.map(jobWidgets),
        ...adminApis.map(adminApiWidgets),
        ...mailFunctions.map((lambda) => mailWidgets(lambda, configurationSetName)),
      ];
      new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(14), widgets });
    }
  }
}

interface AccessTerms extends Pick<WatchdogStackProps, 'name' | 'data'> {
  readonly topic: ITopic;
  readonly jobs: readonly JobDeclaration[];
}

function addAccessAlarms(stack: Stack, { name, data, topic, jobs }: AccessTerms): void {
  const scope = new Construct(stack, 'Access');
  const { queue: deadLetters } = new DeadLetterQueue(scope, 'DeadLetters', { monitoring: { kind: 'alarms', topic } });
  const { platformKey, purposeKeys, fingerprintKey, linkKey, evidence } = data;
  const purposes = Object.entries(purposeKeys).map(
    ([purpose, key]) => [`PlatformKey${pascalCase(purpose)}`, key] as const,
  );
  const secrets = new Map([
    ['PlatformKey', platformKey],
    ['FingerprintKey', fingerprintKey],
    ['LinkKey', linkKey],
    ...purposes,
  ]);
  const readersOf = (secret: ISecret) => [
    ...jobs.filter((job) => secretsOf(job, data).has(secret)).map((job) => jobRoleName(name, job)),
    // The admin API reads the key that signs links.
    ...(secret === linkKey ? [adminApiRoleName(name.stage, name.organization)] : []),
  ];
  new AccessAlarms(scope, 'Alarms', {
    topic,
    deadLetters,
    secrets: [...secrets].map(([secretId, secret]) => ({
      id: secretId,
      secretArn: secret.secretArn,
      readerArns: readersOf(secret).map((reader) => roleArn(stack, reader)),
    })),
    signingKeyArn: evidence.keyArn,
    dataStackName: stackNames(name.stage, name.organization).data,
  });
}

function addJobAlarms(stack: Stack, { job, lambda }: JobFunction, monitoring: Monitoring): void {
  const scope = new Construct(stack, pascalCase(job.name));
  const { schedules = [] } = job;
  // A stream's starts are irregular.
  if (schedules.length > 0) {
    const silence = silenceOf(schedules, job.limits.timeSeconds);
    const done = runMetric(lambda, runMetrics.runsDone, { period: Duration.minutes(silence.periodMinutes) });
    addAlarm(scope, 'Silent', { monitoring, metric: done, ...silentFor(job.name, silence) });
    const held = runMetric(lambda, runMetrics.runs, { period: Duration.hours(1), status: 'held' });
    addAlarm(scope, 'Held', { monitoring, metric: held, ...heldFor(`Runs of the job “${job.name}”`) });
  }
  const what = `the job “${job.name}”`;
  addAlarm(scope, 'Slow', { monitoring, ...slowTerms({ what, limits: job.limits }, lambda) });
}

function addAdminApiAlarm(
  stack: Stack,
  { declaration: { limits }, lambda }: AdminApiFunction,
  monitoring: Monitoring,
): void {
  const slow = slowTerms({ what: 'the admin API', limits }, lambda);
  addAlarm(new Construct(stack, 'Door'), 'Slow', { monitoring, ...slow });
}

function slowTerms(
  { what, limits }: { readonly what: string; readonly limits: FunctionLimits },
  lambda: IFunction,
): AlarmTerms {
  return {
    metric: lambda.metricDuration({ period: Duration.minutes(5), statistic: 'Maximum' }),
    threshold: Duration.seconds(limits.timeSeconds * slowShare).toMilliseconds(),
    description: `An invocation of ${what} came close to its time limit of ${limits.timeSeconds} seconds.`,
  };
}
