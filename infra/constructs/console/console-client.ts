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

/** The sign-in page of the user pool. A pool has one. */
export class SignInPage extends Construct {
  /** Origins that the console calls to sign in: where the pool describes itself, and where it gives tokens. */
  readonly origins: readonly string[];
  readonly domain: UserPoolDomain;

  constructor(scope: Construct, id: string, { userPool }: { readonly userPool: IUserPool }) {
    super(scope, id);
    // A word that nobody else in the region has: the unique part of the ID of this stack.
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
  /** Where the console is. */
  readonly origin: string;
  readonly scopes: readonly string[];
}

/** The console as the user pool knows it: a public client, with a code and PKCE and nothing else. */
export class ConsoleClient extends Construct {
  readonly clientId: string;

  constructor(scope: Construct, id: string, { userPool, origin, scopes }: ConsoleClientProps) {
    super(scope, id);
    const client = new UserPoolClient(this, 'Client', {
      userPool,
      generateSecret: false,
      // None but renewing, which always comes along.
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
