import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';
import type { TableKey } from '../../shared/contracts/tables.ts';

export interface Grantables {
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableArn'>>>;
  readonly platformKey: Pick<ISecret, 'secretArn'>;
  readonly fingerprintKey: Pick<ISecret, 'secretArn'>;
  readonly mail: { readonly identity: string; readonly configurationSetName: string; readonly from: string };
  /** The ARN, with its alias, of the function of a job. */
  readonly functionOf: (job: string) => string;
}

/** Gives a role exactly what the declaration of its job names: named actions on named resources. */
export function grantPermissions(role: Role, job: JobDeclaration, grantables: Grantables): void {
  const { tables, platformKey, fingerprintKey, mail, functionOf } = grantables;
  for (const { table, index, actions } of job.tables) {
    const { tableArn } = tables[table];
    const resource = index === undefined ? tableArn : `${tableArn}/index/${index}`;
    role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  }
  const secrets = { 'platform-key': platformKey, 'fingerprint-key': fingerprintKey };
  for (const secret of job.secrets ?? []) {
    const resources = [secrets[secret].secretArn];
    role.addToPolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
  }
  for (const started of job.starts ?? []) {
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionOf(started)] }));
  }
  if (job.sendsMail) {
    role.addToPolicy(mailStatement(Stack.of(role), mail));
  }
}

/** SES requires the permission for the identity, and for that also the one for the configuration set. */
function mailStatement(stack: Stack, { identity, configurationSetName, from }: Grantables['mail']): PolicyStatement {
  const arnOf = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [arnOf('identity', identity), arnOf('configuration-set', configurationSetName)],
    conditions: { StringEquals: { 'ses:FromAddress': from } },
  });
}
