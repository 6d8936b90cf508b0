import { beforeEach, expect, test } from 'vitest';

import { noConnections } from '../../../shared/channels/connections.ts';
import { channelRecord } from '../../../shared/channels/contract/channel.ts';
import { memoryConnections } from '../../../shared/channels/memory-store.ts';
import type { ConnectionStore } from '../../../shared/channels/ports.ts';
import { memoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import { callerOfClaims, callerOfMachine } from '../../../shared/kernel/access/caller.ts';
import { inProcessClient } from '../../../shared/kernel/api/perform-operation.ts';
import { memoryRecordStore } from '../../../shared/kernel/records/store/memory-record-store.ts';
import { memoryRecipientStore } from '../../../shared/mail/store/memory-mail-stores.ts';
import { noteTrouble } from '../../../shared/mail/use-cases/watch-mail.ts';
import { memoryAlertStore } from '../../../shared/notifications/store/memory-alert-store.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../shared/wiring/installation.ts';

const nowMs = Date.parse('2026-03-15T09:00:00Z');
const [ben, bea] = ['ben@acme.example', 'bea@acme.example'];
const address = 'https://hooks.slack.example/services/T0/very-secret';

let journal: ReturnType<typeof memoryJournal>;
let recipients: ReturnType<typeof memoryRecipientStore>;

beforeEach(() => {
  journal = memoryJournal();
  recipients = memoryRecipientStore();
});

function client(
  connections: ConnectionStore = memoryConnections(),
  caller = callerOfMachine('ada'),
  { eventBuses, ownLimit }: { readonly eventBuses?: readonly string[] | undefined; readonly ownLimit?: boolean } = {},
) {
  const installation = {
    isRunning: true,
    readSettings: () =>
      Settings.parse({ fourEyes: { ownLimit }, roles: { budgetAdmins: [ben, bea], approvers: [bea] } }),
    channels: memoryRecordStore(journal, channelRecord),
    connections,
    eventBuses,
    recipients,
    alerts: memoryAlertStore(),
    journal,
  } as unknown as Installation;
  return inProcessClient({ installation, now: () => nowMs, caller });
}

const isNew = { seen: 'absent' };
const terms = { kind: 'slack', severity: 'high' };

test('the address of a channel is never shown: no answer, list, journal or error has it', async () => {
  const api = client();

  const added = await api.read('setChannel', { channel: 'finops', body: { ...terms, address } }, isNew);
  const listed = await api.read('listChannels', {});
  const refused = await api
    .read('setChannel', { channel: 'other', body: { ...terms, address: 'http://very-secret.example/x' } }, isNew)
    .catch((error: unknown) => String(error));

  const entries = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10);
  expect(listed.document.rows).toMatchObject([
    { channel: 'finops', recipient: 'slack:finops', state: 'ready', host: 'hooks.slack.example' },
  ]);
  expect(refused).toBe('Problem: The address does not begin with https://, and nothing else is encrypted');
  expect(JSON.stringify([added, listed, entries])).not.toContain('very-secret');
  expect(entries).toMatchObject([{ kind: 'channel-changed', subject: 'channel finops' }]);
});

test('another address shows as another fingerprint, and ends that the channel counts as unreachable', async () => {
  const api = client();
  await api.read('setChannel', { channel: 'finops', body: { ...terms, address } }, isNew);
  const trouble = {
    eventId: 'e',
    what: 'channel-refused',
    address: 'slack:finops',
    at: '2026-03-15T08:00:00.000Z',
  } as const;
  await noteTrouble(recipients, { ...trouble, detail: 'it answered 410: the channel is gone' });
  const before = (await api.read('showChannel', { channel: 'finops' })).document;

  await api.read('setChannel', { channel: 'finops', body: { address: `${address}-2` } }, { seen: '1' });

  const after = (await api.read('showChannel', { channel: 'finops' })).document;
  expect(before).toMatchObject({ state: 'unreachable', problem: 'it answered 410: the channel is gone' });
  expect(after).toMatchObject({ state: 'ready', problem: null });
  expect(after.fingerprint).not.toBe(before.fingerprint);
});

test('a webhook without a secret gets one, which is shown this once; one that is wrong is refused, with nothing changed', async () => {
  const api = client();
  const webhook = { kind: 'webhook', address: 'https://receiver.example/hook' };

  const made = await api.read('setChannel', { channel: 'hook', body: webhook }, isNew);
  const wrong = api.read('setChannel', { channel: 'bad', body: { ...webhook, secret: 'hunter2' } }, isNew);

  expect(made.document.madeSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
  await expect(wrong).rejects.toThrow('The secret is no signing secret');
  const { rows } = (await api.read('listChannels', {})).document;
  expect(rows.map(({ recipient }) => recipient)).toEqual(['webhook:hook']);
  expect(JSON.stringify(rows)).not.toContain('whsec_');
});

test('an event bus is named by ARN or, in a deployment, by name among those that it may put events on', async () => {
  const bus = 'arn:aws:events:eu-central-1:111122223333:event-bus/security';
  const set = async (allowed: readonly string[] | undefined, channel: string, at: string) => {
    const api = client(memoryConnections(), undefined, { eventBuses: allowed });
    const body = { kind: 'eventbridge', severity: 'high', address: at };
    const { needs } = (await api.read('setChannel', { channel, body }, isNew)).document;
    return { needs, host: (await api.read('showChannel', { channel })).document.host };
  };

  expect(await set([bus], 'deployed', 'security')).toEqual({ needs: null, host: bus });
  expect(await set(undefined, 'machine', bus)).toEqual({ needs: 'aws-credentials', host: bus });
  await expect(set([], 'other', bus)).rejects.toThrow(
    'is not among the eventBuses of curfew.config.ts (there are none)',
  );
  await expect(set(undefined, 'other', 'security')).rejects.toThrow('is no ARN of an event bus');
});

test('a channel is made an approver by those alone who decide for everyone, where people may decide on their own requests, and a pager never', async () => {
  const set = async (email: string, body: object, ownLimit = false) =>
    client(memoryConnections(), callerOfClaims({ sub: 's', email, emailVerified: true }), { ownLimit }).read(
      'setChannel',
      { channel: 'finops', body: { ...terms, address, ...body } },
      isNew,
    );

  await expect(set('ben@acme.example', { approver: true })).rejects.toThrow('decides on requests');
  await expect(set('bea@acme.example', { kind: 'pagerduty', approver: true })).rejects.toThrow('gets alerts alone');
  await expect(set('bea@acme.example', { approver: true }, true)).rejects.toThrow('no one knows who clicks there');
  expect((await set('bea@acme.example', { approver: true })).document.sees).toContain('They decide on requests');
});

test('a removed channel leaves no address behind', async () => {
  const connections = memoryConnections();
  const api = client(connections);
  await api.read('setChannel', { channel: 'finops', body: { ...terms, address } }, isNew);

  await api.read('removeChannel', { channel: 'finops' }, { seen: '1' });

  expect(await connections.read()).toEqual({});
  await expect(api.read('testChannel', { channel: 'finops' })).rejects.toThrow('There is no channel "finops"');
});

test('where there can be no channels it says so, and nothing is made', async () => {
  const api = client(noConnections);

  const added = api.read('setChannel', { channel: 'finops', body: { ...terms, address } }, isNew);

  await expect(added).rejects.toThrow('The admin API alone knows the addresses');
  expect((await api.read('listChannels', {})).document.rows).toEqual([]);
});
