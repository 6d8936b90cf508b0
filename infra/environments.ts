import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

import type { DeliverMailsVariables } from '../functions/deliver-mails/env.ts';
import type { EnforceBudgetsVariables } from '../functions/enforce-budgets/env.ts';
import type { WatchEditsVariables } from '../functions/watch-edits/env.ts';
import type { WatchControlsVariables } from '../functions/watch-controls/env.ts';
import type { WatchMailVariables } from '../functions/watch-mail/env.ts';
import type { TableKey } from '../shared/contracts/tables.ts';
import type { Organization } from './config.ts';
import type { FunctionFolder } from './permissions.ts';

export interface EnvironmentSources {
  readonly organization: Organization;
  readonly tables: Readonly<Record<TableKey, Pick<ITable, 'tableName'>>>;
  readonly platformKey: Pick<ISecret, 'secretArn'>;
  readonly fingerprintKey: Pick<ISecret, 'secretArn'>;
  /** The ARN, with its alias, of the function that sets limits. */
  readonly enforcingFunction: string;
  readonly configurationSetName: string;
}

/** The environment of each function, in the words of its own `env.ts`: a misspelt variable does not compile. */
export const environments: Readonly<
  Record<FunctionFolder, (sources: EnvironmentSources) => Readonly<Record<string, string>>>
> = {
  'enforce-budgets': enforceBudgetsVariables,
  'watch-edits': watchEditsVariables,
  'watch-controls': watchControlsVariables,
  'deliver-mails': deliverMailsVariables,
  'watch-mail': watchMailVariables,
};

function enforceBudgetsVariables({ organization, tables, platformKey }: EnvironmentSources): EnforceBudgetsVariables {
  return {
    CURFEW_BASE_URL: organization.baseUrl,
    CURFEW_APP_URL: organization.appUrl ?? organization.baseUrl,
    CURFEW_API_KEY_SECRET_ID: platformKey.secretArn,
    CURFEW_SETTINGS: JSON.stringify(organization.settings),
    CURFEW_TABLE_BUDGETS: tables.budgets.tableName,
    CURFEW_TABLE_VERSIONS: tables.versions.tableName,
    CURFEW_TABLE_TEAMS: tables.teams.tableName,
    CURFEW_TABLE_GRANTS: tables.grants.tableName,
    CURFEW_TABLE_LEDGER: tables.ledger.tableName,
    CURFEW_TABLE_USERS: tables.users.tableName,
    CURFEW_TABLE_LIMITS: tables.limits.tableName,
    CURFEW_TABLE_LEASES: tables.leases.tableName,
    CURFEW_TABLE_RUNS: tables.runs.tableName,
    CURFEW_TABLE_PLANS: tables.plans.tableName,
    CURFEW_TABLE_PAGES: tables.pages.tableName,
    CURFEW_TABLE_JOURNAL: tables.journal.tableName,
    CURFEW_TABLE_OUTBOX: tables.outbox.tableName,
    CURFEW_TABLE_ALERTS: tables.alerts.tableName,
    CURFEW_TABLE_RECIPIENTS: tables.recipients.tableName,
    CURFEW_TABLE_EVIDENCE: tables.evidence.tableName,
  };
}

/** What follows from edits, the enforcing function does. */
function watchEditsVariables({ tables, enforcingFunction }: EnvironmentSources): WatchEditsVariables {
  return {
    CURFEW_TABLE_BUDGETS: tables.budgets.tableName,
    CURFEW_TABLE_VERSIONS: tables.versions.tableName,
    CURFEW_TABLE_JOURNAL: tables.journal.tableName,
    CURFEW_ENFORCING_FUNCTION: enforcingFunction,
  };
}

function watchControlsVariables({
  organization,
  tables,
  platformKey,
  fingerprintKey,
}: EnvironmentSources): WatchControlsVariables {
  return {
    CURFEW_BASE_URL: organization.baseUrl,
    CURFEW_APP_URL: organization.appUrl ?? organization.baseUrl,
    CURFEW_API_KEY_SECRET_ID: platformKey.secretArn,
    CURFEW_SETTINGS: JSON.stringify(organization.settings),
    CURFEW_TABLE_LEASES: tables.leases.tableName,
    CURFEW_TABLE_RUNS: tables.runs.tableName,
    CURFEW_TABLE_JOURNAL: tables.journal.tableName,
    CURFEW_TABLE_OUTBOX: tables.outbox.tableName,
    CURFEW_TABLE_ALERTS: tables.alerts.tableName,
    CURFEW_TABLE_RECIPIENTS: tables.recipients.tableName,
    CURFEW_TABLE_REVISIONS: tables.revisions.tableName,
    CURFEW_TABLE_CONTROLS: tables.controls.tableName,
    CURFEW_FINGERPRINT_KEY_SECRET_ID: fingerprintKey.secretArn,
    CURFEW_TABLE_EVIDENCE: tables.evidence.tableName,
  };
}

function deliverMailsVariables({
  organization,
  tables,
  configurationSetName,
}: EnvironmentSources): DeliverMailsVariables {
  return {
    CURFEW_MAIL_FROM: organization.settings.mailFrom,
    CURFEW_MAIL_CONFIGURATION_SET: configurationSetName,
    CURFEW_TABLE_OUTBOX: tables.outbox.tableName,
    CURFEW_TABLE_LEASES: tables.leases.tableName,
  };
}

function watchMailVariables({ organization, tables }: EnvironmentSources): WatchMailVariables {
  return {
    CURFEW_SETTINGS: JSON.stringify(organization.settings),
    CURFEW_TABLE_JOURNAL: tables.journal.tableName,
    CURFEW_TABLE_RECIPIENTS: tables.recipients.tableName,
  };
}
