import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { platformControlsHistory } from '../../../../shared/controls/platform/platform-controls-history.ts';
import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { drawnSecret, traceOf } from '../../../support/secret-traces.ts';
import {
  allPages,
  json,
  rejectionOf,
  type ScriptedAnswer,
  scriptedPlatform,
  status,
} from '../../kernel/platform/scripted-platform.ts';

const ada = { id: 'u1', email: 'ada@example.com', name: 'Ada' };
const updatedAt = '2026-03-14T10:00:00Z';

test('revisions come page by page, as they were served', async () => {
  const { history, platform } = historyOf([
    json({
      changes: [{ revision: 2, settings: { sandbox: { enabled: true } }, user: ada, updatedAt }],
      pagination: { hasMore: true, nextCursor: 'c1' },
    }),
    page([{ revision: 1, settings: {}, updatedAt }]),
  ]);

  const pages = await allPages(history.pages());

  expect(pages).toMatchObject([
    {
      revisions: [{ revision: 2, settings: { sandbox: { enabled: true } }, problems: [], actor: ada, updatedAt }],
      unreadable: [],
    },
    { revisions: [{ revision: 1, settings: {}, problems: [], actor: {}, updatedAt }], unreadable: [] },
  ]);
  expect(platform.requests.map(({ url }) => url.search)).toEqual(['?limit=100', '?limit=100&cursor=c1']);
});

test('a secret is replaced before anybody has the revision', async () => {
  const { history } = historyOf([
    page([{ revision: 1, settings: { customModels: [{ apiKey: 'hunter2' }] }, user: ada, updatedAt }]),
  ]);

  const [first] = await allPages(history.pages());

  expect(first?.revisions[0]?.settings).toEqual({
    customModels: [{ apiKey: { $secret: 'literal', fingerprint: 'fp' } }],
  });
});

test('a documented field of another type is reported without its value', async () => {
  const secret = drawnSecret(1);
  const settings = { customModels: [{ apiKey: { [secret]: secret }, extraHeaders: secret }], sandbox: secret };
  const { history } = historyOf([page([{ revision: 1, settings, user: ada, updatedAt }])]);

  const pages = await allPages(history.pages());

  expect(pages[0]?.revisions[0]?.problems).toEqual([
    expect.stringContaining('customModels[0].apiKey: '),
    expect.stringContaining('customModels[0].extraHeaders: '),
    expect.stringContaining('sandbox: '),
  ]);
  expect(traceOf(secret, JSON.stringify(pages))).toBeUndefined();
});

test('what stands under a key named __proto__ is part of the settings, so that its change is seen', async () => {
  const change = `{"revision":1,"settings":{"__proto__":{"sandbox":false}},"updatedAt":"${updatedAt}"}`;
  const { history } = historyOf([new Response(`{"changes":[${change}],"pagination":{"hasMore":false}}`)]);

  const [first] = await allPages(history.pages());

  expect(first?.revisions[0]?.settings).toEqual({ '[__proto__]': { sandbox: false } });
});

test('a row that cannot be read is named by its number, and others are read', async () => {
  const { history } = historyOf([
    page([
      { revision: 3, settings: 'all of them', user: ada, updatedAt },
      { revision: 2, settings: {}, user: ada, updatedAt },
    ]),
  ]);

  const [first] = await allPages(history.pages());

  expect(first?.unreadable).toEqual([{ revision: 3, problem: expect.stringContaining('changes[0] settings: ') }]);
  expect(first?.revisions.map(({ revision }) => revision)).toEqual([2]);
});

test('what stands in the place of a number is not handed on', async () => {
  const secret = drawnSecret(2);
  const { history } = historyOf([
    page([
      { revision: secret, settings: secret, user: secret, updatedAt: secret },
      { revision: 1, settings: {}, updatedAt },
    ]),
  ]);

  const pages = await allPages(history.pages());

  expect(pages[0]?.unreadable).toEqual([{ problem: expect.stringContaining('changes[0] revision: ') }]);
  expect(traceOf(secret, JSON.stringify(pages))).toBeUndefined();
});

test('an error shows no secret of an answer that cannot be read', async () => {
  const secret = drawnSecret(3);
  const { history } = historyOf([
    page([
      { revision: secret, settings: secret },
      { revision: secret, updatedAt: secret },
    ]),
  ]);

  const error = await rejectionOf(allPages(history.pages()));

  expect(error).toBeInstanceOf(PlatformUnavailableError);
  expect(traceOf(secret, inspect(error, { depth: 9, showHidden: true }))).toBeUndefined();
});

test.each([
  [401, PlatformRefusedError],
  [403, PlatformRefusedError],
  [400, PlatformUnavailableError],
])('status %d is said in the words of the port', async (code, kind) => {
  const { history } = historyOf([status(code), status(code)]);

  const error = await rejectionOf(allPages(history.pages()));

  expect(error).toBeInstanceOf(kind);
});

function historyOf(answers: readonly ScriptedAnswer[]) {
  const platform = scriptedPlatform(answers);
  const client = createPlatformClient(platform.options);
  const history = platformControlsHistory(client, async () => () => 'fp');
  return { history, platform };
}

function page(changes: readonly unknown[]): Response {
  return json({ changes, pagination: { hasMore: false } });
}
