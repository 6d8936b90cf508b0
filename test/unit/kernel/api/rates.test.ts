import { expect, test } from 'vitest';

import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import { newRates } from '../../../../shared/kernel/api/http/admission.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';

test('a caller may call so often at once and then so often a second, and is told when to ask again', () => {
  const take = newRates({ perSecond: 2, burst: 3 });

  expect([0, 0, 0, 0].map((atMs) => take('ada', atMs))).toEqual([0, 0, 0, 1]);
  expect([500, 500, 100].map((atMs) => take('ada', atMs))).toEqual([0, 1, 1]);
  expect([60_000, 60_000, 60_000, 60_000].map((atMs) => take('ada', atMs))).toEqual([0, 0, 0, 1]);
});

test('one caller takes nothing of another, and as many as may call are forgotten in their order', () => {
  const take = newRates({ perSecond: 1, burst: 1 });
  take('ada', 0);

  expect(take('eve', 0)).toBe(0);
  expect(take('ada', 0)).toBe(1);
  for (let other = 0; other < 1_000; other += 1) {
    take(`other-${other}`, 0);
  }
  expect(take('ada', 0)).toBe(0);
});

test('who calls too often gets 429 with the time to ask again, and others are answered meanwhile', async () => {
  const settings = Settings.parse({ roles: { viewers: ['ada@acme.example', 'eve@acme.example'] } });
  const app = httpApi({
    installation: { readSettings: () => settings } as unknown as Installation,
    now: () => 0,
    identify: (context) =>
      callerOfClaims({ sub: 'x', email: context.req.header('x-caller') ?? '', emailVerified: true }),
    onError: () => {},
    rate: { perSecond: 0.1, burst: 2 },
  });
  const get = async (by: string) => app.request('/api/settings', { headers: { 'x-caller': `${by}@acme.example` } });

  const [first, , third, others] = [await get('ada'), await get('ada'), await get('ada'), await get('eve')];

  expect([first?.status, third?.status, others?.status]).toEqual([200, 429, 200]);
  expect(third?.headers.get('retry-after')).toBe('10');
  expect(await third?.json()).toMatchObject({ type: 'urn:curfew:problem:too-many' });
});
