import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import type { TableGrant, TableKey } from '../../../shared/kernel/contract/tables.ts';
import type {
  FunctionDeclaration,
  JobDeclaration,
  JobSecret,
} from '../../../shared/kernel/runs/contract/job-declaration.ts';
import type { PurposeKeys, SecretPlace } from '../../job-environment.ts';

export interface EvidenceGrants {
  readonly organization: string;
  readonly keyArn: string;
  readonly bucketName: string;
  /** cdk-nag's name for a grant on the organization's objects. */
  readonly objectsRule: string;
}

export interface Grantables {
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableArn'>>>;
  readonly platformKey: SecretPlace;
  readonly purposeKeys: PurposeKeys;
  readonly fingerprintKey: SecretPlace;
  readonly linkKey: SecretPlace;
  readonly mail: { readonly identity: string; readonly configurationSetName: string; readonly from: string };
  readonly evidence: EvidenceGrants;
  readonly functionOf: (job: string) => string;
  /** ARNs of those that channels may be. */
  readonly eventBuses: readonly string[];
  readonly securityHub: boolean;
  /** `s3://BUCKET/PREFIX` of monthly exports; undefined: none are written. */
  readonly exportsTo: string | undefined;
}

/** Grants a role exactly its job declaration: named actions on named resources. */
export function grantPermissions(role: Role, job: JobDeclaration, grantables: Grantables): void {
  const { tables, platformKey, purposeKeys, fingerprintKey, linkKey, mail, evidence, functionOf, exportsTo } =
    grantables;
  grantTables(role, job, tables);
  for (const { secretArn } of secretsOf(job, { platformKey, purposeKeys, fingerprintKey, linkKey })) {
    role.addToPolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] }));
  }
  for (const started of job.starts ?? []) {
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionOf(started)] }));
  }
  if (job.anchors) {
    anchorStatements(Stack.of(role), evidence).forEach((statement) => role.addToPolicy(statement));
    acknowledgeAnchorObjects(role, evidence);
  }
  if (job.writesExports && exportsTo !== undefined) {
    grantExports(role, exportsTo);
  }
  if (job.sendsMail) {
    role.addToPolicy(mailStatement(Stack.of(role), mail));
    grantAwsChannels(role, grantables);
  }
}

/** Grants what channels of AWS need: nothing unless the organization names them. */
export function grantAwsChannels(
  role: Role,
  { eventBuses, securityHub }: { readonly eventBuses: readonly string[]; readonly securityHub: boolean },
): void {
  if (eventBuses.length > 0) {
    role.addToPolicy(new PolicyStatement({ actions: ['events:PutEvents'], resources: [...eventBuses] }));
  }
  if (securityHub) {
    const stack = Stack.of(role);
    // What is no partner's product is the account's own.
    const resourceName = `${stack.account}/default`;
    const product = stack.formatArn({ service: 'securityhub', resource: 'product', resourceName });
    role.addToPolicy(new PolicyStatement({ actions: ['securityhub:BatchImportFindings'], resources: [product] }));
  }
}

/** A job's distinct secrets: purposes without their own key use the reading key. */
export function secretsOf(
  { secrets = [] }: JobDeclaration,
  {
    platformKey,
    purposeKeys,
    fingerprintKey,
    linkKey,
  }: Pick<Grantables, 'platformKey' | 'purposeKeys' | 'fingerprintKey' | 'linkKey'>,
): ReadonlySet<SecretPlace> {
  const found: Readonly<Record<JobSecret, SecretPlace>> = {
    'reading-key': platformKey,
    'limits-key': purposeKeys.limits ?? platformKey,
    'sessions-key': purposeKeys.sessions ?? platformKey,
    'computers-key': purposeKeys.computers ?? platformKey,
    'fingerprint-key': fingerprintKey,
    'link-key': linkKey,
  };
  return new Set(secrets.map((secret) => found[secret]));
}

export function grantTables(role: Role, declaration: FunctionDeclaration, tables: Grantables['tables']): void {
  for (const grant of declaration.tables) {
    role.addToPolicy(new PolicyStatement({ actions: [...grant.actions], resources: [grantedArn(grant, tables)] }));
  }
}

export function grantedArn({ table, index }: TableGrant, tables: Grantables['tables']): string {
  const { tableArn } = tables[table];
  return index === undefined ? tableArn : `${tableArn}/index/${index}`;
}

export function verifyStatements(stack: Stack, evidence: EvidenceGrants): readonly PolicyStatement[] {
  const { bucketArn, objectsArn } = evidenceArns(stack, evidence);
  return [
    new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [evidence.keyArn] }),
    new PolicyStatement({ actions: ['s3:ListBucketVersions'], resources: [bucketArn] }),
    new PolicyStatement({ actions: ['s3:GetObjectVersion'], resources: [objectsArn] }),
  ];
}

/** A policy cannot name future objects. */
export function acknowledgeAnchorObjects(scope: Construct, { objectsRule }: EvidenceGrants): void {
  Validations.of(scope).acknowledge({
    id: objectsRule,
    reason: 'No policy can name objects that are yet to be written: these are the signed heads of one organization.',
  });
}

function anchorStatements(stack: Stack, evidence: EvidenceGrants): readonly PolicyStatement[] {
  const { bucketArn, objectsArn } = evidenceArns(stack, evidence);
  return [
    new PolicyStatement({ actions: ['kms:GetPublicKey', 'kms:Sign'], resources: [evidence.keyArn] }),
    new PolicyStatement({ actions: ['s3:ListBucketVersions'], resources: [bucketArn] }),
    new PolicyStatement({
      actions: ['s3:GetObjectVersion', 's3:PutObject', 's3:PutObjectRetention'],
      resources: [objectsArn],
    }),
  ];
}

/** The bucket of signed heads, and one organization's objects in it. */
export function evidenceArns(
  stack: Stack,
  { bucketName, organization }: EvidenceGrants,
): { readonly bucketArn: string; readonly objectsArn: string } {
  const bucketArn = stack.formatArn({ service: 's3', region: '', account: '', resource: bucketName });
  return { bucketArn, objectsArn: `${bucketArn}/${organization}/*` };
}

function grantExports(role: Role, to: string): void {
  const stack = Stack.of(role);
  const below = `${to.replace('s3://', '')}/*`;
  const objects = stack.formatArn({ service: 's3', region: '', account: '', resource: below });
  role.addToPolicy(new PolicyStatement({ actions: ['s3:PutObject', 's3:AbortMultipartUpload'], resources: [objects] }));
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${below}]`,
    reason: 'No policy can name objects that are yet to be written: these are the monthly exports of one organization.',
  });
}

/** SES requires the permission on the identity and on the configuration set. */
function mailStatement(stack: Stack, { identity, configurationSetName, from }: Grantables['mail']): PolicyStatement {
  const arnOf = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [arnOf('identity', identity), arnOf('configuration-set', configurationSetName)],
    conditions: { StringEquals: { 'ses:FromAddress': from } },
  });
}
