import { describe, expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { fixture } from '../../kernel/platform/fixture.ts';
import { allPages, json, scriptedPlatform } from '../../kernel/platform/scripted-platform.ts';

const settings = {
  model: 'model-large',
  specModeModel: 'model-small',
  runInWorktree: true,
  providerLockTimestamp: '2026-03-02T08:00:00Z',
  assistantActiveTimeMs: 1234567,
  tokenUsage: {
    inputTokens: 4000,
    outputTokens: 900,
    cacheCreationTokens: 300,
    cacheReadTokens: 2500,
    thinkingTokens: 150,
    serviceCredits: 1200,
  },
  inclusiveTokenUsage: {
    inputTokens: 5000,
    outputTokens: 1000,
    cacheCreationTokens: 350,
    cacheReadTokens: 2600,
    thinkingTokens: 175,
    serviceCredits: 1500,
  },
  childInclusiveTokenUsageBySessionId: { session_02: { serviceCredits: 300 } },
  archivedAt: '2026-03-02T12:00:00Z',
  tags: [{ name: 'migration', metadata: { ticket: 'SHOP-7' } }],
  enabledToolIds: ['read', 'edit'],
  disabledToolIds: ['browser'],
  compactionThresholdCheckEnabled: true,
};
const listed = {
  sessionId: 'session_01',
  messageCount: 42,
  createdAt: 1772440000000,
  updatedAt: 1772443600000,
  title: 'Move the shop to the new API',
  completedAt: 1772447200000,
  computerId: 'computer_01',
  sessionSettings: settings,
};
const least = { sessionId: 'session_03', messageCount: 0, createdAt: 1772440000000, updatedAt: 1772440000000 };

describe('sessions', () => {
  test('reads every documented field of a list item, which has no status', async () => {
    const platform = scriptedPlatform([json(fixture('sessions.full')), json(fixture('sessions.minimal'))]);
    const client = createPlatformClient(platform.options);

    const [first, second] = await allPages(client.sessions({ computerId: 'computer_01', limit: 7 }));

    expect(first?.rows).toEqual([listed]);
    expect(first).toMatchObject({ nextCursor: 'cursor_2', quarantined: [], unknownFields: new Map() });
    expect(second?.rows).toEqual([least]);
    expect(platform.requests.map(({ url }) => url.href)).toEqual([
      'https://platform.example.com/api/v0/sessions?limit=7&computerId=computer_01',
      'https://platform.example.com/api/v0/sessions?limit=7&computerId=computer_01&cursor=cursor_2',
    ]);
  });
});

describe('session', () => {
  test('reads every documented field', async () => {
    const platform = scriptedPlatform([json(fixture('session.full'))]);
    const client = createPlatformClient(platform.options);

    const session = await client.session({ sessionId: 'session_01', computerId: 'computer_01' });

    expect(session).toEqual({ ...listed, status: 'running' });
    expect(platform.requests[0]?.url.href).toBe(
      'https://platform.example.com/api/v0/sessions/session_01?computerId=computer_01',
    );
    expect(platform.events).toEqual([]);
  });

  test('reads a session of which only the required fields are there', async () => {
    const platform = scriptedPlatform([json(fixture('session.minimal'))]);

    const session = await createPlatformClient(platform.options).session({ sessionId: 'session_03' });

    expect(session).toEqual({ ...least, status: 'idle' });
  });

  test.each(['sessionId', 'status', 'messageCount', 'createdAt', 'updatedAt'])(
    'refuses a session without the required %s',
    async (field) => {
      const body = { ...(fixture('session.minimal') as object), [field]: undefined };
      const platform = scriptedPlatform([json(body), json(body)]);

      const reading = createPlatformClient(platform.options).session({ sessionId: 'session_03' });

      await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
    },
  );

  test('reads an undocumented status as other and logs it, as it does unknown fields', async () => {
    const body = { ...(fixture('session.minimal') as object), status: 'paused', colour: 'red' };
    const platform = scriptedPlatform([json(body)]);

    const session = await createPlatformClient(platform.options).session({ sessionId: 'session_03' });

    expect(session.status).toBe('other');
    expect(platform.events).toEqual([
      {
        kind: 'unknown-fields',
        endpoint: 'GET /api/v0/sessions/{sessionId}',
        fields: new Map([
          ['status (undocumented value)', 1],
          ['colour', 1],
        ]),
      },
    ]);
  });
});

describe('updateSession', () => {
  test('sends the settings alone and reads the session as it is then', async () => {
    const platform = scriptedPlatform([json(fixture('session-updated.full'))]);
    const update = { sessionId: 'session_01', sessionSettings: { model: 'model-small' } };

    const session = await createPlatformClient(platform.options).updateSession(update);

    expect(session).toEqual({ ...listed, status: 'pending' });
    expect(platform.requests[0]).toMatchObject({
      method: 'PATCH',
      body: { sessionSettings: { model: 'model-small' } },
    });
  });
});

describe('sessionMessages', () => {
  test('reads every documented field, page by page with the same filter', async () => {
    const answers = [json(fixture('session-messages.full')), json(fixture('session-messages.minimal'))];
    const platform = scriptedPlatform(answers);
    const request = { sessionId: 'session_01', computerId: 'computer_01', role: 'tool' } as const;

    const [first, second] = await allPages(createPlatformClient(platform.options).sessionMessages(request));

    expect(first?.rows).toEqual([
      {
        id: 'message_02',
        content: [{ text: 'Done, the tests pass.', id: 'block_01' }],
        createdAt: 1772443500000,
        updatedAt: 1772443600000,
        parentId: 'message_01',
        vendorAMessageId: 'va_message_02',
        vendorAEncryptedContent: 'va_opaque',
        vendorAReasoningId: 'va_reasoning_02',
        vendorAReasoningSummary: 'Checked the tests',
        vendorBThoughtSignature: 'vb_signature',
        chatCompletionReasoningContent: 'The tests pass',
        isUserVisible: true,
        isError: false,
      },
    ]);
    expect(first).toMatchObject({ quarantined: [], unknownFields: new Map() });
    expect(second?.rows).toEqual([
      { id: 'message_01', content: [], createdAt: 1772440000000, updatedAt: 1772440000000 },
    ]);
    expect(platform.requests[1]?.url.href).toBe(
      'https://platform.example.com/api/v0/sessions/session_01/messages?limit=100&computerId=computer_01&role=tool&cursor=cursor_2',
    );
  });
});
