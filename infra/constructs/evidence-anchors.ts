import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccountRootPrincipal, AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

import { roleArn } from './access/role-arn.ts';

/** Signs and stores heads of the evidence out of reach of everyone who can write tables. */
export class EvidenceAnchors extends Construct {
  readonly keyArn: string;
  readonly bucketName: string;
  constructor(
    scope: Construct,
    id: string,
    {
      bucketName,
      ...props
    }: {
      /** May not exist yet. */
      readonly signerRoleName: string;
      readonly retentionDays: number;
      /** Absent: a bucket is made. */
      readonly bucketName: string | undefined;
    },
  ) {
    super(scope, id);
    const signer = roleArn(Stack.of(this), props.signerRoleName);
    this.keyArn = this.addKey(signer).keyArn;
    this.bucketName = bucketName ?? this.addBucket(signer, props.retentionDays).bucketName;
  }

  private addKey(signer: string): Key {
    return new Key(this, 'Key', {
      description: 'Signs heads of the evidence of Curfew',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      policy: keyPolicy(signer),
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  private addBucket(signer: string, retentionDays: number): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(retentionDays)),
      versioned: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OnlyTheWatcherWrites',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('*')],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': signer } },
      }),
    );
    // Without it anyone allowed to write to buckets could plant objects there.
    bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'No one can change or remove what is here, and it holds no secret; who reads it is for the trail of the account.',
    });
    return bucket;
  }
}

/**
 * The account administers the key and cannot sign with it: KMS allows only what the key policy allows. Without
 * CreateGrant it cannot delegate the use either.
 */
function keyPolicy(signer: string): PolicyDocument {
  const account = new AccountRootPrincipal();
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'TheAccountLooksAfterIt',
        principals: [account],
        actions: [
          'kms:CancelKeyDeletion',
          'kms:DescribeKey',
          'kms:DisableKey',
          'kms:EnableKey',
          'kms:GetKeyPolicy',
          'kms:GetPublicKey',
          'kms:ListKeyPolicies',
          'kms:ListResourceTags',
          'kms:PutKeyPolicy',
          'kms:ScheduleKeyDeletion',
          'kms:TagResource',
          'kms:UntagResource',
          'kms:UpdateKeyDescription',
          'kms:Verify',
        ],
        resources: ['*'],
      }),
      new PolicyStatement({
        sid: 'OnlyTheWatcherSigns',
        principals: [account],
        actions: ['kms:Sign'],
        resources: ['*'],
        conditions: { ArnEquals: { 'aws:PrincipalArn': signer } },
      }),
    ],
  });
}
