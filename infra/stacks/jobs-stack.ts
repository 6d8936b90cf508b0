import { Duration, Lazy, RemovalPolicy, Stack, type StackProps, TimeZone } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';

import type { DeploymentName } from '../../shared/contracts/deployment-parts.ts';
import {
  type JobName,
  type JobSchedule,
  jobList,
  type ScheduledRun,
  streamJobList,
} from '../../shared/contracts/job-list.ts';
import type { TableKey } from '../../shared/contracts/tables.ts';
import type { Organization } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { DeploymentParameters } from '../constructs/deployment-parameters.ts';
import { grantPermissions } from '../constructs/granted-permissions.ts';
import { JobFunction } from '../constructs/job-function.ts';
import { MailEvents } from '../constructs/mail-events.ts';
import { addAlarm, type Monitoring } from '../constructs/monitoring.ts';
import { PeoplePolicies } from '../constructs/people-policies.ts';
import { ScheduleTarget } from '../constructs/schedule-target.ts';
import { TableStream } from '../constructs/table-stream.ts';
import { environments } from '../environments.ts';
import { sendingIdentityOf } from '../mail-identity.ts';
import { pascalCase } from '../pascal-case.ts';
import { permissions } from '../permissions.ts';
import type { DataStack } from './data-stack.ts';
import type { MailStack } from './mail-stack.ts';

export interface JobsStackProps extends StackProps {
  readonly stage: string;
  readonly organization: Organization;
  readonly data: DataStack;
  readonly mail: MailStack;
}

type AnyJob = (typeof jobList | typeof streamJobList)[number];

interface JobSurroundings {
  readonly organization: Organization;
  readonly data: DataStack;
  readonly mail: MailStack;
  readonly group: ScheduleGroup;
  readonly monitoring: Monitoring;
}

/** Every job of the job lists for one organization: function, schedules or streams, dead letters and alarms. */
export class JobsStack extends Stack {
  private enforcingFunction: IFunction | undefined;

  constructor(scope: Construct, id: string, { stage, organization, data, mail, ...props }: JobsStackProps) {
    super(scope, id, { description: 'Curfew: the jobs of one organization', ...props });
    const alarms = new AlarmTopic(this, 'Alarms', { emails: organization.settings.admins });
    // It has a name, which a new deployment would find taken if it stayed when the stack goes.
    const group = new ScheduleGroup(this, 'Schedules', { removalPolicy: RemovalPolicy.DESTROY });
    const monitoring: Monitoring = { kind: 'alarms', topic: alarms.topic };
    const surroundings: JobSurroundings = { organization, data, mail, group, monitoring };
    const functions = Object.fromEntries(
      jobList.map((job) => [job.name, this.addJob(job, surroundings).functionArn]),
    ) as Record<JobName, string>;
    for (const job of streamJobList) {
      this.addStreamJob(job, surroundings);
    }
    this.addPeople({ stage, organization: organization.name }, { organization, data, functions });
  }

  /** What people with the command line need: where everything is, and policies to get at it. */
  private addPeople(
    name: DeploymentName,
    surroundings: Pick<JobSurroundings, 'organization' | 'data'> & { readonly functions: Record<JobName, string> },
  ): void {
    const { organization, data, functions: all } = surroundings;
    const { tables } = data;
    const functions = { enforce: all.enforce, controls: all.controls };
    const { settings } = organization;
    const { arns } = new DeploymentParameters(this, 'Parameters', { name, tables, functions, settings });
    new PeoplePolicies(this, 'People', { tables, functions, parameterArns: arns });
  }

