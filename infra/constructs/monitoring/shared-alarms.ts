import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, type MetricOptions, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import type { IScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import type { DeploymentName } from '../../../shared/kernel/contract/deployment-parts.ts';
import type { JobDeclaration } from '../../../shared/kernel/runs/contract/job-declaration.ts';
import { dueStarts, largestGapMs, silenceOf } from '../../silence.ts';
import { pascalCase } from '../../stack-names.ts';
import type { AdminApi } from '../admin-api.ts';
import type { DeclaredFunction } from '../declared-function.ts';
import type { JobFunction } from '../job-function.ts';
import { failurePattern, heldPattern, nobodyReachablePattern, unansweredPattern } from './metrics.ts';
import { addAlarm, heldFor, type Monitoring, silentFor } from './monitoring.ts';

const msPerHour = 3_600_000;
/** A job with longer pauses (hours) has its own alarm for silence. */
const ownSilenceFrom = 3;
const hour = Duration.hours(1);

/**
 * Watches all functions with few alarms: the same alarm for any of them, and the logs say which. A log metric costs
 * only in hours with a value, that is with failures.
 */
export class SharedAlarms extends Construct {
  private readonly namespace: string;
  private readonly monitoring: Monitoring;

  constructor(
    scope: Construct,
    id: string,
    {
      name,
      topic,
      jobs,
      adminApis,
      apis,
      scheduleGroup,
    }: {
      readonly name: DeploymentName;
      readonly topic: ITopic;
      readonly jobs: readonly JobFunction[];
      readonly adminApis: readonly DeclaredFunction[];
      readonly apis: readonly AdminApi[];
      readonly scheduleGroup: IScheduleGroup;
    },
  ) {
    super(scope, id);
    // Filter metrics have no custom dimensions: the namespace separates deployments.
    this.namespace = `Curfew/${name.stage}/${name.organization}`;
    this.monitoring = { kind: 'shared', topic };
    const frequent = jobs.filter(({ job }) => isFrequent(job));
    const others = [...jobs.filter(({ job }) => !isFrequent(job)), ...adminApis];
    this.addFailures('Failures', others, 'A function');
    for (const { log } of apis) {
      this.addFilter('AdminApiFailures', { log, metric: 'Failures', pattern: unansweredPattern });
    }
    // An active alarm reports nothing new: a function failing every few minutes must not hide the others.
    this.addFailures('FrequentFailures', frequent, 'A function that runs every few minutes');
    this.addHeld(jobs);
    this.addNobodyReachable(jobs.filter(({ job }) => job.mailEvents));
    this.addSilences(jobs, scheduleGroup);
    this.addQueries([...jobs, ...adminApis]);
  }

  private addFailures(id: string, functions: readonly DeclaredFunction[], what: string): void {
    for (const { declaration, log } of functions) {
      const { name, limits } = declaration;
      this.addFilter(`${pascalCase(name)}${id}`, { log, metric: id, pattern: failurePattern(limits.timeSeconds) });
    }
    addAlarm(this, id, {
      monitoring: this.monitoring,
      metric: this.metric(id, { period: Duration.minutes(5), statistic: Stats.SUM }),
      threshold: 1,
      description: `${what} failed, was stopped or came close to its time limit. The saved query “failures” of CloudWatch Logs says which and why; jobs are retried automatically.`,
    });
  }

  private addHeld(jobs: readonly JobFunction[]): void {
    for (const { job, log } of jobs) {
      this.addFilter(`${pascalCase(job.name)}Held`, { log, metric: 'Held', pattern: heldPattern });
    }
    addAlarm(this, 'Held', {
      monitoring: this.monitoring,
      metric: this.metric('Held', { period: hour, statistic: Stats.SUM }),
      ...heldFor('Runs'),
    });
  }

  private addNobodyReachable(jobs: readonly JobFunction[]): void {
    for (const { job, log } of jobs) {
      const id = `${pascalCase(job.name)}NobodyReachable`;
      this.addFilter(id, { log, metric: 'NobodyReachable', pattern: nobodyReachablePattern });
    }
    addAlarm(this, 'NobodyReachable', {
      monitoring: this.monitoring,
      metric: this.metric('NobodyReachable', { period: hour, statistic: Stats.SUM }),
      threshold: 1,
      description: 'Mail reaches no admin and no one on the fallback list: no one receives notifications.',
    });
  }

  /** Hourly jobs are counted together. Daily ones would not show there, and evidence cannot wait. */
  private addSilences(jobs: readonly JobFunction[], { scheduleGroupName }: IScheduleGroup): void {
    const { perHour, hours } = dueStarts(jobs.flatMap(({ job: { schedules = [] } }) => schedules));
    addAlarm(this, 'Unstarted', {
      monitoring: this.monitoring,
      metric: new Metric({
        namespace: 'AWS/Scheduler',
        metricName: 'InvocationAttemptCount',
        dimensionsMap: { ScheduleGroup: scheduleGroupName },
        period: hour,
        statistic: Stats.SUM,
      }),
      threshold: perHour,
      description: `Fewer than the ${perHour} runs that are due in an hour were started, ${hours} hours in a row: a schedule is disabled or gone. Limits stay in force; something new is not noticed.`,
      exceptions: {
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: hours,
        datapointsToAlarm: hours,
        treatMissingData: TreatMissingData.BREACHING,
      },
    });
    for (const { job, lambda } of jobs.filter(({ job: each }) => hasOwnSilence(each))) {
      const silence = silenceOf(job.schedules ?? [], job.limits.timeSeconds);
      const metric = lambda.metricInvocations({ period: Duration.minutes(silence.periodMinutes) });
      const own = new Construct(this, pascalCase(job.name));
      addAlarm(own, 'Silent', { monitoring: this.monitoring, metric, ...silentFor(job.name, silence) });
    }
  }

  /** Saved queries to find which; free until run. */
  private addQueries(functions: readonly DeclaredFunction[]): void {
    const logGroups = functions.map(({ log }) => log);
    for (const [query, queryString] of Object.entries(savedQueries)) {
      const queryDefinitionName = `${this.namespace}/${query}`;
      new QueryDefinition(this, `${pascalCase(query)}Query`, { queryDefinitionName, queryString, logGroups });
    }
  }

  private addFilter(
    id: string,
    {
      log,
      metric,
      pattern,
    }: { readonly log: DeclaredFunction['log']; readonly metric: string; readonly pattern: string },
  ): void {
    new MetricFilter(this, `${id}Filter`, {
      logGroup: log,
      filterPattern: FilterPattern.literal(pattern),
      metricNamespace: this.namespace,
      metricName: metric,
      metricValue: '1',
    });
  }

  private metric(metricName: string, options: MetricOptions): Metric {
    return new Metric({ namespace: this.namespace, metricName, ...options });
  }
}

const savedQueries = {
  failures: new QueryString({
    fields: ['@timestamp', '@log', 'runId', 'message', 'error.message', 'record.status', 'record.metrics.durationMs'],
    filterStatements: ['level in ["ERROR", "FATAL"] or record.status in ["error", "failure", "timeout"]'],
    sort: '@timestamp desc',
    limit: 200,
  }),
  runs: new QueryString({
    fields: ['@timestamp', 'job', 'status', 'dataThrough', 'capsChanged', 'capsFailed', 'alerts', 'guard', 'detail'],
    filterStatements: ['ispresent(runId) and ispresent(status)'],
    sort: '@timestamp desc',
    limit: 1_000,
  }),
  'runs-by-day': new QueryString({
    filterStatements: ['ispresent(runId) and ispresent(status)'],
    statsStatements: ['count(*) as runs, sum(capsChanged) as caps, sum(capsFailed) as failed by bin(1d), job, status'],
  }),
} as const;

function isFrequent({ schedules = [] }: JobDeclaration): boolean {
  return schedules.length > 0 && largestGapMs(schedules) < msPerHour;
}

function hasOwnSilence({ schedules = [], anchors }: JobDeclaration): boolean {
  return schedules.length > 0 && (anchors === true || largestGapMs(schedules) > ownSilenceFrom * msPerHour);
}
