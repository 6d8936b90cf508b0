import { expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { platformTime } from '../../../../shared/kernel/platform/platform-time.ts';
import { NOW_MS, type ScriptedAnswer, scriptedPlatform } from './scripted-platform.ts';

const hourMs = 3_600_000;
const ahead = { date: new Date(NOW_MS + hourMs).toUTCString() };

function timeOf(...answers: readonly ScriptedAnswer[]) {
  const platform = scriptedPlatform(answers);
  const client = createPlatformClient(platform.options);
  return { platform, client, time: platformTime(client) };
}

function users(headers: Readonly<Record<string, string>>, code = 200): Response {
  return Response.json({ users: [], pagination: { hasMore: false } }, { status: code, headers });
}

test('an answer that has just come shows the platform’s clock, and nothing more is asked', async () => {
  const { time, client, platform } = timeOf(users(ahead));
  await client.organizationUsers()[Symbol.asyncIterator]().next();

  expect(await time.skewMs()).toBe(hourMs);
  expect(platform.requests).toHaveLength(1);
});

test('without one, and when it is older than a minute, one user is asked for', async () => {
  const { time, platform } = timeOf(users(ahead), users({}));

  expect(await time.skewMs()).toBe(hourMs);
  platform.advance(61_000);

  expect(await time.skewMs()).toBeUndefined();
  expect(platform.requests.map(({ url }) => url.search)).toEqual(['?limit=1', '?limit=1']);
});

test('a refusal shows the platform’s clock too', async () => {
  const { time } = timeOf(users(ahead, 400));

  expect(await time.skewMs()).toBe(hourMs);
});

test.for([
  ['no Date header', {}],
  ['a Date header that is none', { date: 'soon' }],
  ['the Date of a cache', { ...ahead, age: '30' }],
])('%s shows nothing', async ([, headers]) => {
  const { time } = timeOf(users(headers as Readonly<Record<string, string>>));

  expect(await time.skewMs()).toBeUndefined();
});
