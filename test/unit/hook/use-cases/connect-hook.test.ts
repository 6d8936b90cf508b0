import { expect, test } from 'vitest';

import { hookTokensMax, hookTokenText } from '../../../../shared/hook/hook-token.ts';
import { memoryHookTokenStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { makeToken, revokeHookToken, tokensOf, workingTokens } from '../../../../shared/hook/use-cases/connect-hook.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { StaleRecordError } from '../../../../shared/kernel/records/ports.ts';

const nowMs = Date.parse('2026-03-15T10:20:00.000Z');
const by = { name: 'ada', at: '2026-03-15T11:00:00.000Z' };
const order = (userId: string) => ({ userId, email: `${userId}@acme.example` });

function tables() {
  const clock = { ms: nowMs, now: () => clock.ms };
  const ports = { clock, hookTokens: memoryHookTokenStore(memoryJournal()) };
  /** A minute after the one before it. */
  async function made(userId: string, letters: string) {
    clock.ms += 60_000;
    return makeToken(ports, order(userId), hookTokenText(letters.padStart(43, 'x')));
  }
  return { ports, made };
}

test('the tokens of one person are listed, the newest first', async () => {
  const { ports, made } = tables();
  const tokens = [await made('ann', 'c'), await made('ann', 'a'), await made('ann', 'b')];
  await made('bob', 'd');

  expect(await tokensOf(ports, 'ann')).toEqual(tokens.toReversed());
});

test('a text that is no token makes none', async () => {
  const { ports } = tables();

  expect(await makeToken(ports, order('ann'), 'x')).toBeUndefined();
  expect(await ports.hookTokens.list()).toEqual([]);
});

test('a person has so many tokens that work, and those of others and revoked ones do not count', async () => {
  const { ports, made } = tables();
  await made('bob', 'bob');
  for (let count = 0; count < hookTokensMax; count += 1) {
    expect(await made('ann', `t${count}`)).toBeDefined();
  }
  expect(await made('ann', 'more')).toBeUndefined();

  const [newest] = await tokensOf(ports, 'ann');
  await revokeHookToken(ports, newest ?? ({} as never), by);

  expect(workingTokens(await tokensOf(ports, 'ann'))).toHaveLength(hookTokensMax - 1);
  expect(await made('ann', 'again')).toBeDefined();
});

test('a token is revoked once: later it stays as it was revoked', async () => {
  const { ports, made } = tables();
  const token = (await made('ann', 'a')) ?? ({} as never);

  const revoked = await revokeHookToken(ports, token, by);

  expect(revoked).toEqual({ ...token, revokedAt: by.at, revokedBy: 'ada' });
  expect(await revokeHookToken(ports, revoked, { ...by, name: 'eve' })).toBe(revoked);
  expect(await ports.hookTokens.find(revoked.id)).toEqual(revoked);
});

test('of two who revoke a token at one moment the second sees what the first made of it; another error is passed on', async () => {
  const { ports, made } = tables();
  const token = (await made('ann', 'a')) ?? ({} as never);
  const first = await revokeHookToken(ports, token, by);
  const failing = (error: Error, found = first) => ({
    hookTokens: { ...ports.hookTokens, put: async () => Promise.reject(error), find: async () => found },
  });
  const second = { name: 'eve', at: '2026-03-15T12:00:00.000Z' };

  expect(await revokeHookToken(failing(new StaleRecordError('moved')), token, second)).toEqual(first);
  await expect(revokeHookToken(failing(new Error('away')), token, second)).rejects.toThrow('away');
});
