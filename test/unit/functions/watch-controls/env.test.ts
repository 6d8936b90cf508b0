import { expect, test } from 'vitest';

import { WatchControlsEnvironment, type WatchControlsVariables } from '../../../../functions/watch-controls/env.ts';
import { readEnvironment } from '../../../../shared/runtime/read-environment.ts';

const deployed: WatchControlsVariables = {
  CURFEW_BASE_URL: 'https://platform.example.com',
  CURFEW_APP_URL: 'https://app.example.com',
  CURFEW_API_KEY_SECRET_ID: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:Key',
  CURFEW_FINGERPRINT_KEY_SECRET_ID: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:Fingerprints',
  CURFEW_SETTINGS: '{}',
  CURFEW_TABLE_LEASES: 'Leases',
  CURFEW_TABLE_RUNS: 'Runs',
  CURFEW_TABLE_JOURNAL: 'Journal',
  CURFEW_TABLE_OUTBOX: 'Outbox',
  CURFEW_TABLE_ALERTS: 'Alerts',
  CURFEW_TABLE_RECIPIENTS: 'Recipients',
  CURFEW_TABLE_REVISIONS: 'Revisions',
  CURFEW_TABLE_CONTROLS: 'Controls',
  CURFEW_TABLE_EVIDENCE: 'Evidence',
};

test('what a deployment sets is what the function reads', () => {
  const env = readEnvironment(WatchControlsEnvironment, deployed);

  expect(Object.keys(env).toSorted()).toEqual(Object.keys(deployed).toSorted());
});

test('an empty environment is answered with one message that names every variable', () => {
  const reading = () => readEnvironment(WatchControlsEnvironment, {});

  const { CURFEW_APP_URL: _url, ...required } = deployed;
  for (const name of Object.keys(required)) {
    expect(reading).toThrow(name);
  }
});
