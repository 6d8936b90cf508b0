import { expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { platformRoster } from '../../../../shared/roster/platform/platform-roster.ts';
import {
  allPages,
  json,
  rejectionOf,
  type ScriptedAnswer,
  scriptedPlatform,
  status,
} from '../../kernel/platform/scripted-platform.ts';

test('the roster is read in pages of a hundred, and a page says how many of its rows could not be read', async () => {
  const { roster, platform } = rosterOf([
    json({ users: [{ id: 'u1', email: 'ada@example.com' }], pagination: { hasMore: true, nextCursor: 'u1' } }),
    page([
      { id: 'u2', email: 7 },
      { id: 'u3', email: null },
    ]),
  ]);

  const pages = await allPages(roster.read());

  expect(pages).toEqual([
    { users: [{ userId: 'u1', email: 'ada@example.com' }], unreadable: 0, next: 'u1' },
    { users: [{ userId: 'u3' }], unreadable: 1 },
  ]);
  expect(platform.requests.map(({ url }) => url.search)).toEqual(['?limit=100', '?limit=100&cursor=u1']);
});

test('the roster is read on from the page that a page named as its next', async () => {
  const { roster, platform } = rosterOf([page([{ id: 'u2' }])]);

  const pages = await allPages(roster.read('u1'));

  expect(pages).toEqual([{ users: [{ userId: 'u2' }], unreadable: 0 }]);
  expect(platform.requests.map(({ url }) => url.search)).toEqual(['?limit=100&cursor=u1']);
});

test('an email keeps its letters and loses the blanks around it', async () => {
  const { roster } = rosterOf([page([{ id: 'u1', email: ' Ada@Example.com\t' }])]);

  const pages = await allPages(roster.read());

  expect(pages).toEqual([{ users: [{ userId: 'u1', email: 'Ada@Example.com' }], unreadable: 0 }]);
});

test('a blank email is none', async () => {
  const { roster } = rosterOf([
    page([
      { id: 'u1', email: '' },
      { id: 'u2', email: '  ' },
    ]),
  ]);

  const pages = await allPages(roster.read());

  expect(pages).toEqual([{ users: [{ userId: 'u1' }, { userId: 'u2' }], unreadable: 0 }]);
});

test('metadata that looks like a secret, by its name or its value, is named beside the user; ids and words are not', async () => {
  const metadata = {
    team: 'core',
    employee: '123e4567-e89b-12d3-a456-426614174000',
    apiKey: 'x',
    note: 'ghp_0123456789abcdefghij',
  };
  const { roster } = rosterOf([page([{ id: 'u1', metadata }])]);

  const [first] = await allPages(roster.read());

  expect(first?.users[0]?.secretKeys).toEqual(['apiKey', 'note']);
});

test('metadata keeps its plain values as text, bounded in length and number', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`key${index}`, index]));
  const { roster } = rosterOf([
    page([
      { id: 'u1', metadata: { team: 'x'.repeat(300), level: 3, lead: true, deep: { a: 1 }, none: null } },
      { id: 'u2', metadata: many },
    ]),
  ]);

  const [first] = await allPages(roster.read());

  expect(first?.users[0]?.metadata).toEqual({ team: 'x'.repeat(256), level: '3', lead: 'true' });
  expect(Object.keys(first?.users[1]?.metadata ?? {})).toHaveLength(50);
});

test.each([
  [401, PlatformRefusedError],
  [403, PlatformRefusedError],
  [400, PlatformUnavailableError],
])('status %d is said in the words of the port', async (code, kind) => {
  const { roster } = rosterOf([status(code), status(code)]);

  const error = await rejectionOf(allPages(roster.read()));

  expect(error).toBeInstanceOf(kind);
});

function rosterOf(answers: readonly ScriptedAnswer[]) {
  const platform = scriptedPlatform(answers);
  return { roster: platformRoster(createPlatformClient(platform.options)), platform };
}

function page(users: readonly unknown[]): Response {
  return json({ users, pagination: { hasMore: false } });
}
