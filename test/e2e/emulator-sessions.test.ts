import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { useEmulator } from '../support/emulator.ts';

// Written by hand from platform-api.md, "Session", "Session settings", "Session message".
const Usage = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheCreationTokens: z.number(),
  cacheReadTokens: z.number(),
  thinkingTokens: z.number(),
  serviceCredits: z.number(),
});
const Settings = z.strictObject({
  model: z.string().optional(),
  specModeModel: z.string().optional(),
  runInWorktree: z.boolean().optional(),
  providerLockTimestamp: z.string().optional(),
  assistantActiveTimeMs: z.number().optional(),
  tokenUsage: Usage.optional(),
  inclusiveTokenUsage: Usage.optional(),
  childInclusiveTokenUsageBySessionId: z.record(z.string(), z.unknown()).optional(),
  archivedAt: z.string().optional(),
  tags: z.array(z.strictObject({ name: z.string(), metadata: z.record(z.string(), z.unknown()) })).optional(),
  enabledToolIds: z.array(z.string()).optional(),
  disabledToolIds: z.array(z.string()).optional(),
  compactionThresholdCheckEnabled: z.boolean().optional(),
});
const Item = z.strictObject({
  sessionId: z.string(),
  messageCount: z.int(),
  createdAt: z.int(),
  updatedAt: z.int(),
  title: z.string().optional(),
  completedAt: z.int().optional(),
  computerId: z.string().optional(),
  sessionSettings: Settings.optional(),
});
const Session = Item.extend({ status: z.enum(['idle', 'pending', 'running']) });
const Message = z.strictObject({
  id: z.string(),
  content: z.array(z.strictObject({ text: z.string(), id: z.string() })),
  createdAt: z.number(),
  updatedAt: z.number(),
  parentId: z.string().optional(),
  vendorAMessageId: z.string().optional(),
  vendorAEncryptedContent: z.string().optional(),
  vendorAReasoningId: z.string().optional(),
  vendorAReasoningSummary: z.string().optional(),
  vendorBThoughtSignature: z.string().optional(),
  chatCompletionReasoningContent: z.string().optional(),
  isUserVisible: z.boolean().optional(),
  isError: z.boolean().optional(),
});
const Refusal = z.object({ message: z.string() });

const emulator = useEmulator({ users: 60, today: '2026-03-12' });
let items: z.output<typeof Item>[];
beforeAll(async () => {
  ({ items } = await emulator.readAll('/api/v0/sessions?limit=100', { field: 'sessions', item: Item }));
});

function pathOf(index: number): string {
  return `/api/v0/sessions/${items.at(index)?.sessionId ?? ''}`;
}

describe('GET sessions', () => {
  test('pages the same sessions whatever the page size, without a status', async () => {
    const small = await emulator.readAll('/api/v0/sessions?limit=7', { field: 'sessions', item: Item });

    expect(small.items).toEqual(items);
    expect(small.pages).toBe(Math.ceil(items.length / 7));
  });

  test('gives twenty a page by default', async () => {
    const { sessions } = (await emulator.call('GET', '/api/v0/sessions')).read(z.object({ sessions: z.array(Item) }));

    expect(sessions).toHaveLength(20);
  });

  test('filters by computer', async () => {
    const computerId = items.find((item) => item.computerId !== undefined)?.computerId ?? '';

    const list = { field: 'sessions', item: Item };
    const connected = await emulator.readAll(`/api/v0/sessions?computerId=${computerId}`, list);

    expect(connected.items).toEqual(items.filter((item) => item.computerId === computerId));
  });

  test.each(['limit=0', 'limit=101', 'limit=abc', 'cursor=unknown'])('refuses %s with 400', async (query) => {
    expect((await emulator.call('GET', `/api/v0/sessions?${query}`)).status).toBe(400);
  });

  test('refuses a missing key with 401', async () => {
    expect((await emulator.call('GET', '/api/v0/sessions', { key: '' })).status).toBe(401);
  });
});

