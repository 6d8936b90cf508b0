import { expect, test } from 'vitest';

import { memoryHintStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { collectLikely } from '../../../../shared/live/use-cases/collect-likely.ts';
import type { LiveWork } from '../../../../shared/live/use-cases/live-work.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

const midnightMs = Date.parse('2026-03-15T00:00:00.000Z');

/** Who is likely of some users, with who has signed in since a moment and who has followed a link. */
async function likely(
  userIds: readonly string[],
  listSince: (sinceMs: number) => Promise<readonly string[]>,
  visits: readonly { readonly person: string; readonly atMs: number }[] = [],
) {
  const { cache, ports } = await aTablesWorld();
  await ports.users.put([{ userId: 'cem' }]);
  const hints = memoryHintStore();
  for (const visit of visits) {
    await hints.recordVisit(visit);
  }
  const work = { ports: { hints, signIns: { listSince } }, run: tonight } as unknown as LiveWork;
  return collectLikely(work, await cache.planned(), userIds);
}

test('whoever signed in today is likely, of those to whom it matters', async () => {
  const asked: number[] = [];

  const found = await likely(['ann', 'cem'], async (sinceMs) => {
    asked.push(sinceMs);
    return ['ann', 'bob'];
  });

  expect(found).toStrictEqual({ likelyIds: new Set(['ann']) });
  expect(asked).toEqual([midnightMs]);
});

test('whoever followed a link today is likely, whatever case the address is in', async () => {
  const { likelyIds } = await likely(['ann', 'bob', 'cem'], async () => ['cem'], [
    { person: 'bob@acme.example', atMs: midnightMs },
    { person: 'ann@acme.example', atMs: midnightMs - 1 },
    { person: 'stranger@acme.example', atMs: midnightMs },
  ]);

  expect(likelyIds).toEqual(new Set(['bob', 'cem']));
});

test('nobody is asked for where it matters to nobody', async () => {
  const found = await likely([], async () => Promise.reject(new Error('the platform was asked')));

  expect(found).toStrictEqual({ likelyIds: new Set() });
});

test.for([new PlatformUnavailableError('try later'), new PlatformRefusedError('the role is refused')])(
  'where sign-ins cannot be read (%s), that is said, and links still count',
  async (error) => {
    const visit = { person: 'ann@acme.example', atMs: midnightMs };

    const found = await likely(['ann'], async () => Promise.reject(error), [visit]);

    expect(found).toEqual({ likelyIds: new Set(['ann']), problem: expect.stringContaining(error.message) });
  },
);

test('what is unforeseen is raised', async () => {
  await expect(likely(['ann'], async () => Promise.reject(new Error('unforeseen')))).rejects.toThrow('unforeseen');
});