  /** Gives what is to be invoked for a run of the job. */
  private addJob(job: (typeof jobList)[number], surroundings: JobSurroundings): IFunction {
    const parts = this.addFunction(job, surroundings);
    const { scope, target: lambda, deadLetters } = parts;
    const { group, mail } = surroundings;
    const target = new ScheduleTarget(scope, 'Target', { lambda, group, deadLetters });
    for (const schedule of job.schedules) {
      new Schedule(scope, pascalCase(schedule.name), {
        description: `${job.name}, ${schedule.name}: ${job.description}`.slice(0, 512),
        scheduleGroup: group,
        schedule: expressionOf(schedule),
        target: target.withInput(inputOf(job, schedule)),
      });
    }
    if ('newRowsOf' in job) {
      addStreams(parts, { of: 'new-rows', tables: job.newRowsOf }, surroundings);
      addBehindAlarm(parts, surroundings, `The job “${job.name}” is behind: what was written is sent late.`);
    }
    if ('mailEvents' in job) {
      const { configurationSetName } = mail.configurationSet;
      new MailEvents(scope, 'Events', { configurationSetName, lambda, deadLetters });
    }
    return lambda;
  }

  private addStreamJob(job: (typeof streamJobList)[number], surroundings: JobSurroundings): void {
    const parts = this.addFunction(job, surroundings);
    addStreams(parts, { of: 'changes', tables: job.tables }, surroundings);
    addBehindAlarm(parts, surroundings, `The job “${job.name}” is behind: edits of the tables take effect late.`);
  }

  private addFunction(job: AnyJob, { organization, data, mail, monitoring }: JobSurroundings): JobParts {
    const { tables, platformKey, fingerprintKey } = data;
    const { configurationSetName } = mail.configurationSet;
    const scope = new Construct(this, pascalCase(job.name));
    const { queue: deadLetters } = new DeadLetterQueue(scope, 'DeadLetters', { monitoring });
    // Known once that function is there; those that start it come later, or are it.
    const enforcingFunction = Lazy.string({ produce: () => this.enforcingFunction?.functionArn });
    const resources = { tables, platformKey, fingerprintKey, enforcingFunction };
    const environment = environments[job.functionFolder]({ organization, ...resources, configurationSetName });
    const { lambda, target, role } = new JobFunction(scope, 'Job', { job, environment, deadLetters, monitoring });
    const identity = sendingIdentityOf(organization).name;
    const sender = { identity, configurationSetName, from: organization.settings.mailFrom };
    grantPermissions(role, permissions[job.functionFolder], { ...resources, mail: sender });
    if (job.functionFolder === 'enforce-budgets') {
      this.enforcingFunction = target;
    }
    return { scope, lambda, target, role, deadLetters };
  }
}

interface JobParts extends Pick<JobFunction, 'lambda' | 'target' | 'role' | 'deadLetters'> {
  readonly scope: Construct;
}

function addStreams(
  { scope, target: lambda, role, deadLetters }: JobParts,
  { of, tables }: { readonly of: 'new-rows' | 'changes'; readonly tables: readonly TableKey[] },
  { data }: JobSurroundings,
): void {
  for (const key of tables) {
    new TableStream(scope, `${pascalCase(key)}Stream`, { table: data.tables[key], lambda, role, deadLetters, of });
  }
}

function addBehindAlarm({ scope, lambda }: JobParts, { monitoring }: JobSurroundings, what: string): void {
  addAlarm(scope, 'Behind', {
    monitoring,
    metric: lambda.metric('IteratorAge', { period: Duration.minutes(5), statistic: 'Maximum' }),
    threshold: Duration.minutes(20).toMilliseconds(),
    description: `${what} Its log says why.`,
  });
}

function expressionOf({ minute, hour, dayOfMonth: day }: JobSchedule): ScheduleExpression {
  return ScheduleExpression.cron({ minute, hour, ...(day === undefined ? {} : { day }), timeZone: TimeZone.ETC_UTC });
}

/** The scheduled time, not the delivery, says what the run is about: one that is delivered again is the same run. */
function inputOf(job: (typeof jobList)[number], schedule: JobSchedule): ScheduleTargetInput {
  const run: ScheduledRun = {
    job: job.name,
    schedule: schedule.name,
    scheduledTime: ContextAttribute.scheduledTime,
  };
  return ScheduleTargetInput.fromObject(run);
}
