import { expect, test, vi } from 'vitest';

import { permissions } from '../../infra/permissions.ts';
import { dynamoLeaseStore } from '../../shared/adapters/dynamo/dynamo-lease-store.ts';
import { dynamoOutbox } from '../../shared/adapters/dynamo/dynamo-outbox.ts';
import { memoryMailSender } from '../../shared/adapters/memory/memory-mail-sender.ts';
import { aMail } from '../contract/mail-sender-contract.ts';
import { useEngine } from '../support/test-engine.ts';
import { runMailer } from '../world/mailer-process.ts';
import { virtualClock } from '../world/virtual-clock.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();

test('what the mailer may do with its tables is what its runs do, no less and no more', async () => {
  const tables = await engine.freshTables();
  const outbox = dynamoOutbox(engine.dynamo(), tables.outbox);
  const [lost, telling] = [aMail({ mailId: 'a-lost' }), aMail({ mailId: 'b-telling', carries: ['a-lost'] })];
  await outbox.write([lost, telling], '2026-03-15T02:31:00.000Z');
  const send = vi.spyOn(engine.dynamo(), 'send');
  const sender = memoryMailSender();
  sender.answerNext({ kind: 'unknown', problem: 'no answer' });
  const leases = dynamoLeaseStore(engine.dynamo(), tables.leases);
  const ids = { next: () => 'mailer' };

  const sent = await runMailer({
    clock: virtualClock(Date.parse('2026-03-15T02:32:00Z')),
    ids,
    leases,
    outbox,
    sender,
  });

  expect(sent).toMatchObject({ taken: 1, unknown: 1, left: 0 });
  const requested = new Set(send.mock.calls.flatMap(([command]) => requestedActions(command)));
  expect([...requested].toSorted()).toEqual(
    permissions['deliver-mails'].tables
      .flatMap(({ table, index, actions }) =>
        actions.map((action) => `${tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
      )
      .toSorted(),
  );
});
