import { Duration, Lazy, RemovalPolicy, Stack, type StackProps, TimeZone } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import type { DeploymentName } from '../../shared/kernel/contract/deployment-parts.ts';
import type {
  FunctionDeclaration,
  JobDeclaration,
  JobSchedule,
  JobStreams,
} from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { ScheduledRun } from '../../shared/kernel/runs/contract/scheduled-run.ts';
import type { Organization } from '../config.ts';
import { grantPermissions } from '../constructs/access/granted-permissions.ts';
import { PeoplePolicies } from '../constructs/access/people-policies.ts';
import { AdminApiFunction } from '../constructs/admin-api-function.ts';
import { AdminApi } from '../constructs/admin-api.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { DeploymentParameters, type DeploymentParametersProps } from '../constructs/deployment-parameters.ts';
import { JobFunction } from '../constructs/job-function.ts';
import { MailEvents } from '../constructs/mail-events.ts';
import { AlarmTopic } from '../constructs/monitoring/alarm-topic.ts';
import { addAlarm, addOwnAlarm, type Monitoring } from '../constructs/monitoring/monitoring.ts';
import { ScheduleTarget } from '../constructs/schedule-target.ts';
import { TableStream } from '../constructs/table-stream.ts';
import { environmentOf } from '../job-environment.ts';
import { sendingIdentityOf } from '../mail-identity.ts';
import { jobRoleName, pascalCase } from '../stack-names.ts';
import type { DataStack } from './data-stack.ts';
import type { MailStack } from './mail-stack.ts';

interface JobsStackProps extends StackProps {
  readonly stage: string;
  readonly organization: Organization;
  readonly jobs: readonly JobDeclaration[];
  readonly adminApi: FunctionDeclaration;
  readonly data: DataStack;
  readonly mail: MailStack;
}

interface JobSurroundings {
  readonly stage: string;
  readonly organization: Organization;
  readonly data: DataStack;
  readonly mail: MailStack;
  readonly group: ScheduleGroup;
  readonly monitoring: Monitoring;
  /** Set when all jobs share one dead-letter queue. */
  readonly deadLetters?: IQueue | undefined;
}

type AdminApiNeeds = Pick<JobsStackProps, 'organization' | 'jobs' | 'adminApi' | 'data'> &
  Pick<DeploymentParametersProps, 'alarmTopic' | 'scheduleGroup'> & {
    readonly api: AdminApi;
    readonly monitoring: Monitoring;
  };

/**
 * One organization's jobs (functions, schedules, streams, dead letters, alarms) and its admin API, since jobs and API
 * reference each other: docs/decisions/009-the-admin-api-in-the-stack-of-the-jobs.md.
 */
export class JobsStack extends Stack {
  readonly scheduleGroup: ScheduleGroup;
  readonly alarmTopic: ITopic;
  readonly api: HttpApi;
  readonly adminApi: IFunction;
  private readonly functionArns = new Map<string, string>();

  constructor(
    scope: Construct,
    id: string,
    { stage, organization: configured, jobs, adminApi, ...props }: JobsStackProps,
  ) {
    const { data, mail, ...rest } = props;
    super(scope, id, { description: 'Curfew: the jobs of one organization', ...rest });
    const {
      settings: { admins },
      ownKeys: hasKey,
      metrics,
    } = configured;
    const alarms = new AlarmTopic(this, 'Alarms', { emails: admins, hasKey });
    this.alarmTopic = alarms.topic;
    // Named: if it stayed after deletion, a new deployment would find the name taken.
    const group = new ScheduleGroup(this, 'Schedules', { removalPolicy: RemovalPolicy.DESTROY });
    this.scheduleGroup = group;
    const monitoring: Monitoring = { kind: metrics === 'all' ? 'alarms' : 'shared', topic: alarms.topic };
    const deadLetters = metrics === 'all' ? undefined : new DeadLetterQueue(this, 'DeadLetters', { monitoring }).queue;
    const api = new AdminApi(this, 'AdminApi', { terms: configured.door, monitoring });
    const organization = withLinks(configured, api.address);
    for (const job of jobs) {
      this.addJob(job, { stage, organization, data, mail, group, monitoring, deadLetters });
    }
    const name = { stage, organization: organization.name };
    const needs = { organization, jobs, adminApi, api, data, monitoring };
    this.api = api.api;
    this.adminApi = this.addAdminApi(name, { ...needs, alarmTopic: alarms.topic, scheduleGroup: group });
    // Always exported, for the reason given in DataStack.
    this.exportValue(this.api.apiId);
    this.exportValue(this.adminApi.functionArn);
  }

  private addAdminApi(
    name: DeploymentName,
    { organization, jobs, adminApi, api, data, monitoring, ...beside }: AdminApiNeeds,
  ): IFunction {
    const { tables, evidence, linkKey, issuer } = data;
    const byHand = jobs.filter((job) => job.byHand !== undefined || job.hookReports !== undefined);
    const functions = Object.fromEntries(byHand.map((job) => [job.name, this.functionOf(job.name)]));
    const parameters = new DeploymentParameters(this, 'Parameters', {
      name,
      tables,
      functions,
      settings: organization.settings,
      evidence,
      platform: organization.baseUrl,
      eventBuses: organization.eventBuses,
      securityHub: organization.securityHub,
      door: api.address,
      ...beside,
    });
    const { lambda } = new AdminApiFunction(this, 'Door', {
      declaration: adminApi,
      name,
      organization,
      parameters,
      functions,
      tables,
      evidence,
      linkKey,
      monitoring,
    });
    api.serve(lambda, issuer);
    new PeoplePolicies(this, 'People', {
      name,
      tables,
      functions,
      evidence,
      alarmTopic: beside.alarmTopic,
      parameterArns: parameters.arns,
      api,
      directEdits: organization.directEdits,
    });
    return lambda;
  }

