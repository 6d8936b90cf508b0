import { describe, expect, test } from 'vitest';

import type { Hint } from '../../shared/hook/hint.ts';
import { revokeToken, tokenEntry, type HookToken } from '../../shared/hook/hook-token.ts';
import type { HintStore, HookTokenStore, InvitationStore } from '../../shared/hook/ports.ts';
import { dynamoHintStore } from '../../shared/hook/store/dynamo-hint-store.ts';
import { dynamoHookTokenStore } from '../../shared/hook/store/dynamo-hook-token-store.ts';
import { dynamoInvitationStore } from '../../shared/hook/store/dynamo-invitation-store.ts';
import {
  memoryInvitationStore,
  memoryHintStore,
  memoryHookTokenStore,
} from '../../shared/hook/store/memory-hook-stores.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { StaleRecordError } from '../../shared/kernel/records/ports.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';
import { useEngine } from '../support/test-engine.ts';

interface Bench {
  readonly hints: HintStore;
  readonly tokens: HookTokenStore;
  readonly invitations: InvitationStore;
  readonly journal: Journal;
}

const engine = useEngine();
const nowMs = Date.parse('2026-03-15T10:20:00.000Z');
const hourMs = 3_600_000;
const clock = { now: () => nowMs };
const aHint: Hint = { userId: 'u-ann', sessionId: 's/1 "#', event: 'Stop', atMs: nowMs };
const aToken: HookToken = {
  id: 'a'.repeat(64),
  userId: 'u-ann',
  email: 'ann@acme.example',
  madeAt: '2026-03-15T10:00:00.000Z',
};
const by = { name: 'ada', at: '2026-03-15T11:00:00.000Z' };

describe.each<{ readonly name: string; readonly make: () => Promise<Bench> }>([
  {
    name: 'in memory',
    async make() {
      const journal = memoryJournal();
      const tokens = memoryHookTokenStore(journal);
      return Promise.resolve({ hints: memoryHintStore(), tokens, invitations: memoryInvitationStore(), journal });
    },
  },
  {
    name: 'in DynamoDB',
    async make() {
      const tables = await engine.freshTables('hooks', 'requests', 'journal');
      const dynamo = engine.dynamo();
      return {
        hints: dynamoHintStore(dynamo, tables.hooks, clock),
        tokens: dynamoHookTokenStore(dynamo, tables),
        invitations: dynamoInvitationStore(dynamo, tables.requests),
        journal: dynamoJournal(dynamo, tables.journal),
      };
    },
  },
])('hints and tokens of the hook $name', ({ make }) => {
  test('hints of one session and event are one, the last, and are found from a moment on', async () => {
    const { hints } = await make();
    const earlier = { ...aHint, atMs: nowMs - 3 * hourMs };
    const other = { ...aHint, event: 'SubagentStop', atMs: nowMs - 60_000 } as const;
    const bob = { ...aHint, userId: 'u-bob' };

    await hints.record([earlier]);
    await hints.record([other, aHint, bob]);
    await hints.record([aHint]);

    expect(await hints.listSince(nowMs - 30 * hourMs)).toEqual([other, aHint, bob]);
    expect(await hints.listSince(nowMs)).toEqual([aHint, bob]);
    expect(await hints.listSince(nowMs + 1)).toEqual([]);
  });

  test('a burst of more hints than one write takes is recorded whole', async () => {
    const { hints } = await make();
    const burst = Array.from({ length: 60 }, (_, at) => ({ ...aHint, sessionId: `s-${at}` }));

    await hints.record(burst);

    expect((await hints.listSince(nowMs)).map(({ sessionId }) => sessionId).toSorted()).toEqual(
      burst.map(({ sessionId }) => sessionId).toSorted(),
    );
  });

  test('of the visits of a person on a day the last one is kept, and found by its day', async () => {
    const { hints } = await make();
    const yesterday = { person: 'ann@acme.example', atMs: nowMs - 24 * hourMs };
    const today = { person: 'ann@acme.example', atMs: nowMs };
    for (const visit of [yesterday, { ...today, atMs: nowMs - hourMs }, today]) {
      await hints.recordVisit(visit);
    }

    expect(await hints.listVisitsSince(nowMs)).toEqual([today]);
    expect(await hints.listVisitsSince(nowMs - 24 * hourMs)).toEqual([yesterday, today]);
  });

  test('one run of a job is started for what was reported in so many milliseconds, however many ask', async () => {
    const { hints } = await make();
    const claim = async (job: string, atMs: number) => hints.claimStart(job, { nowMs: atMs, everyMs: 600_000 });

    const first = await Promise.all([claim('live', nowMs), claim('live', nowMs), claim('live', nowMs)]);
    const later = [await claim('live', nowMs + 599_999), await claim('live', nowMs + 600_000)];

    expect(first.filter(Boolean)).toHaveLength(1);
    expect(later).toEqual([false, true]);
    expect(await claim('other', nowMs)).toBe(true);
  });

  test('the last invitation of a person is kept, and sent once', async () => {
    const { invitations } = await make();
    const first = { userId: 'u-ann', email: 'ann@acme.example', at: '2026-03-15T10:00:00.000Z', by: 'ada' };
    const again = { ...first, at: '2026-03-17T10:00:00.000Z' };
    const bob = { ...first, userId: 'u-bob', email: 'bob@acme.example' };

    await invitations.put([first, bob]);
    await invitations.markNotified(first);
    const told = await invitations.listNotified();
    await invitations.put([again]);
    await invitations.markNotified(first);

    expect(told).toEqual([
      { invitation: first, isNotified: true },
      { invitation: bob, isNotified: false },
    ]);
    expect((await invitations.listNotified())[0]).toEqual({ invitation: again, isNotified: false });
  });

  test('a token is kept with its journal entry, and stays when it is revoked', async () => {
    const { tokens, journal } = await make();
    const revoked = revokeToken(aToken, by) as HookToken;

    await tokens.put(aToken, tokenEntry(aToken));
    await tokens.put(aToken, tokenEntry(aToken));
    await tokens.put(revoked, tokenEntry(revoked));

    expect(await tokens.find(aToken.id)).toEqual(revoked);
    expect(await tokens.list()).toEqual([revoked]);
    expect(await tokens.find('b'.repeat(64))).toBeUndefined();
    const entries = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10);
    expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['hook-token-made', 'ann@acme.example (by link)'],
      ['hook-token-revoked', 'ada'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(aToken.id);
  });

  test('a revoked token is not made again, and another person cannot revoke it', async () => {
    const { tokens } = await make();
    const revoked = revokeToken(aToken, by) as HookToken;
    const late = revokeToken(aToken, { ...by, name: 'eve' }) as HookToken;
    await tokens.put(aToken, tokenEntry(aToken));
    await tokens.put(revoked, tokenEntry(revoked));

    await expect(tokens.put({ ...aToken, userId: 'u-eve' }, { ...tokenEntry(aToken), id: 'e' })).rejects.toThrow(
      StaleRecordError,
    );
    await expect(tokens.put(late, { ...tokenEntry(late), id: 'f' })).rejects.toThrow(StaleRecordError);
    expect(await tokens.find(aToken.id)).toEqual(revoked);
  });
});
