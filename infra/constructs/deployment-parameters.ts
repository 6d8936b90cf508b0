import { Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { ParameterTier, StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

import {
  deploymentParameters,
  type DeploymentName,
  type DeploymentParts,
} from '../../shared/kernel/contract/deployment-parts.ts';
import type { TableKey, TableNames } from '../../shared/kernel/contract/tables.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';

export interface DeploymentParametersProps {
  readonly name: DeploymentName;
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableName'>>>;
  /** Of jobs that can be started by hand: with the alias, if any. */
  readonly functions: DeploymentParts['functions'];
  readonly settings: Settings;
  readonly evidence: { readonly organization: string; readonly keyArn: string; readonly bucketName: string };
  readonly platform: string;
  readonly alarmTopic: ITopic;
  readonly door: string;
  readonly scheduleGroup: IScheduleGroup;
  readonly eventBuses: readonly string[];
  readonly securityHub: boolean;
}

/** Stores the deployment's parts for the command line. Reading them grants nothing else. */
export class DeploymentParameters extends Construct {
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, { name, settings, ...props }: DeploymentParametersProps) {
    super(scope, id);
    const { tables, functions, evidence, platform, alarmTopic, scheduleGroup, eventBuses, securityHub, door } = props;
    const stack = Stack.of(this);
    const parts: DeploymentParts = {
      account: stack.account,
      region: stack.region,
      tables: namesOf(tables),
      functions,
      alarmTopic: alarmTopic.topicArn,
      scheduleGroup: scheduleGroup.scheduleGroupName,
      door,
      ...(eventBuses.length > 0 && { eventBuses: [...eventBuses] }),
      ...(securityHub && {
        securityHub: stack.formatArn({ service: 'securityhub', resource: 'hub', resourceName: 'default' }),
      }),
      evidence: {
        organization: evidence.organization,
        platform,
        key: evidence.keyArn,
        bucket: evidence.bucketName,
      },
    };
    const paths = deploymentParameters(name);
    this.arns = [
      this.addParameter('Parts', paths.parts, stack.toJsonString(parts)),
      // A parameter must not contain two opening braces in a row, which JSON has only inside texts.
      this.addParameter('Settings', paths.settings, JSON.stringify(settings).replaceAll('{{', String.raw`{\u007b`)),
    ];
  }

  private addParameter(id: string, parameterName: string, stringValue: string): string {
    const { parameterArn } = new StringParameter(this, id, {
      parameterName,
      stringValue,
      description: 'Read by the command line of Curfew',
      // Standard, which is free, unless long names exceed 4 KB.
      tier: ParameterTier.INTELLIGENT_TIERING,
    });
    return parameterArn;
  }
}

function namesOf(tables: DeploymentParametersProps['tables']): TableNames {
  const names = Object.entries(tables).map(([key, { tableName }]) => [key, tableName]);
  // `entries` and `fromEntries` lose the key type.
  return Object.fromEntries(names) as TableNames;
}
