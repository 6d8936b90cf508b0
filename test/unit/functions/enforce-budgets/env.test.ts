import { expect, test } from 'vitest';

import { EnforceBudgetsEnvironment, type EnforceBudgetsVariables } from '../../../../functions/enforce-budgets/env.ts';
import { readEnvironment } from '../../../../shared/runtime/read-environment.ts';

const deployed: EnforceBudgetsVariables = {
  CURFEW_BASE_URL: 'https://platform.example.com',
  CURFEW_APP_URL: 'https://app.example.com',
  CURFEW_API_KEY_SECRET_ID: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:Key',
  CURFEW_SETTINGS: '{}',
  CURFEW_TABLE_BUDGETS: 'Budgets',
  CURFEW_TABLE_VERSIONS: 'versions',
  CURFEW_TABLE_TEAMS: 'Teams',
  CURFEW_TABLE_GRANTS: 'Grants',
  CURFEW_TABLE_LEDGER: 'Ledger',
  CURFEW_TABLE_USERS: 'Users',
  CURFEW_TABLE_LIMITS: 'Limits',
  CURFEW_TABLE_LEASES: 'Leases',
  CURFEW_TABLE_RUNS: 'Runs',
  CURFEW_TABLE_PLANS: 'Runs',
  CURFEW_TABLE_PAGES: 'pages',
  CURFEW_TABLE_JOURNAL: 'Journal',
  CURFEW_TABLE_OUTBOX: 'Outbox',
  CURFEW_TABLE_ALERTS: 'Alerts',
  CURFEW_TABLE_RECIPIENTS: 'Recipients',
  CURFEW_TABLE_EVIDENCE: 'Evidence',
};

test('what a deployment sets is what the function reads', () => {
  const env = readEnvironment(EnforceBudgetsEnvironment, deployed);

  expect(Object.keys(env).toSorted()).toEqual(Object.keys(deployed).toSorted());
});

test('an empty environment is answered with one message that names every variable', () => {
  const reading = () => readEnvironment(EnforceBudgetsEnvironment, {});

  const { CURFEW_APP_URL: _url, ...required } = deployed;
  for (const name of Object.keys(required)) {
    expect(reading).toThrow(name);
  }
});
