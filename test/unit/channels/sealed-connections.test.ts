import { expect, test } from 'vitest';

import { sealedConnections } from '../../../shared/channels/aws.ts';
import type { ChannelConnection } from '../../../shared/channels/connections.ts';
import type { SealedConnections } from '../../../shared/channels/ports.ts';
import { sealer } from '../../../shared/kernel/aws/sealer.ts';

const [older, newer] = ['a'.repeat(43), 'b'.repeat(43)];
const slack: ChannelConnection = { kind: 'slack', address: 'https://hooks.slack.example/services/very-secret' };
const hook: ChannelConnection = { kind: 'webhook', address: 'https://receiver.example/', secret: 'whsec_very-secret' };

function memoryRows() {
  const rows = new Map<string, string>();
  const store: SealedConnections = {
    list: async () => Promise.resolve(new Map(rows)),
    async put(name, sealed) {
      rows.delete(name);
      return Promise.resolve(sealed === undefined ? undefined : void rows.set(name, sealed));
    },
  };
  return { rows, store };
}

const under = (store: SealedConnections, ...keys: readonly string[]) =>
  sealedConnections(
    store,
    sealer(async () => Promise.resolve(keys.join('\n'))),
  );

test('the table holds nothing of an address or a secret; who has the key reads both', async () => {
  const { rows, store } = memoryRows();

  await under(store, older).put('finops', slack);
  await under(store, older).put('hook', hook);

  const stored = [...rows.values()].join(' ');
  expect(stored).not.toMatch(/very-secret|slack|receiver/u);
  expect(stored).not.toContain(Buffer.from('very-secret').toString('base64url'));
  expect(await under(store, older).read()).toEqual({ finops: slack, hook });
});

test('a removed connection is gone from the table', async () => {
  const { rows, store } = memoryRows();
  await under(store, older).put('finops', slack);

  await under(store, older).put('finops', undefined);

  expect([...rows]).toEqual([]);
});

test('a row of another channel, one that was changed, and one of another key open nothing, and the others stay', async () => {
  const { rows, store } = memoryRows();
  await under(store, older).put('finops', slack);
  await under(store, newer).put('foreign', slack);
  const sealed = rows.get('finops') ?? '';
  rows.set('moved', sealed);
  rows.set('changed', `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`);
  rows.set('cut', sealed.slice(0, 20));
  rows.set('empty', '');

  expect(await under(store, older).read()).toEqual({ finops: slack });
});

test('a new first key seals, the one before still opens; a running function learns of a new key by itself', async () => {
  const { rows, store } = memoryRows();
  await under(store, older).put('before', slack);
  let secret = older;
  const running = sealedConnections(
    store,
    sealer(async () => Promise.resolve(secret)),
  );
  await running.read();

  secret = `${newer}\n${older}`;
  await under(store, newer, older).put('after', hook);

  expect(await running.read()).toEqual({ before: slack, after: hook });
  expect(await under(store, newer).read()).toEqual({ after: hook });
  expect([...rows.keys()]).toEqual(['before', 'after']);
});

test('a key that cannot be read is an error, not a channel without address', async () => {
  const { store } = memoryRows();
  await under(store, older).put('finops', slack);

  const read = sealedConnections(
    store,
    sealer(async () => Promise.reject(new Error('AccessDenied'))),
  ).read();

  await expect(read).rejects.toThrow('AccessDenied');
});
