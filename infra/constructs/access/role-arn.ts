import { ArnFormat, type Stack } from 'aws-cdk-lib';

/** May not exist yet. Apart from the names, which the command line reads: it would load the CDK, 55 MB, with them. */
export function roleArn(stack: Stack, roleName: string): string {
  const arnFormat = ArnFormat.SLASH_RESOURCE_NAME;
  return stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName: roleName, arnFormat });
}
