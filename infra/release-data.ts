import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnUserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnBucket, CfnBucketPolicy } from 'aws-cdk-lib/aws-s3';

/** The CDK context naming the organization whose data may be deleted; only `npm run destroy` sets it. */
export const releaseDataContext = 'curfew-release-data';

/** Removes every protection: after deploying this, deleting the stack deletes the data. */
export function releaseData(stack: Stack): void {
  stack.terminationProtection = false;
  for (const part of stack.node.findAll()) {
    if (part instanceof CfnTable) {
      part.deletionProtectionEnabled = false;
    }
    if (part instanceof CfnUserPool) {
      part.deletionProtection = 'INACTIVE';
    }
    // Locked objects cannot be removed, and deleting their bucket would fail.
    if (part instanceof CfnResource && !(part instanceof CfnBucket || part instanceof CfnBucketPolicy)) {
      part.applyRemovalPolicy(RemovalPolicy.DESTROY);
    }
  }
}
