import { type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { DurableConfig, FunctionOptions, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

import type { DurableRun, JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { DeclaredFunction } from './declared-function.ts';
import { addAlarm, addOwnAlarm, type Monitoring } from './monitoring/monitoring.ts';

/** After an hour the next schedule does the same work; an older event would find it done. */
const asyncTerms = { maxEventAge: Duration.hours(1), retryAttempts: 2 } as const;

const liveAlias = 'live';

/** Retention of a run's steps. The journal keeps results. */
const executionsKeptFor = Duration.days(30);

const durableEnds = [
  ['RunFailed', 'DurableExecutionFailed', 'failed'],
  ['RunTimedOut', 'DurableExecutionTimedOut', 'took too long and was stopped'],
] as const;

/** A job's Lambda function: failed events are retried, then kept as dead letters. */
export class JobFunction extends DeclaredFunction {
  readonly job: JobDeclaration;
  readonly deadLetters: IQueue;
  /** What schedules, streams and callers start: the function, or the alias of a durable one. */
  readonly target: IFunction;

  constructor(
    scope: Construct,
    id: string,
    {
      job,
      deadLetters,
      ...props
    }: {
      readonly job: JobDeclaration;
      readonly environment: Readonly<Record<string, string>>;
      readonly deadLetters: IQueue;
      readonly monitoring: Monitoring;
      /** Only for roles that other stacks must name. */
      readonly roleName?: string | undefined;
    },
  ) {
    super(scope, id, {
      ...props,
      declaration: job,
      options: optionsOf(job, deadLetters),
      alarms: {
        errors: `The job “${job.name}” failed or was stopped. Its log says why; it is retried automatically.`,
        throttles: `The job “${job.name}” was throttled: the account runs out of Lambda concurrency.`,
      },
    });
    this.job = job;
    this.deadLetters = deadLetters;
    acknowledgeDeadLetters(this.lambda);
    this.target = job.limits.durable === undefined ? this.lambda : this.addAlias();
    this.addDurableAlarms(props.monitoring);
  }

  /**
   * A durable execution continues with its first code version, so an alias starts it. Its ARN is below that of any
   * version: there is no narrower resource.
   */
  private addAlias(): IFunction {
    const alias = this.lambda.addAlias(liveAlias, asyncTerms);
    acknowledgeDeadLetters(alias);
    // Not in the default policy, which the function depends on: this one names the function.
    const policy = new Policy(this, 'Checkpoints', {
      roles: [this.role],
      statements: [
        new PolicyStatement({
          actions: ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'],
          resources: [`${this.lambda.functionArn}:*`],
        }),
      ],
    });
    const logicalId = Stack.of(this).getLogicalId(this.lambda.node.defaultChild as CfnElement);
    Validations.of(policy).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>:*]`,
      reason: 'A run belongs to the version that it began with, whichever is live by then; only runs of this function.',
    });
    alias.node.addDependency(policy);
    // The alias's type declares optional members differently from its interface.
    return alias as IFunction;
  }

  /** A failed run is no invocation error. */
  private addDurableAlarms(monitoring: Monitoring): void {
    const { durable, timeSeconds } = this.job.limits;
    if (durable === undefined) {
      return;
    }
    const { executionSeconds } = durable;
    const period = Duration.minutes(5);
    for (const [id, metricName, what] of durableEnds) {
      const metric = this.lambda.metric(metricName, { period, statistic: 'Sum' });
      const description = `A run of the job “${this.job.name}” ${what}. The next run continues from there; the log says why.`;
      // A failing run logs an error, and one limited to an invocation stops with it.
      const add = id === 'RunTimedOut' && executionSeconds > timeSeconds ? addAlarm : addOwnAlarm;
      add(this, id, { monitoring, metric, threshold: 1, description });
    }
  }
}

function acknowledgeDeadLetters(lambda: Construct): void {
  Validations.of(lambda).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.',
  });
}

function optionsOf({ limits }: JobDeclaration, deadLetterQueue: IQueue): FunctionOptions {
  return {
    ...asyncTerms,
    deadLetterQueue,
    durableConfig: limits.durable === undefined ? undefined : durableConfigOf(limits.durable),
    // A running execution needs its first version; all versions are deleted with the function.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
  };
}

function durableConfigOf({ executionSeconds }: DurableRun): DurableConfig {
  return { executionTimeout: Duration.seconds(executionSeconds), retentionPeriod: executionsKeptFor };
}
