import { createHash } from 'node:crypto';

import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import type { apiVariables } from '../../shared/kernel/contract/api-paths.ts';
import type { DeploymentName, DeploymentParts } from '../../shared/kernel/contract/deployment-parts.ts';
import type { FunctionDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { Organization } from '../config.ts';
import { adminApiRoleName } from '../stack-names.ts';
import {
  acknowledgeAnchorObjects,
  grantAwsChannels,
  grantTables,
  type Grantables,
  verifyStatements,
} from './access/granted-permissions.ts';
import { DeclaredFunction } from './declared-function.ts';
import type { DeploymentParameters } from './deployment-parameters.ts';
import type { Monitoring } from './monitoring/monitoring.ts';

interface AdminApiFunctionProps extends Pick<Grantables, 'tables' | 'evidence' | 'linkKey'> {
  readonly declaration: FunctionDeclaration;
  readonly name: DeploymentName;
  readonly organization: Organization;
  readonly parameters: DeploymentParameters;
  /** Of jobs that can be started by hand. */
  readonly functions: DeploymentParts['functions'];
  readonly monitoring: Monitoring;
}

/** The admin API's function. It looks its deployment up like people do, since the names exceed an environment. */
export class AdminApiFunction extends DeclaredFunction {
  constructor(scope: Construct, id: string, { name, organization, ...props }: AdminApiFunctionProps) {
    const { declaration, parameters, evidence } = props;
    const { reservedConcurrency } = organization.door;
    super(scope, id, {
      declaration,
      environment: environmentOf(name, organization, props.linkKey.secretArn),
      monitoring: props.monitoring,
      roleName: adminApiRoleName(name.stage, name.organization),
      options: reservedConcurrency === undefined ? {} : { reservedConcurrentExecutions: reservedConcurrency },
      alarms: {
        errors: 'The admin API failed on a request or took too long. Its log says why; who called may try again.',
        throttles:
          'Requests to the admin API were refused: more at a time than the account, or door.reservedConcurrency, lets it answer.',
      },
    });
    grantTables(this.role, declaration, props.tables);
    // For tests of channels.
    grantAwsChannels(this.role, organization);
    for (const [action, resources] of [
      ['ssm:GetParameters', parameters.arns],
      ['lambda:InvokeFunction', Object.values(props.functions)],
      ['secretsmanager:GetSecretValue', [props.linkKey.secretArn]],
    ] as const) {
      this.role.addToPolicy(new PolicyStatement({ actions: [action], resources: [...resources] }));
    }
    verifyStatements(Stack.of(this), evidence).forEach((statement) => this.role.addToPolicy(statement));
    acknowledgeAnchorObjects(this.role, evidence);
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Nothing starts it asynchronously: who calls waits for the answer, and learns that there is none.',
    });
    // A new environment reads what the same deployment has written.
    this.lambda.node.addDependency(parameters);
  }
}

/** A running environment has read the settings: a new version makes Lambda start new ones. */
function environmentOf({ stage, organization }: DeploymentName, { settings }: Organization, linkKeyArn: string) {
  const variables: Readonly<Record<keyof typeof apiVariables, string>> = {
    CURFEW_DEPLOYMENT: `${stage}/${organization}`,
    CURFEW_LINK_KEY_SECRET_ID: linkKeyArn,
  };
  // Link addresses are for mails and known only to the deployment.
  const { doorUrl: _, ...read } = settings;
  const version = createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16);
  return { ...variables, CURFEW_SETTINGS_VERSION: version };
}
