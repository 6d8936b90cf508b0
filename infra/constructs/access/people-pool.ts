import { CfnOutput, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccountRecovery, Mfa, UserPool } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';

export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: readonly string[];
}

/** Sign-in without an AWS account. The pool's admin invites people; there is no sign-up. */
export class PeoplePool extends Construct {
  readonly issuer: TokenIssuer;
  readonly pool: UserPool;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 14,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.pool = pool;
    Validations.of(pool).acknowledge({
      id: 'AwsSolutions-COG8',
      reason:
        'No one can sign up, and everyone needs an authenticator: the tier that watches sign-ins costs per person.',
    });
    const client = pool.addClient('Client', {
      authFlows: { userSrp: true },
      generateSecret: false,
      disableOAuth: true,
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.minutes(30),
      idTokenValidity: Duration.minutes(30),
      refreshTokenValidity: Duration.hours(12),
    });
    client.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.issuer = { issuer: pool.userPoolProviderUrl, audience: [client.userPoolClientId] };
    for (const [name, value] of [
      ['UserPool', pool.userPoolId],
      ['UserPoolClient', client.userPoolClientId],
    ] as const) {
      new CfnOutput(this, name, { value }).overrideLogicalId(name);
    }
  }
}
