import { Duration, Stack, type StackProps, TimeZone } from 'aws-cdk-lib';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';

import { type JobSchedule, jobList, type ScheduledRun, streamJobList } from '../../shared/contracts/job-list.ts';
import type { Organization } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { grantPermissions } from '../constructs/granted-permissions.ts';
import { JobFunction } from '../constructs/job-function.ts';
import { MailEvents } from '../constructs/mail-events.ts';
import { addAlarm, type Monitoring } from '../constructs/monitoring.ts';
import { ScheduleTarget } from '../constructs/schedule-target.ts';
import { TableStream } from '../constructs/table-stream.ts';
import { environments } from '../environments.ts';
import { sendingIdentityOf } from '../mail-identity.ts';
import { pascalCase } from '../pascal-case.ts';
import { permissions } from '../permissions.ts';
import type { DataStack } from './data-stack.ts';
import type { MailStack } from './mail-stack.ts';

export interface JobsStackProps extends StackProps {
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
  constructor(scope: Construct, id: string, { organization, data, mail, ...props }: JobsStackProps) {
    super(scope, id, { description: 'Curfew: the jobs of one organization', ...props });
    const alarms = new AlarmTopic(this, 'Alarms', { emails: organization.settings.admins });
    const group = new ScheduleGroup(this, 'Schedules');
    const monitoring: Monitoring = { kind: 'alarms', topic: alarms.topic };
    for (const job of jobList) {
      this.addJob(job, { organization, data, mail, group, monitoring });
    }
    for (const job of streamJobList) {
      this.addStreamJob(job, { organization, data, mail, group, monitoring });
    }
  }

  private addJob(job: (typeof jobList)[number], surroundings: JobSurroundings): void {
    const { scope, lambda, deadLetters } = this.addFunction(job, surroundings);
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
    if ('mailEvents' in job) {
      const { configurationSetName } = mail.configurationSet;
      new MailEvents(scope, 'Events', { configurationSetName, lambda, deadLetters });
    }
  }

  private addStreamJob(job: (typeof streamJobList)[number], surroundings: JobSurroundings): void {
    const { scope, lambda, role, deadLetters } = this.addFunction(job, surroundings);
    for (const key of job.tables) {
      const table = surroundings.data.tables[key];
      new TableStream(scope, `${pascalCase(key)}Stream`, { table, lambda, role, deadLetters });
    }
    addAlarm(scope, 'Behind', {
      monitoring: surroundings.monitoring,
      metric: lambda.metric('IteratorAge', { period: Duration.minutes(5), statistic: 'Maximum' }),
      threshold: Duration.minutes(20).toMilliseconds(),
      description: `The job “${job.name}” is behind: edits of the tables take effect late. Its log says why.`,
    });
  }

  private addFunction(job: AnyJob, { organization, data, mail, monitoring }: JobSurroundings) {
    const { tables, platformKey, fingerprintKey } = data;
    const scope = new Construct(this, pascalCase(job.name));
    const { queue: deadLetters } = new DeadLetterQueue(scope, 'DeadLetters', { monitoring });
    const { configurationSetName } = mail.configurationSet;
    const environment = environments[job.functionFolder]({
      organization,
      tables,
      platformKey,
      fingerprintKey,
      configurationSetName,
    });
    const { lambda, role } = new JobFunction(scope, 'Job', { job, environment, deadLetters, monitoring });
    const identity = sendingIdentityOf(organization).name;
    const sender = { identity, configurationSetName, from: organization.settings.mailFrom };
    grantPermissions(role, permissions[job.functionFolder], { tables, platformKey, fingerprintKey, mail: sender });
    return { scope, lambda, role, deadLetters };
  }
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
