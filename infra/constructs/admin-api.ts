import { type CfnElement, Duration, RemovalPolicy, Stack, Token, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
  type IHttpRouteAuthorizer,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import { apiPaths, hookPaths } from '../../shared/kernel/contract/api-paths.ts';
import type { Organization } from '../config.ts';
import type { TokenIssuer } from './access/people-pool.ts';
import { addOwnAlarm, type Monitoring } from './monitoring/monitoring.ts';

interface AdminApiProps {
  readonly terms: Organization['door'];
  readonly monitoring: Monitoring;
}

const methods = [HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE];
const reportPath = `${apiPaths.links}${hookPaths.report}`;
const linkMethods = [HttpMethod.GET, HttpMethod.POST];

/** Logged fields of a call: no path or query: they hold mail links and names of people. API Gateway knows no bodies. */
const logged = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  sourceIp: '$context.identity.sourceIp',
  userArn: '$context.identity.userArn',
  subject: '$context.authorizer.claims.sub',
  authorizerError: '$context.authorizer.error',
  error: '$context.error.responseType',
  integrationError: '$context.integrationErrorMessage',
};

/** The admin API's gateway authenticates callers, except for links, which the function verifies. */
export class AdminApi extends Construct {
  /** Without a trailing slash. */
  readonly address: string;
  readonly signedCallsArn: string;
  readonly signedCallsRule: string;
  /** One line per call. */
  readonly log: ILogGroup;
  readonly api: HttpApi;
  private readonly stage: HttpStage;
  private readonly terms: AdminApiProps['terms'];

  constructor(scope: Construct, id: string, { terms, monitoring }: AdminApiProps) {
    super(scope, id);
    this.terms = terms;
    this.api = new HttpApi(this, 'Api', {
      description: 'The admin API of Curfew',
      createDefaultStage: false,
      corsPreflight: terms.origin === undefined ? undefined : corsFor(terms.origin),
    });
    this.log = new LogGroup(this, 'Calls', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = this.addStage();
    this.address = this.api.apiEndpoint;
    this.signedCallsArn = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.apiId,
      resourceName: `$default/*${apiPaths.iam}/*`,
    });
    const { region, partition, account } = Stack.of(this);
    const owner = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
    const own = `<${Stack.of(this).getLogicalId(this.api.node.defaultChild as CfnElement)}>`;
    this.signedCallsRule = `AwsSolutions-IAM5[Resource::arn:${partition}:execute-api:${region}:${owner}:${own}/$default/*${apiPaths.iam}/*]`;
    addOwnAlarm(this, 'ServerErrors', {
      monitoring,
      metric: this.api.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      threshold: 1,
      description: 'The admin API could not answer a request. The log of its function says why.',
    });
  }

  serve(lambda: IFunction, { issuer, audience }: TokenIssuer): void {
    const integration = new HttpLambdaIntegration('Function', lambda, { scopePermissionToRoute: false });
    const add = (path: string, allowed: HttpMethod[], authorizer?: IHttpRouteAuthorizer): readonly HttpRoute[] =>
      this.api.addRoutes({
        path: `${path}/{proxy+}`,
        methods: allowed,
        integration,
        authorizer,
      });
    add(apiPaths.iam, methods, new HttpIamAuthorizer());
    add(apiPaths.api, methods, new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: [...audience] }));
    const links = [
      ...add(apiPaths.links, linkMethods),
      // Separate: hook events are frequent, and a flood of links must not block them.
      ...this.api.addRoutes({ path: reportPath, methods: [HttpMethod.POST], integration }),
    ];
    for (const route of links) {
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'Who has a link from a mail, or a token of a hook, has no login: the function checks signature, person and end, or the token.',
      });
    }
    this.limitLinks(links);
  }

  private addStage(): HttpStage {
    const { perSecond, burst } = this.terms.rate;
    return new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit: perSecond, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.log),
        format: AccessLogFormat.custom(JSON.stringify(logged)),
      },
    });
  }

  /** A flood of links, which anyone can send, leaves room for authenticated callers. */
  private limitLinks(routes: readonly HttpRoute[]): void {
    const { linkRate, hookRate } = this.terms;
    const limit = ({ perSecond, burst }: typeof linkRate) => ({
      ThrottlingRateLimit: perSecond,
      ThrottlingBurstLimit: burst,
    });
    // The CDK's stage has no limits per route.
    const stage = this.stage.node.defaultChild as CfnStage;
    stage.routeSettings = {
      ...Object.fromEntries(linkMethods.map((method) => [`${method} ${apiPaths.links}/{proxy+}`, limit(linkRate)])),
      [`POST ${reportPath}`]: limit(hookRate),
    };
    // API Gateway rejects limits of missing routes.
    this.stage.node.addDependency(...routes);
  }
}

function corsFor(origin: string) {
  return {
    allowOrigins: [origin],
    allowMethods: [
      CorsHttpMethod.GET,
      CorsHttpMethod.POST,
      CorsHttpMethod.PUT,
      CorsHttpMethod.PATCH,
      CorsHttpMethod.DELETE,
    ],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
    exposeHeaders: ['curfew-credits', 'etag', 'location', 'retry-after'],
    maxAge: Duration.hours(1),
  };
}
