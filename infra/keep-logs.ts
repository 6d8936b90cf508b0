import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';

/** Keeps every log when its stack goes; it stays for as long as its retention says. */
export function keepLogs(stack: Stack): void {
  for (const part of stack.node.findAll()) {
    if (part instanceof CfnLogGroup) {
      part.applyRemovalPolicy(RemovalPolicy.RETAIN);
    }
  }
}