  private functionOf(job: string): string {
    const arn = this.functionArns.get(job);
    if (arn === undefined) {
      throw new Error(`no job is called “${job}”: correct the declaration that names it`);
    }
    return arn;
  }

  private addJob(job: JobDeclaration, surroundings: JobSurroundings): void {
    const parts = this.addFunction(job, surroundings);
    const { scope, target: lambda, deadLetters } = parts;
    this.functionArns.set(job.name, lambda.functionArn);
    addSchedules(parts, job, surroundings);
    if (job.streams !== undefined) {
      addStreams(parts, job.streams, surroundings);
      addBehindAlarm(parts, job.streams, surroundings);
    }
    if (job.mailEvents) {
      const { configurationSetName } = surroundings.mail.configurationSet;
      new MailEvents(scope, 'Events', { configurationSetName, lambda, deadLetters });
    }
  }

  private addFunction(job: JobDeclaration, surroundings: JobSurroundings): JobParts {
    const { stage, organization, data, mail, monitoring } = surroundings;
    const { tables, platformKey, purposeKeys, fingerprintKey, linkKey, evidence } = data;
    const { configurationSetName } = mail.configurationSet;
    const scope = new Construct(this, pascalCase(job.name));
    const deadLetters = surroundings.deadLetters ?? new DeadLetterQueue(scope, 'DeadLetters', { monitoring }).queue;
    // Another job's function may be defined later.
    const functionOf = (name: string): string => Lazy.string({ produce: () => this.functionOf(name) });
    const resources = { tables, platformKey, purposeKeys, fingerprintKey, linkKey, evidence, functionOf };
    const environment = environmentOf(job, { organization, ...resources, configurationSetName });
    const { lambda, target, role } = new JobFunction(scope, 'Job', {
      job,
      environment,
      deadLetters,
      monitoring,
      roleName: jobRoleName({ stage, organization: organization.name }, job),
    });
    const identity = sendingIdentityOf(organization).name;
    const sender = { identity, configurationSetName, from: organization.settings.mailFrom };
    const {
      eventBuses,
      securityHub,
      settings: { monthlyExports },
    } = organization;
    const exportsTo = monthlyExports.to;
    grantPermissions(role, job, { ...resources, mail: sender, eventBuses, securityHub, exportsTo });
    return { scope, job, lambda, target, role, deadLetters };
  }
}

/** Mail links lead to the admin API and the console, unless settings name a different address. */
function withLinks(organization: Organization, address: string): Organization {
  const { settings, console: page } = organization;
  const named = page?.domain === undefined ? {} : { consoleUrl: `https://${page.domain.name}` };
  return {
    ...organization,
    settings: { ...named, ...settings, doorUrl: settings.doorUrl ?? `${address}${apiPaths.links}` },
  };
}

interface JobParts extends Pick<JobFunction, 'job' | 'lambda' | 'target' | 'role' | 'deadLetters'> {
  readonly scope: Construct;
}

function addSchedules(
  { scope, target: lambda, deadLetters }: JobParts,
  { name, purpose, schedules = [] }: JobDeclaration,
  { group }: JobSurroundings,
): void {
  if (schedules.length === 0) {
    return;
  }
  const target = new ScheduleTarget(scope, 'Target', { lambda, group, deadLetters });
  for (const schedule of schedules) {
    new Schedule(scope, pascalCase(schedule.name), {
      description: `${name}, ${schedule.name}: ${purpose}`.slice(0, 512),
      scheduleGroup: group,
      schedule: expressionOf(schedule),
      target: target.withInput(inputOf(name, schedule)),
    });
  }
}

function addStreams(
  { scope, target: lambda, role, deadLetters }: JobParts,
  { rows, of }: JobStreams,
  { data }: JobSurroundings,
): void {
  for (const key of of) {
    new TableStream(scope, `${pascalCase(key)}Stream`, { table: data.tables[key], lambda, role, deadLetters, rows });
  }
}

function addBehindAlarm(
  { scope, job, lambda }: JobParts,
  { whenBehind }: JobStreams,
  { monitoring }: JobSurroundings,
): void {
  // Rows that a schedule also handles are not lost with their stream.
  const add = job.schedules === undefined ? addAlarm : addOwnAlarm;
  add(scope, 'Behind', {
    monitoring,
    metric: lambda.metric('IteratorAge', { period: Duration.minutes(5), statistic: 'Maximum' }),
    threshold: Duration.minutes(20).toMilliseconds(),
    description: `The job “${job.name}” is behind: ${whenBehind}. Its log says why.`,
  });
}

function expressionOf({ minute, hour, dayOfMonth: day }: JobSchedule): ScheduleExpression {
  return ScheduleExpression.cron({ minute, hour, ...(day === undefined ? {} : { day }), timeZone: TimeZone.ETC_UTC });
}

/** A run is identified by its scheduled time: repeated delivery is the same run. */
function inputOf(job: string, schedule: JobSchedule): ScheduleTargetInput {
  const run: ScheduledRun = { job, schedule: schedule.name, scheduledTime: ContextAttribute.scheduledTime };
  return ScheduleTargetInput.fromObject(run);
}
