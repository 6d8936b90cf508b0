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

import type { DurableRun, JobDeclaration } from '../../shared/contracts/job-declaration.ts';
import { addAlarm, type Monitoring } from './monitoring.ts';

/**
 * Where the SDK looks for credentials after the environment. Lambda puts them into the environment, so these are never
 * loaded, and would be a sixth of a bundle.
 */
const credentialProvidersNotReached = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/** After an hour the job's next schedule does the same work; an older event would find it done. */
const asyncTerms = { maxEventAge: Duration.hours(1), retryAttempts: 2 } as const;

/** The alias of the version in use. */
export const liveAlias = 'live';

/** How long the steps of a run can be looked at. The journal keeps its results. */
const executionsKeptFor = Duration.days(30);

/** How a durable execution may fail, in the metrics of Lambda. */
const durableEnds = [
  ['RunFailed', 'DurableExecutionFailed', 'failed'],
  ['RunTimedOut', 'DurableExecutionTimedOut', 'took too long and was stopped'],
] as const;

const projectRoot = join(import.meta.dirname, '..', '..');

export interface JobFunctionProps {
  readonly job: JobDeclaration;
  readonly environment: Readonly<Record<string, string>>;
  readonly deadLetters: IQueue;
  readonly monitoring: Monitoring;
  /** Only for one that something outside of its stack has to know. */
  readonly roleName?: string | undefined;
}

/** The Lambda function of a job, with its own role and its own log. The role may only write that log. */
export class JobFunction extends Construct {
  readonly job: JobDeclaration;
  readonly deadLetters: IQueue;
  readonly lambda: NodejsFunction;
  /** What schedules, streams and callers start: the function itself, or its alias where its runs are durable. */
  readonly target: IFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: JobFunctionProps) {
    super(scope, id);
    this.job = props.job;
    this.deadLetters = props.deadLetters;
    // The journal is the record of what was done; the log is for operators.
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      ...(props.roleName === undefined ? {} : { roleName: props.roleName }),
    });
    logGroup.grantWrite(this.role);
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.',
    });
    this.lambda = this.addFunction(props, logGroup);
    this.target = props.job.limits.durable === undefined ? this.lambda : this.addAlias();
    this.addAlarms(props);
  }

  /**
   * A durable execution continues with the version of the code that it began with, so an alias starts it. It may be of
   * any version, and its ARN is below that of the version: there is no narrower resource.
   */
  private addAlias(): IFunction {
    const alias = this.lambda.addAlias(liveAlias, asyncTerms);
    acknowledgeDeadLetters(alias);
    // Not part of the default policy, which the function depends on: this one names the function.
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
    // The type of the alias declares optional members differently from its own interface.
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
      // A running execution needs the version that it began with; all versions go with the function.
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
    // To become durable, a function is replaced. That loses nothing: all data is in tables.
    Annotations.of(lambda).acknowledgeInfo('aws-lambda:Function.DurableConfig');
    return lambda;
  }

  private addAlarms({ job, monitoring }: JobFunctionProps): void {
    const period = Duration.minutes(5);
    addAlarm(this, 'Errors', {
      monitoring,
      metric: this.lambda.metricErrors({ period }),
      threshold: 1,
      description: `The job “${job.name}” failed or was stopped. Its log says why; it is retried automatically.`,
    });
    if (job.limits.durable !== undefined) {
      // A failed run is no error of an invocation.
      for (const [id, metricName, what] of durableEnds) {
        const metric = this.lambda.metric(metricName, { period, statistic: 'Sum' });
        const description = `A run of the job “${job.name}” ${what}. The next run continues from there; the log says why.`;
        addAlarm(this, id, { monitoring, metric, threshold: 1, description });
      }
    }
    addAlarm(this, 'Throttles', {
      monitoring,
      metric: this.lambda.metricThrottles({ period }),
      threshold: 1,
      description: `The job “${job.name}” was throttled: the account runs out of Lambda concurrency.`,
    });
  }
}

function acknowledgeDeadLetters(lambda: Construct): void {
  Validations.of(lambda).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'A dead-letter queue keeps the event unchanged, ready to be redriven; a destination would wrap it.',
  });
}

function durableConfigOf({ executionSeconds }: DurableRun): DurableConfig {
  return { executionTimeout: Duration.seconds(executionSeconds), retentionPeriod: executionsKeptFor };
}
