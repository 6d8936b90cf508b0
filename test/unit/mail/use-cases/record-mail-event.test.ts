import { beforeEach, expect, test } from 'vitest';

import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import type { AddressStore } from '../../../../shared/mail/ports.ts';
import type { MailEvent } from '../../../../shared/mail/recipient.ts';
import { memoryRecipientStore } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { clearRecipient } from '../../../../shared/mail/use-cases/clear-recipient.ts';
import { type MailEventPorts, recordMailEvent } from '../../../../shared/mail/use-cases/watch-mail.ts';
import { countReachable } from '../../../../shared/notifications/use-cases/read-routing.ts';

const ada = { name: 'ada', at: '2026-03-16T09:00:00.000Z' };
const bounce: MailEvent = {
  eventId: 'Bounce/m-1/f-1',
  at: '2026-03-15T02:31:00.000Z',
  address: 'ann@acme.example',
  what: 'hard-bounce',
  detail: 'Permanent, General: 550 5.1.1 user unknown',
  mailId: 'told/1',
  subject: 'Your budget',
};

let ports: MailEventPorts;

beforeEach(() => {
  ports = { journal: memoryJournal(), recipients: memoryRecipientStore() };
});

async function journal() {
  return ports.journal.list({ from: '2026-03-01', through: '2026-03-31' }, 100);
}

test('a bounce notes its address and stands in the journal, once however often it is delivered', async () => {
  const outcomes = [await recordMailEvent(ports, bounce), await recordMailEvent(ports, bounce)];

  expect(outcomes).toEqual(['noted', 'recorded']);
  expect(await ports.recipients.list()).toMatchObject([
    { address: 'ann@acme.example', trouble: { cause: 'bounce', mailId: 'told/1' }, version: 1 },
  ]);
  expect(await journal()).toEqual([
    {
      id: 'mail/Bounce/m-1/f-1/ann@acme.example',
      at: bounce.at,
      kind: 'mail-returned',
      actor: 'curfew',
      subject: 'ann@acme.example',
      detail: { what: 'hard-bounce', detail: bounce.detail, mail: 'told/1', mailSubject: 'Your budget' },
    },
  ]);
});

test('a mail that is only late is a record and nothing else', async () => {
  const outcome = await recordMailEvent(ports, { ...bounce, what: 'delay' });

  expect(outcome).toBe('recorded');
  expect(await ports.recipients.list()).toEqual([]);
  expect(await journal()).toMatchObject([{ kind: 'mail-returned', detail: { what: 'delay' } }]);
});

test('events that are recorded at the same moment are all counted', async () => {
  const complaint: MailEvent = { ...bounce, eventId: 'Complaint/m-1/f-2', what: 'complaint', detail: 'abuse' };

  await Promise.all([recordMailEvent(ports, bounce), recordMailEvent(ports, complaint)]);

  expect(await ports.recipients.find(bounce.address)).toMatchObject({ trouble: { cause: 'complaint' } });
});

test('an address that changes under every try is an error, so that the event is delivered again', async () => {
  let tries = 0;
  const replace = async () => {
    tries += 1;
    return false;
  };
  const recipients: AddressStore = { ...ports.recipients, replace };

  await expect(recordMailEvent({ ...ports, recipients }, bounce)).rejects.toThrow('changed under every try');
  expect(tries).toBe(5);
});

test('an address is cleared by whoever says so, with an entry in the journal, whatever the case of its letters', async () => {
  await recordMailEvent(ports, bounce);

  const outcome = await clearRecipient(ports, ' Ann@acme.example', ada);
  const late = await recordMailEvent(ports, { ...bounce, eventId: 'Bounce/m-0/f-0', at: '2026-03-16T08:00:00.000Z' });

  expect(outcome).toMatchObject({ kind: 'cleared', trouble: { cause: 'bounce' } });
  expect(late).toBe('recorded');
  const [recipient] = await ports.recipients.list();
  expect(recipient).toEqual({ address: bounce.address, cleared: { by: 'ada', at: ada.at }, version: 2 });
  expect((await journal()).map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
    'mail-returned curfew',
    'mail-returned curfew',
    'recipient-cleared ada',
  ]);
  expect((await journal()).at(-1)).toMatchObject({
    id: `recipient/${bounce.address}/cleared/ada`,
    detail: { cause: 'bounce', since: bounce.at, detail: bounce.detail },
  });
});

test('what is not noted cannot be cleared, and what was cleared not once more', async () => {
  const unknown = await clearRecipient(ports, 'eve@acme.example', ada);
  await recordMailEvent(ports, bounce);
  await clearRecipient(ports, bounce.address, ada);
  const again = await clearRecipient(ports, bounce.address, ada);

  expect([unknown, again]).toEqual([{ kind: 'not-there' }, { kind: 'not-there' }]);
});

test('something that comes back while an address is cleared is not lost', async () => {
  await recordMailEvent(ports, bounce);
  const recipients: AddressStore = { ...ports.recipients, replace: async () => Promise.resolve(false) };

  expect(await clearRecipient({ ...ports, recipients }, bounce.address, ada)).toEqual({ kind: 'stale' });
});

test('admins and those who stand in for others count as reachable, each once, as long as nothing says otherwise', async () => {
  const admins = ['Ada@acme.example', 'ann@acme.example', 'bob@acme.example'];
  const alerts = { fallback: ['ada@acme.example', 'desk@acme.example'], unreachable: ['BOB@acme.example'] };
  await recordMailEvent(ports, bounce);

  const reachable = await countReachable(ports.recipients, { admins, alerts });

  expect(reachable).toEqual({ adminsReachable: 2, recipientsUnreachable: 2 });
});
