import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

import type { TableKey } from '../../shared/contracts/tables.ts';
import type { Permissions } from '../permissions.ts';

export interface Grantables {
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableArn'>>>;
  readonly platformKey: Pick<ISecret, 'secretArn'>;
  readonly fingerprintKey: Pick<ISecret, 'secretArn'>;
  readonly mail: { readonly identity: string; readonly configurationSetName: string; readonly from: string };
  /** The ARN, with its alias, of the function that sets limits. */
  readonly enforcingFunction: string;
}

/** Gives a role exactly what its line of the permissions says: named actions on named resources. */
export function grantPermissions(
  role: Role,
  permissions: Permissions,
  { tables, platformKey, fingerprintKey, mail, enforcingFunction }: Grantables,
): void {
  for (const { table, index, actions } of permissions.tables) {
    const { tableArn } = tables[table];
    const resource = index === undefined ? tableArn : `${tableArn}/index/${index}`;
    role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  }
  const secrets = [
    ...(permissions.platformKey ? [platformKey.secretArn] : []),
    ...(permissions.fingerprintKey === true ? [fingerprintKey.secretArn] : []),
  ];
  for (const secret of secrets) {
    const resources = [secret];
    role.addToPolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
  }
  if (permissions.enforcing === true) {
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [enforcingFunction] }));
  }
  if (permissions.mail) {
    role.addToPolicy(mailStatement(Stack.of(role), mail));
  }
}

/** SES asks for the right to the identity, and for that to the configuration set. */
function mailStatement(stack: Stack, { identity, configurationSetName, from }: Grantables['mail']): PolicyStatement {
  const arnOf = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [arnOf('identity', identity), arnOf('configuration-set', configurationSetName)],
    conditions: { StringEquals: { 'ses:FromAddress': from } },
  });
}
