import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import type { DeploymentName } from '../../shared/kernel/contract/deployment-parts.ts';
import type { FunctionLimits, JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { mailMetrics, resultMetrics, runMetrics, runStatuses } from '../../shared/kernel/runs/contract/run-metrics.ts';
import type { Organization } from '../config.ts';
import { secretsOf } from '../constructs/access/granted-permissions.ts';
import { roleArn } from '../constructs/access/role-arn.ts';
import { AdminApiFunction } from '../constructs/admin-api-function.ts';
import { AdminApi } from '../constructs/admin-api.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { JobFunction } from '../constructs/job-function.ts';
import { AccessAlarms } from '../constructs/monitoring/access-alarms.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topic.ts';
import { reputationMetric, runMetric, slowShare } from '../constructs/monitoring/metrics.ts';
import {
  addAlarm,
  addOwnAlarm,
  type AlarmTerms,
  heldFor,
  type Monitoring,
  silentFor,
} from '../constructs/monitoring/monitoring.ts';
import { SharedAlarms } from '../constructs/monitoring/shared-alarms.ts';
import { silenceOf } from '../silence.ts';
import { adminApiRoleName, jobRoleName, pascalCase, stackNames } from '../stack-names.ts';
import type { DataStack } from './data-stack.ts';
import type { JobsStack } from './jobs-stack.ts';
import type { MailStack } from './mail-stack.ts';

/** SES reviews an account from these rates on; at two and five times them it stops sending. */
const reviewedFrom = { bounces: 0.05, complaints: 0.001 } as const;

/** What mails cannot report: too many bounces, or no reachable recipient. */
class MailAlarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      configurationSetName,
      lambda,
      monitoring,
    }: {
      /** Absent: watches the account's mails. */
      readonly configurationSetName?: string;
      readonly lambda: IFunction;
      readonly monitoring: Monitoring;
    },
  ) {
    super(scope, id);
    addAlarm(this, 'BounceRate', {
      monitoring,
      metric: reputationMetric('BounceRate', configurationSetName),
      threshold: reviewedFrom.bounces,
      description: 'One mail in twenty bounces. SES reviews an account from this rate on, and stops it at one in ten.',
    });
    addAlarm(this, 'ComplaintRate', {
      monitoring,
      metric: reputationMetric('ComplaintRate', configurationSetName),
      threshold: reviewedFrom.complaints,
      description: 'One mail in a thousand is reported as unwanted. SES reviews an account from this rate on.',
    });
    addOwnAlarm(this, 'NobodyReachable', {
      monitoring,
      metric: runMetric(lambda, mailMetrics.adminsReachable, { period: Duration.hours(1), statistic: Stats.MAXIMUM }),
      threshold: 1,
      description: 'Mail reaches no admin and no one on the fallback list: no one receives notifications.',
      exceptions: { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD },
    });
  }
}

const period = Duration.hours(1);
const width = { quarter: 6, half: 12 };

/** A job's dashboard row: status, results and data age of runs, and errors. */
function jobWidgets({ job, lambda, deadLetters }: JobFunction): IWidget[] {
  return [
    new TextWidget({ markdown: `## ${job.name}\n${job.purpose}`, width: 24, height: 2 }),
    new GraphWidget({
      title: 'Runs by status',
      width: width.quarter,
      stacked: true,
      left: runStatuses.map((status) => runMetric(lambda, runMetrics.runs, { period, status, label: status })),
    }),
    new GraphWidget({
      title: resultMetrics.title,
      width: width.quarter,
      left: resultMetrics.names.map((name) => runMetric(lambda, name, { period })),
    }),
    new GraphWidget({
      title: 'Age of the data in days, longest run in milliseconds',
      width: width.quarter,
      left: [runMetric(lambda, runMetrics.dataAgeDays, { period, statistic: Stats.MAXIMUM })],
      right: [lambda.metricDuration({ period, statistic: Stats.MAXIMUM })],
    }),
    new GraphWidget({
      title: 'Errors, throttles, dead letters',
      width: width.quarter,
      left: [
        lambda.metricErrors({ period }),
        lambda.metricThrottles({ period }),
        deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
      ],
    }),
  ];
}

const counted = { period, statistic: Stats.MAXIMUM };

/** The mail row: bounces and reachable recipients. */
function mailWidgets(lambda: IFunction, configurationSetName: string): IWidget[] {
  return [
    new TextWidget({ markdown: '## Mails\nBounces, and whom mail reaches', width: 24, height: 2 }),
    new GraphWidget({
      title: 'Share of mails that bounce, and that are reported as unwanted',
      width: width.half,
      left: [reputationMetric('BounceRate', configurationSetName)],
      right: [reputationMetric('ComplaintRate', configurationSetName)],
    }),
    new GraphWidget({
      title: 'Reachable admins, unreachable addresses',
      width: width.half,
      left: [
        runMetric(lambda, mailMetrics.adminsReachable, counted),
        runMetric(lambda, mailMetrics.recipientsUnreachable, counted),
      ],
    }),
  ];
}

/** The admin API's row: requests, latency, failures. */
function adminApiWidgets({ declaration, lambda }: AdminApiFunction): IWidget[] {
  return [
    new TextWidget({ markdown: `## ${declaration.name}\n${declaration.purpose}`, width: 24, height: 2 }),
    new GraphWidget({
      title: 'Requests, longest in milliseconds',
      width: width.half,
      left: [lambda.metricInvocations({ period })],
      right: [lambda.metricDuration({ period, statistic: Stats.MAXIMUM })],
    }),
    new GraphWidget({
      title: 'Errors, throttles',
      width: width.half,
      left: [lambda.metricErrors({ period }), lambda.metricThrottles({ period })],
    }),
  ];
}

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

function addAccessAlarms(
  stack: Stack,
  {
    name,
    data,
    topic,
    jobs,
  }: {
    readonly name: DeploymentName;
    readonly data: DataStack;
    readonly topic: ITopic;
    readonly jobs: readonly JobDeclaration[];
  },
): void {
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
