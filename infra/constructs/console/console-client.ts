import { Aws, Duration, Fn, Stack } from 'aws-cdk-lib';
import {
  type IUserPool,
  OAuthScope,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';

import { consolePaths } from '../../../shared/kernel/contract/console-config.ts';

/** The user pool's sign-in page; a pool has one. */
export class SignInPage extends Construct {
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

interface ConsoleClientProps {
  readonly userPool: IUserPool;
  readonly origin: string;
  readonly scopes: readonly string[];
}

/** The console's client in the user pool: public, code flow with PKCE only. */
export class ConsoleClient extends Construct {
  readonly clientId: string;

  constructor(scope: Construct, id: string, { userPool, origin, scopes }: ConsoleClientProps) {
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
