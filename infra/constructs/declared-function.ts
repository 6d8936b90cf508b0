import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { Annotations, AssetHashType, DockerImage, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function,
  type FunctionOptions,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import type { FunctionDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { addOwnAlarm, type Monitoring } from './monitoring/monitoring.ts';

const functions = join(import.meta.dirname, '..', '..', 'functions');

/** A declared function's code, built at synthesis; `addFiles` adds files. */
function functionCode(declaration: FunctionDeclaration, addFiles?: (outdir: string) => void): Code {
  return Code.fromAsset(functions, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never run. By it CDK tells the functions of one folder apart: what looks the same is built once.
      command: [declaration.file],
      image: DockerImage.fromRegistry('built-without-an-image'),
      local: {
        tryBundle(outdir) {
          buildAndWait(declaration, outdir);
          addFiles?.(outdir);
          return true;
        },
      },
    },
  });
}

/** The CDK is synchronous, so each function is built in a process of its own. */
function buildAndWait(declaration: FunctionDeclaration, outdir: string): void {
  const program = join(import.meta.dirname, 'bundling', 'build-process.ts');
  const { status } = spawnSync(process.execPath, [program, JSON.stringify(declaration), outdir], {
    env: childEnvironment(process.env, 'tool'),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    throw new Error(`the function ${declaration.name} could not be built`);
  }
}

interface DeclaredFunctionProps {
  readonly declaration: FunctionDeclaration;
  readonly environment: Readonly<Record<string, string>>;
  readonly monitoring: Monitoring;
  /** Only for roles that other stacks must name. */
  readonly roleName?: string | undefined;
  readonly options?: FunctionOptions;
  readonly addFiles?: (outdir: string) => void;
  readonly alarms: { readonly errors: string; readonly throttles: string };
}

/** Traces cost per run, and with shared alarms the log is the only record kept. */
function isTraced({ monitoring }: DeclaredFunctionProps): boolean {
  return monitoring.kind !== 'shared';
}

/** A declared Lambda function with its own role and log. The role may only write that log. */
export class DeclaredFunction extends Construct {
  readonly declaration: FunctionDeclaration;
  readonly lambda: Function;
  readonly log: ILogGroup;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: DeclaredFunctionProps) {
    super(scope, id);
    this.declaration = props.declaration;
    // The journal is the record; the log is for operators.
    this.log = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      roleName: props.roleName,
    });
    this.log.grantWrite(this.role);
    if (isTraced(props)) {
      Validations.of(this.role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray knows no resources: a role may write traces or not. The test of the grants allows nothing else.',
      });
    }
    this.lambda = this.addFunction(props);
    if (!isTraced(props)) {
      Validations.of(this.lambda).acknowledge({
        id: 'Serverless-LambdaTracing',
        reason: 'Every line of the log has the id of its run, which tells as much; traces come with `metrics: all`.',
      });
    }
    this.addErrorAlarms(props);
  }

  private addFunction(props: DeclaredFunctionProps) {
    const { declaration, environment, options, addFiles } = props;
    const { purpose, limits } = declaration;
    const lambda = new Function(this, 'Function', {
      description: purpose,
      code: functionCode(declaration, addFiles),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: limits.memoryMb,
      timeout: Duration.seconds(limits.timeSeconds),
      environment: { ...environment },
      role: this.role,
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.INFO,
      ...(isTraced(props) && { tracing: Tracing.ACTIVE }),
      ...options,
    });
    // An existing function never becomes durable: `npm run deploy` refuses that with advice.
    Annotations.of(lambda).acknowledgeInfo('aws-lambda:Function.DurableConfig');
    return lambda;
  }

  private addErrorAlarms({ monitoring, alarms }: DeclaredFunctionProps): void {
    const period = Duration.minutes(5);
    addOwnAlarm(this, 'Errors', {
      monitoring,
      metric: this.lambda.metricErrors({ period }),
      threshold: 1,
      description: alarms.errors,
    });
    addOwnAlarm(this, 'Throttles', {
      monitoring,
      metric: this.lambda.metricThrottles({ period }),
      threshold: 1,
      description: alarms.throttles,
    });
  }
}
