import { expect, test } from 'vitest';

import { DeliverMailsEnvironment, type DeliverMailsVariables } from '../../../../functions/deliver-mails/env.ts';
import { readEnvironment } from '../../../../shared/runtime/read-environment.ts';

const deployed: DeliverMailsVariables = {
  CURFEW_MAIL_CONFIGURATION_SET: 'Mails-1a2b3c',
  CURFEW_MAIL_FROM: 'curfew@acme.example',
  CURFEW_TABLE_OUTBOX: 'Outbox',
  CURFEW_TABLE_LEASES: 'Leases',
};

test('what a deployment sets is what the function reads, and nothing of it is about the platform', () => {
  const env = readEnvironment(DeliverMailsEnvironment, deployed);

  expect(env).toEqual(deployed);
});

test('an empty environment is answered with one message that names every variable', () => {
  const reading = () => readEnvironment(DeliverMailsEnvironment, {});

  const { CURFEW_MAIL_CONFIGURATION_SET: _set, ...required } = deployed;
  for (const name of Object.keys(required)) {
    expect(reading).toThrow(name);
  }
});
