import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

import {
  type computersKeyVariables,
  type KeyedPurpose,
  keyedPurposes,
  type limitsKeyVariables,
  type platformVariables,
  type sessionsKeyVariables,
} from '../shared/kernel/contract/platform-environment.ts';
import type { TableKey } from '../shared/kernel/contract/tables.ts';
import type { JobDeclaration } from '../shared/kernel/runs/contract/job-declaration.ts';
import {
  type anchorVariables,
  type exportVariables,
  type fingerprintVariables,
  type linkVariables,
  functionVariable,
  type mailVariables,
  tablesOf,
  tableVariable,
} from '../shared/kernel/runs/contract/job-variables.ts';
import { metricsVariable } from '../shared/kernel/runs/contract/run-metrics.ts';
import type { SettingName } from '../shared/settings/contract/setting-schemas.ts';
import type { settingsVariables } from '../shared/settings/contract/settings-variables.ts';
import { settingsSaid, type Settings } from '../shared/settings/contract/settings.ts';

export type PurposeKeys = Readonly<Partial<Record<KeyedPurpose, ISecret>>>;

/** A secret by its ARN: its own stack has the rest. */
export interface SecretPlace {
  readonly secretArn: string;
}

export interface EnvironmentSources {
  readonly organization: {
    readonly name: string;
    readonly baseUrl: string;
    readonly appUrl?: string | undefined;
    readonly settings: Settings;
    readonly metrics?: 'few' | 'all' | undefined;
  };
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableName'>>>;
  readonly platformKey: SecretPlace;
  readonly purposeKeys: PurposeKeys;
  readonly fingerprintKey: SecretPlace;
  readonly linkKey: SecretPlace;
  readonly functionOf: (job: string) => string;
  readonly configurationSetName: string;
  readonly evidence: {
    readonly organization: string;
    readonly keyArn: string;
    readonly bucketName: string;
    readonly retentionDays: number;
  };
}

/** The values of a variable group by the names functions read: a misspelt name does not compile. */
type Values<Variables> = (sources: EnvironmentSources) => Readonly<Record<keyof Variables, string>>;

const platformValues: Values<typeof platformVariables> = ({ organization, platformKey }) => ({
  CURFEW_BASE_URL: organization.baseUrl,
  CURFEW_APP_URL: organization.appUrl ?? organization.baseUrl,
  CURFEW_API_KEY_SECRET_ID: platformKey.secretArn,
});

/** Names as in `limitsKeyVariables` and its neighbours. */
const purposeKeyNames: Readonly<
  Record<KeyedPurpose, keyof (typeof limitsKeyVariables & typeof sessionsKeyVariables & typeof computersKeyVariables)>
> = {
  limits: 'CURFEW_API_KEY_LIMITS_SECRET_ID',
  sessions: 'CURFEW_API_KEY_SESSIONS_SECRET_ID',
  computers: 'CURFEW_API_KEY_COMPUTERS_SECRET_ID',
};

function purposeKeyValues({ secrets = [] }: JobDeclaration, { purposeKeys }: EnvironmentSources) {
  const own = keyedPurposes.flatMap((purpose) => {
    const key = secrets.includes(`${purpose}-key`) ? purposeKeys[purpose] : undefined;
    return key === undefined ? [] : [[purposeKeyNames[purpose], key.secretArn] as const];
  });
  return Object.fromEntries(own);
}

const fingerprintValues: Values<typeof fingerprintVariables> = ({ fingerprintKey }) => ({
  CURFEW_FINGERPRINT_KEY_SECRET_ID: fingerprintKey.secretArn,
});

const linkValues: Values<typeof linkVariables> = ({ linkKey }) => ({
  CURFEW_LINK_KEY_SECRET_ID: linkKey.secretArn,
});

function settingsValues(
  names: readonly SettingName[],
  { organization }: EnvironmentSources,
): Readonly<Record<keyof ReturnType<typeof settingsVariables>, string>> {
  return { CURFEW_SETTINGS: JSON.stringify(settingsSaid(organization.settings, names)) };
}

const mailValues: Values<typeof mailVariables> = ({ organization, configurationSetName }) => ({
  CURFEW_MAIL_FROM: organization.settings.mailFrom,
  CURFEW_MAIL_CONFIGURATION_SET: configurationSetName,
});

const anchorValues: Values<typeof anchorVariables> = ({ evidence }) => ({
  CURFEW_ORGANIZATION: evidence.organization,
  CURFEW_EVIDENCE_KEY_ID: evidence.keyArn,
  CURFEW_EVIDENCE_BUCKET: evidence.bucketName,
  CURFEW_EVIDENCE_RETENTION_DAYS: String(evidence.retentionDays),
});

const exportValues: Values<typeof exportVariables> = ({ organization }) => ({ CURFEW_ACCOUNT: organization.name });

/** The environment of a job's function, by its declaration; holds no key itself. */
export function environmentOf(job: JobDeclaration, sources: EnvironmentSources): Readonly<Record<string, string>> {
  const { secrets = [], starts = [] } = job;
  return {
    ...Object.fromEntries(tablesOf(job).map((table) => [tableVariable(table), sources.tables[table].tableName])),
    ...Object.fromEntries(starts.map((name) => [functionVariable(name), sources.functionOf(name)])),
    ...(secrets.includes('reading-key') && platformValues(sources)),
    ...purposeKeyValues(job, sources),
    ...(secrets.includes('fingerprint-key') && fingerprintValues(sources)),
    ...(secrets.includes('link-key') && linkValues(sources)),
    ...(job.settings && settingsValues(job.settings, sources)),
    ...(job.anchors && anchorValues(sources)),
    ...(job.sendsMail && mailValues(sources)),
    ...(job.writesExports && exportValues(sources)),
    ...(sources.organization.metrics === 'all' && { [metricsVariable]: 'all' }),
  };
}
