import { join } from 'node:path';

import { Annotations, type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type DurableConfig,
  type IFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import type { DurableRun, Job } from '../../shared/contracts/job.ts';
import { addAlarm, type Monitoring } from './monitoring.ts';

/**
 * Where the SDK looks for credentials after the environment, which is where Lambda puts them: never loaded there, and
 * a sixth of a bundle.
 */
const credentialProvidersNotReached = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/** After an hour the job's next schedule does the same work; an older event would only find it done. */
const asyncTerms = { maxEventAge: Duration.hours(1), retryAttempts: 2 } as const;

/** Under this name the version that is in use is started. */
export const liveAlias = 'live';

/** How long one can look at what a run did, step by step. The journal keeps what it came to. */
const executionsKeptFor = Duration.days(30);

/** How the run of a durable execution may end badly, in the metrics of Lambda. */
const durableEnds = [
  ['RunFailed', 'DurableExecutionFailed', 'failed'],
  ['RunTimedOut', 'DurableExecutionTimedOut', 'took too long and was broken off'],
] as const;

const projectRoot = join(import.meta.dirname, '..', '..');

export interface JobFunctionProps {
  readonly job: Job;
  readonly environment: Readonly<Record<string, string>>;
  readonly deadLetters: IQueue;
  readonly monitoring: Monitoring;
}

/** The Lambda function of a job, with a role and a log of its own. The role may do nothing but write that log. */
export class JobFunction extends Construct {
  readonly job: Job;
  readonly deadLetters: IQueue;
  readonly lambda: NodejsFunction;
  /** What schedules, streams and callers start: the function itself, or its alias where its runs are durable. */
  readonly target: IFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: JobFunctionProps) {
    super(scope, id);
    this.job = props.job;
    this.deadLetters = props.deadLetters;
    // The journal is the record of what was done; the log is for whoever operates.
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(this.role);
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray knows no resources: a role may write traces or not. The test of the grants allows this alone.',
    });
    this.lambda = this.addFunction(props, logGroup);
    this.target = props.job.limits.durable === undefined ? this.lambda : this.addAlias();
    this.addAlarms(props);
  }

  /**
   * A durable execution goes on with the version of the code that it began with, so that it is started by alias. It may
   * be of any version, and is addressed below that: there is no narrower resource.
   */
  private addAlias(): IFunction {
    const alias = this.lambda.addAlias(liveAlias, asyncTerms);
    acknowledgeDeadLetters(alias);
    // Apart from the policy that the function itself waits for, as it names the function.
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
    // The library leaves out what is optional in other words than its own interface.
    return alias as IFunction;
  }

  private addFunction({ job, environment, deadLetters }: JobFunctionProps, logGroup: LogGroup): NodejsFunction {
    const { limits } = job;
    const lambda = new NodejsFunction(this, 'Function', {
      description: job.purpose,
      entry: join(projectRoot, 'functions', job.folder, 'main.ts'),
      projectRoot,
      depsLockFilePath: join(projectRoot, 'package-lock.json'),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: limits.memoryMb,
      timeout: Duration.seconds(limits.timeSeconds),
      environment: { ...environment },
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.INFO,
      tracing: Tracing.ACTIVE,
      ...asyncTerms,
      deadLetterQueue: deadLetters,
      ...(limits.durable !== undefined && { durableConfig: durableConfigOf(limits.durable) }),
      // A run that is at work needs the version that it began with; all of them go with the function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        minify: true,
        sourceMap: false,
        logLevel: LogLevel.WARNING,
        // Our SDK from the lockfile, not the one that the runtime happens to have.
        bundleAwsSDK: true,
        externalModules: credentialProvidersNotReached,
        mainFields: ['module', 'main'],
        esbuildArgs: { '--legal-comments': 'none' },
      },
    });
    acknowledgeDeadLetters(lambda);
    // A function becomes durable by being replaced. That loses nothing: what it knows stands in tables.
    Annotations.of(lambda).acknowledgeInfo('aws-lambda:Function.DurableConfig');
    return lambda;
  }

  private addAlarms({ job, monitoring }: JobFunctionProps): void {
    const period = Duration.minutes(5);
    addAlarm(this, 'Errors', {
      monitoring,
      metric: this.lambda.metricErrors({ period }),
      threshold: 1,
      description: `The job “${job.name}” failed or was broken off. Its log says why; it is tried again by itself.`,
    });
    if (job.limits.durable !== undefined) {
      // A run that fails is no error of an invocation.
      for (const [id, metricName, what] of durableEnds) {
        const metric = this.lambda.metric(metricName, { period, statistic: 'Sum' });
        const description = `A run of the job “${job.name}” ${what}. The next one goes on from there; the log says why.`;
        addAlarm(this, id, { monitoring, metric, threshold: 1, description });
      }
    }
    addAlarm(this, 'Throttles', {
      monitoring,
      metric: this.lambda.metricThrottles({ period }),
      threshold: 1,
      description: `The job “${job.name}” was not let in: the account runs out of Lambda concurrency.`,
    });
  }
}

function acknowledgeDeadLetters(lambda: Construct): void {
  Validations.of(lambda).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'A dead-letter queue keeps the event word for word, ready to be redriven; a destination would wrap it.',
  });
}

function durableConfigOf({ executionSeconds }: DurableRun): DurableConfig {
  return { executionTimeout: Duration.seconds(executionSeconds), retentionPeriod: executionsKeptFor };
}
