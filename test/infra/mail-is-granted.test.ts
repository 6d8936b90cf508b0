import { expect, test, vi } from 'vitest';

import { permissions } from '../../infra/permissions.ts';
import { dynamoJournal } from '../../shared/adapters/dynamo/dynamo-journal.ts';
import { dynamoRecipientStore } from '../../shared/adapters/dynamo/dynamo-recipient-store.ts';
import { countReachable } from '../../shared/application/notifications/read-routing.ts';
import { recordMailEvent } from '../../shared/application/mail/record-mail-event.ts';
import { useEngine } from '../support/test-engine.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();

test('what the function that takes bounces back may do with its tables is what events ask of it, no less and no more', async () => {
  const tables = await engine.freshTables();
  const send = vi.spyOn(engine.dynamo(), 'send');
  const recipients = dynamoRecipientStore(engine.dynamo(), tables.recipients);
  const ports = { journal: dynamoJournal(engine.dynamo(), tables.journal), recipients };
  const bounce = {
    eventId: 'Bounce/m-1/f-1',
    at: '2026-03-15T02:31:00.000Z',
    address: 'ann@acme.example',
    what: 'hard-bounce',
    detail: 'user unknown',
  } as const;

  const outcomes = [await recordMailEvent(ports, bounce), await recordMailEvent(ports, bounce)];
  const reachable = await countReachable(recipients, { admins: [], alerts: { fallback: [], unreachable: [] } });

  expect(outcomes).toEqual(['noted', 'recorded']);
  expect(reachable.recipientsUnreachable).toBe(1);
  const requested = new Set(send.mock.calls.flatMap(([command]) => requestedActions(command)));
  const granted = permissions['watch-mail'].tables.flatMap(({ table, actions }) =>
    actions.map((action) => `${tables[table]} ${action}`),
  );
  expect([...requested].toSorted()).toEqual(granted.toSorted());
});
