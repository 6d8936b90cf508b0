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
  /** The function of each job that can be started by hand: with the alias, where it has one. */
  readonly functions: DeploymentParts['functions'];
  readonly settings: Settings;
  readonly evidence: { readonly organization: string; readonly keyArn: string; readonly bucketName: string };
  /** The address of the platform. */
  readonly platform: string;
  readonly alarmTopic: ITopic;
  /** The address of the admin API. */
  readonly door: string;
  readonly scheduleGroup: IScheduleGroup;
}

/** Stores where the parts of a deployment are, for the command line. To read it allows nothing else. */
export class DeploymentParameters extends Construct {
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, { name, settings, ...props }: DeploymentParametersProps) {
    super(scope, id);
    const { tables, functions, evidence, platform, alarmTopic, scheduleGroup, door } = props;
    const stack = Stack.of(this);
    const parts: DeploymentParts = {
      account: stack.account,
      region: stack.region,
      tables: namesOf(tables),
      functions,
      alarmTopic: alarmTopic.topicArn,
      scheduleGroup: scheduleGroup.scheduleGroupName,
      door,
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
      // A parameter must not hold two opening braces in a row, which JSON has inside of texts only.
      this.addParameter('Settings', paths.settings, JSON.stringify(settings).replaceAll('{{', String.raw`{\u007b`)),
    ];
  }

  private addParameter(id: string, parameterName: string, stringValue: string): string {
    const { parameterArn } = new StringParameter(this, id, {
      parameterName,
      stringValue,
      description: 'Read by the command line of Curfew',
      // Standard, which costs nothing, unless long names need more than 4 KB.
      tier: ParameterTier.INTELLIGENT_TIERING,
    });
    return parameterArn;
  }
}

function namesOf(tables: DeploymentParametersProps['tables']): TableNames {
  const names = Object.entries(tables).map(([key, { tableName }]) => [key, tableName]);
  // `entries` and `fromEntries` forget which keys they were given.
  return Object.fromEntries(names) as TableNames;
}
