import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';

/** The CDK context with the name of the organization whose data may be deleted; only `npm run destroy` sets it. */
export const releaseDataContext = 'curfew-release-data';

/** Removes every protection: once this is deployed, deleting the stack deletes the data. */
export function releaseData(stack: Stack): void {
  stack.terminationProtection = false;
  for (const part of stack.node.findAll()) {
    if (part instanceof CfnTable) {
      part.deletionProtectionEnabled = false;
    }
    if (part instanceof CfnResource) {
      part.applyRemovalPolicy(RemovalPolicy.DESTROY);
    }
  }
}
