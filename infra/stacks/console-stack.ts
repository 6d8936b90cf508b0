import { execFileSync } from 'node:child_process';
import { cpSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

import {
  Aws,
  type CfnElement,
  CfnOutput,
  CustomResource,
  Duration,
  Fn,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import {
  type IUserPool,
  OAuthScope,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

import { consoleDist, hashOfConsoleSources, isConsoleBuilt } from '../../console/sources.ts';
import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import { type ConsoleConfig, consolePaths } from '../../shared/kernel/contract/console-config.ts';
import { consoleTypes } from '../../shared/kernel/contract/console-headers.ts';
import {
  filesFolder,
  placeConsole,
  type placeConsoleVariables,
} from '../../shared/kernel/runs/contract/place-console-function.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import type { Organization } from '../config.ts';
import { ConsoleSite } from '../constructs/console-site.ts';
import { DeclaredFunction } from '../constructs/declared-function.ts';
import type { DataStack } from './data-stack.ts';
import type { JobsStack } from './jobs-stack.ts';

/** The user pool's sign-in page; a pool has one. */
class SignInPage extends Construct {
  /** Origins that the console calls to sign in: the pool's discovery and its tokens. */
  readonly origins: readonly string[];
  readonly domain: UserPoolDomain;

  constructor(scope: Construct, id: string, { userPool }: { readonly userPool: IUserPool }) {
    super(scope, id);
    // Unique in the region: the unique part of this stack's ID.
    const unique = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    this.domain = new UserPoolDomain(this, 'Domain', {
      userPool,
      cognitoDomain: { domainPrefix: Fn.join('-', ['curfew', unique]) },
    });
    this.origins = [`https://cognito-idp.${Stack.of(this).region}.amazonaws.com`, this.domain.baseUrl()];
  }
}

/** The console's client in the user pool: public, code flow with PKCE only. */
class ConsoleClient extends Construct {
  readonly clientId: string;

  constructor(
    scope: Construct,
    id: string,
    {
      userPool,
      origin,
      scopes,
    }: { readonly userPool: IUserPool; readonly origin: string; readonly scopes: readonly string[] },
  ) {
    super(scope, id);
    const client = new UserPoolClient(this, 'Client', {
      userPool,
      generateSecret: false,
      // Only renewal, which is always included.
      authFlows: { userSrp: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, ...scopes.map((each) => OAuthScope.custom(each))],
        callbackUrls: [`${origin}${consolePaths.signedIn}`],
        logoutUrls: [`${origin}${consolePaths.signedOut}`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(30),
      idTokenValidity: Duration.minutes(30),
      refreshTokenValidity: Duration.hours(12),
    });
    this.clientId = client.userPoolClientId;
  }
}

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
class ConsoleFiles extends Construct {
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

interface ConsoleStackProps extends StackProps {
  readonly terms: NonNullable<Organization['console']>;
  readonly oidc: Organization['door']['oidc'];
  readonly data: DataStack;
  readonly jobs: JobsStack;
}

const methods = [HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE];

/**
 * One organization's console: its files and the admin API under one address, and a route into that API for the
 * console's tokens. docs/decisions/013-the-console-has-its-own-way-into-the-admin-api.md.
 */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { terms, oidc, data, jobs, ...props }: ConsoleStackProps) {
    super(scope, id, { description: 'Curfew: the console of one organization', ...props });
    const issuer = this.issuerOf({ terms, oidc, data });
    const files = new ConsoleFiles(this, 'Files', { alarmTopic: jobs.alarmTopic });
    const { origin, target } = new ConsoleSite(this, 'Site', {
      terms,
      files: files.bucket,
      apiId: jobs.api.apiId,
      issuerOrigins: issuer.origins,
    });
    const clientId = issuer.clientOf(origin);
    files.placeWith({ signIn: { kind: 'issuer', issuer: issuer.url, clientId, scopes: terms.scopes } });
    this.addWayIn(jobs, { issuer: issuer.url, clientId });
    for (const [name, value] of [
      ['Address', origin],
      ['SignIn', `${origin}${consolePaths.signedIn}`],
      ['SignOut', `${origin}${consolePaths.signedOut}`],
      ['DnsTarget', target],
    ] as const) {
      new CfnOutput(this, name, { value });
    }
  }

  private issuerOf({ terms, oidc, data }: Pick<ConsoleStackProps, 'terms' | 'oidc' | 'data'>): {
    readonly url: string;
    readonly origins: readonly string[];
    readonly clientOf: (origin: string) => string;
  } {
    const { clientId, scopes, issuerOrigins } = terms;
    if (oidc !== undefined && clientId !== undefined) {
      const origins = [...new Set([new URL(oidc.issuer).origin, ...issuerOrigins])];
      return { url: oidc.issuer, origins, clientOf: () => clientId };
    }
    const userPool = poolOf(data);
    const { origins } = new SignInPage(this, 'SignInPage', { userPool });
    return {
      url: data.issuer.issuer,
      origins,
      clientOf: (origin) => new ConsoleClient(this, 'Client', { userPool, origin, scopes }).clientId,
    };
  }

  /** Accepts the console's tokens only, and only here. */
  private addWayIn(
    { api, adminApi }: JobsStack,
    { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  ) {
    const authorizer = new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: [clientId] });
    // A route's resources belong to its API's scope: in this stack, not the jobs'.
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'AdminApi', { httpApiId: api.apiId });
    const integration = new HttpLambdaIntegration('Function', adminApi, { scopePermissionToRoute: false });
    for (const method of methods) {
      new HttpRoute(this, `Api${method}`, {
        httpApi,
        routeKey: HttpRouteKey.with(`${apiPaths.console}/{proxy+}`, method),
        integration,
        authorizer,
      });
    }
  }
}

function poolOf({ pool }: DataStack): IUserPool {
  if (pool === undefined) {
    throw new Error('without an issuer of its own, a deployment has a user pool');
  }
  return pool;
}