describe('GET sessions/{sessionId}', () => {
  test('answers the listed session with its status', async () => {
    const answer = await emulator.call('GET', pathOf(0));

    const { status, ...rest } = answer.read(Session);
    expect(answer.status).toBe(200);
    expect(['idle', 'pending', 'running']).toContain(status);
    expect(rest).toEqual(items[0]);
  });

  test('answers 404 for an unknown session and for another computer', async () => {
    const answers = await Promise.all(
      ['/api/v0/sessions/nobody', `${pathOf(0)}?computerId=other`].map((path) => emulator.call('GET', path)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('PATCH sessions/{sessionId}', () => {
  const everything = {
    model: 'cirrus-mini',
    specModeModel: 'atlas-5',
    runInWorktree: true,
    providerLockTimestamp: '2026-03-12T00:00:00Z',
    assistantActiveTimeMs: 12,
    childInclusiveTokenUsageBySessionId: {},
    archivedAt: '2026-03-12T00:00:00Z',
    tags: [{ name: 'curfew', metadata: { reason: 'runaway' } }],
    enabledToolIds: ['a'],
    disabledToolIds: [],
    compactionThresholdCheckEnabled: true,
  };

  test('writes every writable setting and keeps it', async () => {
    const answer = await emulator.call('PATCH', pathOf(3), { body: { sessionSettings: everything } });

    const updated = answer.read(Session);
    expect(answer.status).toBe(200);
    expect(updated.sessionSettings).toMatchObject(everything);
    expect(updated.updatedAt).toBeGreaterThan(items[3]?.updatedAt ?? 0);
    expect((await emulator.call('GET', pathOf(3))).read(Session)).toEqual(updated);
  });

  test.each([
    ['sessionSettings', {}],
    ['body', []],
    ['body', { sessionSettings: {}, title: 'x' }],
    ['sessionSettings', { sessionSettings: { tokenUsage: {} } }],
    ['sessionSettings', { sessionSettings: { inclusiveTokenUsage: {} } }],
    ['sessionSettings', { sessionSettings: { temperature: 1 } }],
    ['sessionSettings.model', { sessionSettings: { model: 5 } }],
    ['sessionSettings.runInWorktree', { sessionSettings: { runInWorktree: 'true' } }],
    ['sessionSettings.archivedAt', { sessionSettings: { archivedAt: null } }],
    ['sessionSettings.tags', { sessionSettings: { tags: ['x'] } }],
    ['sessionSettings.assistantActiveTimeMs', { sessionSettings: { assistantActiveTimeMs: '1' } }],
    ['sessionSettings.enabledToolIds', { sessionSettings: { enabledToolIds: [1] } }],
    [
      'sessionSettings.childInclusiveTokenUsageBySessionId',
      { sessionSettings: { childInclusiveTokenUsageBySessionId: [] } },
    ],
  ])('refuses a body whose %s is wrong with 400, and changes nothing', async (field, body) => {
    const answer = await emulator.call('PATCH', pathOf(5), { body });

    expect(answer.status).toBe(400);
    expect(answer.read(Refusal).message.startsWith(field)).toBe(true);
    expect((await emulator.call('GET', pathOf(5))).read(Session)).toMatchObject({ ...items[5] });
  });

  test('answers 404 for an unknown session', async () => {
    const { status } = await emulator.call('PATCH', '/api/v0/sessions/nobody', { body: { sessionSettings: {} } });

    expect(status).toBe(404);
  });
});

describe('GET sessions/{sessionId}/messages', () => {
  const list = { field: 'messages', item: Message };

  test('pages all messages, and the roles part them', async () => {
    const [session] = items.filter(({ messageCount }) => messageCount > 25 && messageCount < 60);
    const path = `/api/v0/sessions/${session?.sessionId ?? ''}/messages`;

    const all = await emulator.readAll(`${path}?limit=10`, list);
    const byRole = await Promise.all(
      ['user', 'assistant', 'tool'].map((role) => emulator.readAll(`${path}?role=${role}`, list)),
    );

    const idsByRole = byRole.flatMap((answer) => answer.items.map(({ id }) => id));
    expect(all.items).toHaveLength(session?.messageCount ?? -1);
    expect(idsByRole.toSorted()).toEqual(all.items.map(({ id }) => id).toSorted());
  });

  test.each(['role=system', 'limit=0', 'limit=101', 'cursor=nothing'])('refuses %s with 400', async (query) => {
    expect((await emulator.call('GET', `${pathOf(-1)}/messages?${query}`)).status).toBe(400);
  });

  test('answers 404 for an unknown session', async () => {
    expect((await emulator.call('GET', '/api/v0/sessions/nobody/messages')).status).toBe(404);
  });
});

test('the side channel gives owner and course of every listed session', async () => {
  const Course = z.strictObject({
    sessionId: z.string(),
    ownerId: z.string(),
    ownerEmail: z.string().nullable(),
    character: z.string(),
    parentId: z.string().optional(),
    creditsByDay: z.record(z.string(), z.int()),
  });

  const courses = (await emulator.call('GET', '/__sim/sessions')).read(z.array(Course));

  expect(courses.map(({ sessionId }) => sessionId)).toEqual(items.map(({ sessionId }) => sessionId));
  expect(new Set(courses.map(({ character }) => character))).toEqual(
    new Set(['ordinary', 'runaway', 'long', 'looping', 'child']),
  );
});
