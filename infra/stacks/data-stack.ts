import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import * as z from 'zod';

import type { KeyedPurpose } from '../../shared/kernel/contract/platform-environment.ts';
import {
  type SparseIndex,
  type TableDefinition,
  tableDefinitions,
  type TableKey,
} from '../../shared/kernel/contract/tables.ts';
import type { Organization } from '../config.ts';
import { PeoplePool, type TokenIssuer } from '../constructs/access/people-pool.ts';
import { roleArn } from '../constructs/access/role-arn.ts';
import { EvidenceAnchors } from '../constructs/evidence-anchors.ts';
import { pascalCase, signerRoleName } from '../stack-names.ts';
import { itemWrites, type TableWriters } from '../table-writers.ts';

/**
 * Denies writes to all but some roles, whatever identity policies allow; without roles, to all. Roles are named, since
 * the table exists before them. Exact names, not tags: a session may bring its own tags. Administration is not denied:
 * the account can still change this policy, deploy and delete, which raises an alarm.
 */
function tablePolicy(
  stack: Stack,
  { writers, hasTimeToLive }: { readonly writers: readonly string[]; readonly hasTimeToLive: boolean },
): PolicyDocument {
  const roles = writers.map((roleName) => roleArn(stack, roleName));
  const refusal = { effect: Effect.DENY, principals: [new AnyPrincipal()], resources: ['*'] };
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        ...refusal,
        sid: 'OnlyItsFunctionsWrite',
        actions: [...itemWrites],
        ...(roles.length > 0 && { conditions: { ArnNotEquals: { 'aws:PrincipalArn': roles } } }),
      }),
      ...(hasTimeToLive
        ? []
        : // DynamoDB itself removes expired items, which no policy prevents.
          [new PolicyStatement({ ...refusal, sid: 'NothingExpires', actions: ['dynamodb:UpdateTimeToLive'] })]),
    ],
  });
}

interface EvidenceParts {
  readonly organization: string;
  readonly keyArn: string;
  readonly bucketName: string;
  readonly objectsRule: string;
  readonly retentionDays: number;
}

const Imported = z.strictObject({ 'Fn::ImportValue': z.string() });

interface DataStackProps extends StackProps {
  readonly stage: string;
  readonly organization: Organization;
  readonly writers: TableWriters;
}

/** One organization's tables and keys. Deleting the stack deletes none of it. */
export class DataStack extends Stack {
  readonly tables: Readonly<Record<TableKey, Table>>;
  readonly platformKey: Secret;
  readonly purposeKeys: Readonly<Partial<Record<KeyedPurpose, Secret>>>;
  readonly fingerprintKey: Secret;
  readonly linkKey: Secret;
  readonly evidence: EvidenceParts;
  readonly issuer: TokenIssuer;
  /** Absent when the configuration names an issuer. */
  readonly pool: UserPool | undefined;
  private readonly hasOwnKeys: boolean;

  constructor(scope: Construct, id: string, { stage, organization, writers, ...props }: DataStackProps) {
    super(scope, id, { description: 'Curfew: tables and platform key of one organization', ...props });
    this.hasOwnKeys = organization.ownKeys;
    const entries = Object.entries(tableDefinitions).map(([key, definition]) => [
      key,
      this.addTable(key, definition, writers[key as TableKey]),
    ]);
    // `entries` and `fromEntries` lose the key type.
    this.tables = Object.fromEntries(entries) as Record<TableKey, Table>;
    this.platformKey = this.addPlatformKey('PlatformKey', 'calls the platform');
    this.purposeKeys = Object.fromEntries(
      organization.platformKeys.map((purpose) => [
        purpose,
        this.addPlatformKey(`PlatformKey${pascalCase(purpose)}`, purposeWords[purpose]),
      ]),
    );
    this.fingerprintKey = this.addGeneratedKey(
      'FingerprintKey',
      'The key by which Curfew tells secrets in the controls apart without keeping them',
      'A rotated key would show every secret of the organization as changed, and every revision as rewritten.',
    );
    this.linkKey = this.addGeneratedKey(
      'LinkKey',
      'The keys that sign links in mails and seal addresses of channels, one a line: the first is used, the others are still read',
      'Links live for two weeks; docs/requests.md says how a key is replaced while some are on their way.',
    );
    this.evidence = this.addEvidence(stage, organization);
    const { oidc } = organization.door;
    const people = oidc === undefined ? this.addPeople() : { issuer: oidc, pool: undefined };
    this.pool = people.pool;
    this.issuer = people.issuer;
  }

