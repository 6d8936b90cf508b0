import { execFileSync } from 'node:child_process';
import { cpSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

import { type CfnElement, CustomResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { consoleDist, hashOfConsoleSources, isConsoleBuilt } from '../../../console/sources.ts';
import type { ConsoleConfig } from '../../../shared/kernel/contract/console-config.ts';
import { consoleTypes } from '../../../shared/kernel/contract/console-headers.ts';
import {
  filesFolder,
  placeConsole,
  type placeConsoleVariables,
} from '../../../shared/kernel/runs/contract/place-console-function.ts';
import { childEnvironment } from '../../../shared/kernel/runtime/child-environment.ts';
import { DeclaredFunction } from '../declared-function.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'console', 'build.ts');

/** Builds the console unless the build matches the sources, and copies the served files. */
function copyBuiltConsole(into: string): void {
  if (!isConsoleBuilt()) {
    execFileSync(process.execPath, [program], { env: childEnvironment(process.env, 'tool'), stdio: 'inherit' });
  }
  cpSync(consoleDist, into, {
    recursive: true,
    // CloudFront compresses files itself.
    filter: (file) => statSync(file).isDirectory() || consoleTypes[extname(file)] !== undefined,
  });
}

/** The console's files: a bucket that only CloudFront reads, and the function that fills it. */
export class ConsoleFiles extends Construct {
  readonly bucket: Bucket;
  private readonly place: DeclaredFunction;

  constructor(scope: Construct, id: string, { alarmTopic: topic }: { readonly alarmTopic: ITopic }) {
    super(scope, id);
    // The function empties the bucket before deletion: each deployment rebuilds its content.
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds the files that everyone gets who opens the console, and CloudFront alone reads it.',
    });
    const environment: Readonly<Record<keyof typeof placeConsoleVariables, string>> = {
      CURFEW_CONSOLE_BUCKET: this.bucket.bucketName,
    };
    this.place = new DeclaredFunction(this, 'Place', {
      declaration: placeConsole,
      environment,
      addFiles: (outdir) => copyBuiltConsole(join(outdir, filesFolder)),
      // Its failure fails the deployment visibly, so it needs no alarm.
      monitoring: { kind: 'shared', topic },
      alarms: { errors: '', throttles: '' },
    });
    this.grantPlacing();
    Validations.of(this.place.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'CloudFormation starts it and waits for its answer: without one the deployment fails.',
    });
  }

  /** Places the files whenever they or the console's settings change. */
  placeWith(config: ConsoleConfig): void {
    const placed = new CustomResource(this, 'Files', {
      serviceToken: this.place.lambda.functionArn,
      resourceType: 'Custom::ConsoleFiles',
      serviceTimeout: Duration.minutes(10),
      properties: { sources: hashOfConsoleSources(), config: Stack.of(this).toJsonString(config) },
    });
    // The function needs its permissions before it starts and until it has removed everything.
    placed.node.addDependency(this.place, this.bucket);
  }

  private grantPlacing(): void {
    const { role } = this.place;
    role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] }));
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:DeleteObject', 's3:PutObject'],
        resources: [this.bucket.arnForObjects('*')],
      }),
    );
    const own = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${own}.Arn>/*]`,
      reason: 'The names of the files are known when the console is built; they are all that the bucket holds.',
    });
  }
}
