import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { type Construct } from 'constructs';

import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import { consolePaths } from '../../shared/kernel/contract/console-config.ts';
import type { Organization } from '../config.ts';
import { ConsoleClient, SignInPage } from '../constructs/console/console-client.ts';
import { ConsoleFiles } from '../constructs/console/console-files.ts';
import { ConsoleSite } from '../constructs/console/console-site.ts';
import type { DataStack } from './data-stack.ts';
import type { JobsStack } from './jobs-stack.ts';

interface ConsoleStackProps extends StackProps {
  readonly terms: NonNullable<Organization['console']>;
  readonly oidc: Organization['door']['oidc'];
  readonly data: DataStack;
  readonly jobs: JobsStack;
}

interface Issuer {
  readonly url: string;
  readonly origins: readonly string[];
  readonly clientOf: (origin: string) => string;
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

  private issuerOf({ terms, oidc, data }: Pick<ConsoleStackProps, 'terms' | 'oidc' | 'data'>): Issuer {
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
