import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, Dashboard, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import type { DeploymentName } from '../../shared/contracts/deployment-parts.ts';
import type { FunctionLimits, JobDeclaration, JobSchedule } from '../../shared/contracts/job-declaration.ts';
import { runMetrics } from '../../shared/contracts/run-metrics.ts';
import { AccessAlarms } from '../constructs/monitoring/access-alarms.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topic.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { DoorFunction } from '../constructs/door-function.ts';
import { doorWidgets } from '../constructs/monitoring/door-widgets.ts';
import { jobWidgets } from '../constructs/monitoring/job-widgets.ts';
import { JobFunction } from '../constructs/job-function.ts';
import { MailAlarms } from '../constructs/monitoring/mail-alarms.ts';
import { mailWidgets } from '../constructs/monitoring/mail-widgets.ts';
import { addAlarm, type AlarmTerms, type Monitoring } from '../constructs/monitoring/monitoring.ts';
import { runMetric } from '../constructs/monitoring/run-metric.ts';
import { pascalCase } from '../pascal-case.ts';
import { roleArn } from '../role-arn.ts';
import { silenceOf } from '../silence.ts';
import { doorRoleName, jobRoleName, stackNames } from '../stack-names.ts';
import type { DataStack } from './data-stack.ts';
import type { JobsStack } from './jobs-stack.ts';
import type { MailStack } from './mail-stack.ts';

export interface WatchdogStackProps extends StackProps {
  readonly name: DeploymentName;
  readonly data: DataStack;
  readonly jobs: JobsStack;
  readonly mail: MailStack;
}

/** A function stops itself long before: past this share of its time limit, something hangs. */
const slowShare = 0.8;

/** That a run waits for late figures or for another run is normal for an hour or three. */
const heldHours = 6;

/**
 * Watches the jobs of one organization from outside: does each run, and in time? It has one dashboard of all of them.
 * It covers whatever functions the stack of the jobs has.
 */
export class WatchdogStack extends Stack {
  constructor(scope: Construct, id: string, { name, data, jobs, mail, ...props }: WatchdogStackProps) {
    super(scope, id, { description: 'Curfew: the watchdog of one organization', ...props });
    const parts = jobs.node.findAll();
    const functions = parts.filter((part) => part instanceof JobFunction);
    const doors = parts.filter((part) => part instanceof DoorFunction);
    const topics = parts.filter((part) => part instanceof AlarmTopic);
    const { configurationSetName } = mail.configurationSet;
    const mailFunctions = functions.filter(({ job }) => job.mailEvents).map(({ lambda }) => lambda);
    for (const { topic } of topics) {
      const keyed = functions.filter(({ job: { secrets = [] } }) => secrets.length > 0);
      const readers = [...keyed.map(({ job }) => jobRoleName(name, job)), doorRoleName(name.stage, name.organization)];
      addAccessAlarms(this, { name, data, topic, readers });
      functions.forEach((job) => addJobAlarms(this, job, { kind: 'alarms', topic }));
      doors.forEach(({ declaration: { limits }, lambda }) => {
        const slow = slowTerms({ what: 'the admin API', limits }, lambda);
        addAlarm(new Construct(this, 'Door'), 'Slow', { monitoring: { kind: 'alarms', topic }, ...slow });
      });
      mailFunctions.forEach((lambda) => {
        new MailAlarms(this, 'MailAlarms', { configurationSetName, lambda, monitoring: { kind: 'alarms', topic } });
      });
    }
    const widgets = [
      ...functions.map(jobWidgets),
      ...doors.map(doorWidgets),
      ...mailFunctions.map((lambda) => mailWidgets(lambda, configurationSetName)),
    ];
    new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(14), widgets });
  }
}

interface AccessTerms extends Pick<WatchdogStackProps, 'name' | 'data'> {
  readonly topic: ITopic;
  /** The roles that may read a key. */
  readonly readers: readonly string[];
}

function addAccessAlarms(stack: Stack, { name, data, topic, readers }: AccessTerms): void {
  const scope = new Construct(stack, 'Access');
  const { queue: deadLetters } = new DeadLetterQueue(scope, 'DeadLetters', { monitoring: { kind: 'alarms', topic } });
  const { platformKey, purposeKeys, fingerprintKey, linkKey, evidence } = data;
  new AccessAlarms(scope, 'Alarms', {
    topic,
    deadLetters,
    secrets: [platformKey, fingerprintKey, linkKey, ...Object.values(purposeKeys)],
    readerArns: readers.map((reader) => roleArn(stack, reader)),
    signingKeyArn: evidence.keyArn,
    dataStackName: stackNames(name.stage, name.organization).data,
  });
}

function addJobAlarms(stack: Stack, { job, lambda }: JobFunction, monitoring: Monitoring): void {
  const scope = new Construct(stack, pascalCase(job.name));
  const { schedules = [] } = job;
  // How often a stream starts a job cannot be expected.
  if (schedules.length > 0) {
    addAlarm(scope, 'Silent', { monitoring, ...silentTerms(job, schedules, lambda) });
    addAlarm(scope, 'Held', { monitoring, ...heldTerms(job, lambda) });
  }
  const what = `the job “${job.name}”`;
  addAlarm(scope, 'Slow', { monitoring, ...slowTerms({ what, limits: job.limits }, lambda) });
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

/** The dead-man's switch: silence is the alarm. */
function silentTerms(job: JobDeclaration, schedules: readonly JobSchedule[], lambda: IFunction): AlarmTerms {
  const { periodMinutes, periods } = silenceOf(schedules, job.limits.timeSeconds);
  return {
    metric: runMetric(lambda, runMetrics.runsDone, { period: Duration.minutes(periodMinutes) }),
    threshold: 1,
    description: `No run of the job “${job.name}” finished for ${periods * periodMinutes} minutes. Limits stay in force; nothing new is noticed or reported.`,
    exceptions: {
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      datapointsToAlarm: periods,
      treatMissingData: TreatMissingData.BREACHING,
    },
  };
}

/** Curfew mails about held runs; this is for the day on which its mails do not arrive. */
function heldTerms(job: JobDeclaration, lambda: IFunction): AlarmTerms {
  return {
    metric: runMetric(lambda, runMetrics.runs, { period: Duration.hours(1), status: 'held' }),
    threshold: 1,
    description: `Runs of the job “${job.name}” have been held in each of the last ${heldHours} hours: a guard waits for an approval, or for better figures.`,
    exceptions: { evaluationPeriods: heldHours, datapointsToAlarm: heldHours },
  };
}
