import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import { consolePaths } from '../../shared/kernel/contract/console-config.ts';
import { consoleHeaders, consolePolicy } from '../../shared/kernel/contract/console-headers.ts';
import type { Organization } from '../config.ts';

/** Serves the console's single page for page addresses. API answers are unaffected. */
export const pageRouter = `function handler(event) {
  var request = event.request;
  if (!request.uri.startsWith('/assets/') && request.uri !== '${consolePaths.config}') {
    request.uri = '/index.html';
  }
  return request;
}
`;

/** HSTS. */
const httpsFor = Duration.days(365);
const logsKeptFor = Duration.days(90);

/**
 * CloudFront caches errors for ten seconds by address, even where it caches nothing: one person's refusal would reach
 * the next, and a new run would not be found. The answers stay unchanged.
 */
const uncachedErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

export class ConsoleSite extends Construct {
  /** https://, without a trailing slash. */
  readonly origin: string;
  /** The DNS target of a custom domain. */
  readonly target: string;

  constructor(
    scope: Construct,
    id: string,
    {
      terms: { domain, logs },
      files,
      apiId,
      issuerOrigins,
    }: {
      readonly terms: NonNullable<Organization['console']>;
      readonly files: Bucket;
      readonly apiId: string;
      readonly issuerOrigins: readonly string[];
    },
  ) {
    super(scope, id);
    const responseHeadersPolicy = this.addHeaders(issuerOrigins);
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'The console of Curfew',
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain !== undefined && {
        domainNames: [domain.name],
        // With CloudFront's certificate, CloudFront decides.
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      }),
      errorResponses: uncachedErrors,
      ...(logs && { logBucket: this.addLogs() as IBucket }),
      defaultBehavior: {
        responseHeadersPolicy,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        origin: S3BucketOrigin.withOriginAccessControl(files as IBucket),
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: this.addRouter() }],
      },
      additionalBehaviors: {
        [`${apiPaths.api}/*`]: {
          responseHeadersPolicy,
          // Redirecting does not protect a token already sent in the clear.
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          origin: this.apiOrigin(apiId),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          // The API needs its own host header; everything else, tokens included, passes through.
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
      },
    });
    this.target = distribution.distributionDomainName;
    this.origin = `https://${domain?.name ?? this.target}`;
    acknowledge(distribution, { hasDomain: domain !== undefined, hasLogs: logs });
  }

  /** Prefixes paths with `/console`: there the API accepts the console's tokens. */
  private apiOrigin(apiId: string): HttpOrigin {
    const { region, urlSuffix } = Stack.of(this);
    const originPath = apiPaths.console.slice(0, -apiPaths.api.length);
    return new HttpOrigin(`${apiId}.execute-api.${region}.${urlSuffix}`, { originPath });
  }

  private addHeaders(issuerOrigins: readonly string[]): ResponseHeadersPolicy {
    const {
      'referrer-policy': _referrer,
      'x-content-type-options': _type,
      'x-frame-options': _frame,
      ...others
    } = consoleHeaders;
    return new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: consolePolicy(issuerOrigins), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: httpsFor, includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  private addRouter(): Function {
    return new Function(this, 'Router', {
      comment: 'Every address of the console is its one page',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(pageRouter),
    });
  }

  private addLogs(): Bucket {
    const bucket = new Bucket(this, 'Logs', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // CloudFront delivers logs by ACL.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [{ expiration: logsKeptFor }],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds logs; a log of who reads logs has no end.',
    });
    return bucket;
  }
}

function acknowledge(
  distribution: Distribution,
  { hasDomain, hasLogs }: { readonly hasDomain: boolean; readonly hasLogs: boolean },
): void {
  const set = (id: string, reason: string): void => Validations.of(distribution).acknowledge({ id, reason });
  set('AwsSolutions-CFR1', 'Where the people of an organization work is not known here.');
  set(
    'AwsSolutions-CFR2',
    'The files are for everyone; calls need a token, and API Gateway limits how many there are.',
  );
  if (!hasLogs) {
    set('AwsSolutions-CFR3', 'A log of pages would say who looks at whom: it comes with `console.logs`, on request.');
  }
  if (!hasDomain) {
    set(
      'AwsSolutions-CFR4',
      'The certificate of CloudFront comes with its TLS; with a name of one’s own it is 1.2 and more.',
    );
  }
}