  private addTable(key: string, definition: TableDefinition, writers: readonly string[] | undefined): Table {
    const { partitionKey, sortKey, timeToLiveAttribute, sparseIndex, stream, isEditedByHand } = definition;
    const table = new Table(this, pascalCase(key), {
      partitionKey: textKey(partitionKey),
      sortKey: sortKey === undefined ? undefined : textKey(sortKey),
      timeToLiveAttribute,
      stream: stream === undefined ? undefined : streamViews[stream],
      resourcePolicy:
        writers === undefined
          ? undefined
          : tablePolicy(this, { writers, hasTimeToLive: timeToLiveAttribute !== undefined }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: this.hasOwnKeys ? TableEncryption.AWS_MANAGED : TableEncryption.DEFAULT,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (sparseIndex !== undefined) {
      table.addGlobalSecondaryIndex({
        indexName: sparseIndex.name,
        partitionKey: textKey(sparseIndex.partitionKey),
        sortKey: textKey(sparseIndex.sortKey),
        ...projectionOf(sparseIndex),
      });
    }
    if (isEditedByHand) {
      new CfnOutput(this, `${pascalCase(key)}Table`, { value: table.tableName });
    }
    // Always exported: dropping an export with its last use blocks the deployment.
    this.exportValue(table.tableName);
    this.exportValue(table.tableArn);
    if (table.tableStreamArn !== undefined) {
      this.exportValue(table.tableStreamArn);
    }
    return table;
  }

  private addPeople(): PeoplePool {
    const people = new PeoplePool(this, 'People');
    this.exportValue(people.issuer.issuer);
    people.issuer.audience.forEach((client) => this.exportValue(client));
    this.exportValue(people.pool.userPoolId);
    return people;
  }

  private addEvidence(stage: string, { name, evidence }: DataStackProps['organization']): EvidenceParts {
    const { keyArn, bucketName } = new EvidenceAnchors(this, 'Anchors', {
      signerRoleName: signerRoleName(stage, name),
      retentionDays: evidence.retentionDays,
      bucketName: evidence.bucket,
    });
    this.exportValue(keyArn);
    // Other stacks use the import itself: cdk-nag knows the bucket by it before and after references are resolved.
    const bucket = evidence.bucket ?? this.exportValue(bucketName);
    const organization = `${stage}/${name}`;
    const objectsRule = `AwsSolutions-IAM5[Resource::arn:${this.partition}:s3:::${this.inRules(bucket)}/${organization}/*]`;
    return { organization, keyArn, bucketName: bucket, objectsRule, retentionDays: evidence.retentionDays };
  }

  /** A value in cdk-nag's spelling: another stack's by its export name. */
  private inRules(value: string): string {
    const resolved: unknown = this.resolve(value);
    return typeof resolved === 'string' ? resolved : Imported.parse(resolved)['Fn::ImportValue'];
  }

  /** Starts as random text that the platform rejects; an admin replaces it with the key. */
  private addPlatformKey(id: string, does: string): Secret {
    const secret = new Secret(this, id, {
      description: `The API key with which Curfew ${does}`,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The platform gives out keys in its web application only, so a person has to rotate them.',
    });
    this.exportValue(secret.secretArn);
    // Admins must find the keys they have to set.
    new CfnOutput(this, `${id}Secret`, { value: secret.secretArn });
    return secret;
  }

  /** A key generated here and not rotated; `reason` says why. */
  private addGeneratedKey(id: string, description: string, reason: string): Secret {
    const secret = new Secret(this, id, {
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });
    this.exportValue(secret.secretArn);
    return secret;
  }
}

const purposeWords: Readonly<Record<KeyedPurpose, string>> = {
  limits: 'sets limits',
  sessions: 'changes sessions',
  computers: 'creates computers',
};

const streamViews = { images: StreamViewType.NEW_AND_OLD_IMAGES, keys: StreamViewType.KEYS_ONLY } as const;

function projectionOf({ shows }: SparseIndex) {
  return shows === undefined
    ? { projectionType: ProjectionType.KEYS_ONLY }
    : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...shows] };
}

function textKey(name: string) {
  return { name, type: AttributeType.STRING };
}
