import { App } from 'aws-cdk-lib';
import { CfnAlarm, CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';

import { curfew as example } from '../../curfew.config.example.ts';
import { buildStacks } from '../build-stacks.ts';
import { readConfig } from '../config.ts';

/** The number of resources with a monthly price in the stacks of one organization. */
export function deployedParts() {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  buildStacks(app, readConfig(example));
  const parts = app.node.findAll();
  return {
    alarms: parts.filter((part) => part instanceof CfnAlarm).length,
    dashboards: parts.filter((part) => part instanceof CfnDashboard).length,
    keys: parts.filter((part) => part instanceof CfnKey).length,
    secrets: parts.filter((part) => part instanceof CfnSecret).length,
  };
}
