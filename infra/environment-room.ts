import { jobs } from '../shared/jobs.ts';
import { apiPaths } from '../shared/kernel/contract/api-paths.ts';
import type { KeyedPurpose } from '../shared/kernel/contract/platform-environment.ts';
import { tableDefinitions, type TableKey } from '../shared/kernel/contract/tables.ts';
import { environmentOf, type EnvironmentSources } from './job-environment.ts';
import { stackNames } from './stack-names.ts';

/** All variables of a Lambda function, with names. */
const environmentCharsMax = 4_096;
/** CloudFormation's additions to a table name: the stack's name, a hash and a random part. */
const generatedChars = 40;
/** An ARN of a secret or function, with CloudFormation's additions. */
const arn = 'a'.repeat(180);
/** A stage and an organization. */
const name = 'n'.repeat(49);
/** SES's maximum. */
const configurationSetName = 'c'.repeat(64);

/** API Gateway's address format. */
const doorUrl = `https://abcdefghij.execute-api.ap-southeast-1.amazonaws.com${apiPaths.links}`;

/** Characters left in the largest environment with the longest names. Negative: Lambda would reject the deployment. */
export function environmentCharsLeft(
  stage: string,
  organization: EnvironmentSources['organization'] & {
    readonly name: string;
    readonly platformKeys: readonly KeyedPurpose[];
  },
): number {
  const tableName = 't'.repeat(stackNames(stage, organization.name).data.length + generatedChars);
  const { settings } = organization;
  const sources: EnvironmentSources = {
    organization: { ...organization, settings: { ...settings, doorUrl: settings.doorUrl ?? doorUrl } },
    tables: allTables({ tableName }),
    platformKey: { secretArn: arn },
    purposeKeys: Object.fromEntries(organization.platformKeys.map((purpose) => [purpose, { secretArn: arn }])),
    fingerprintKey: { secretArn: arn },
    linkKey: { secretArn: arn },
    functionOf: () => arn,
    configurationSetName,
    evidence: { organization: name, keyArn: arn, bucketName: 'b'.repeat(63), retentionDays: 36_500 },
  };
  // Lambda measures all variables as one JSON object.
  const sizes = jobs.map((job) => Buffer.byteLength(JSON.stringify(environmentOf(job, sources))));
  return environmentCharsMax - Math.max(...sizes);
}

function allTables<T>(each: T): Readonly<Record<TableKey, T>> {
  // `fromEntries` loses the key type.
  return Object.fromEntries(Object.keys(tableDefinitions).map((key) => [key, each])) as Record<TableKey, T>;
}
