import { describe, expect, test } from 'vitest';

import { memoryGrantStore } from '../../shared/grants/memory-store.ts';
import { dynamoGrantStore } from '../../shared/grants/store.ts';
import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { StaleRecordError, type GrantStore } from '../../shared/kernel/records/ports.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';
import { memoryRequestStore } from '../../shared/requests/memory-store.ts';
import type { RequestStore } from '../../shared/requests/ports.ts';
import { requestEntry } from '../../shared/requests/request.ts';
import { dynamoRequestStore } from '../../shared/requests/store.ts';
import { aTopUp } from '../support/grants.ts';
import { aRequest } from '../support/requests.ts';
import { useEngine } from '../support/test-engine.ts';

interface Bench {
  readonly store: RequestStore;
  readonly grants: GrantStore;
  readonly journal: Journal;
}

const engine = useEngine();
const march = { from: '2026-03-01', through: '2026-03-31' };
const at = '2026-03-15T10:00:00.000Z';
const effect = { nowCredits: 0, later: { credits: 2_000, from: '2026-03-16' }, because: 'the budget is used up' };
const decision = { by: 'lead@acme.example', at, credits: 5_000, topUpId: 'request-2026-03-aaaa', effect };
const approved = aRequest({ state: 'approved', version: 2, decision });
const topUp = aTopUp({ id: 'request-2026-03-aaaa' });
const given = { topUp, entry: { id: 'g', at, kind: 'top-up-added', actor: 'lead', detail: {} } satisfies JournalEntry };

describe.each<{ readonly name: string; readonly make: () => Promise<Bench> }>([
  {
    name: 'in memory',
    async make() {
      const journal = memoryJournal();
      const grants = memoryGrantStore(journal);
      return Promise.resolve({ store: memoryRequestStore(journal, grants), grants, journal });
    },
  },
  {
    name: 'in DynamoDB',
    async make() {
      const tables = await engine.freshTables('requests', 'grants', 'versions', 'journal');
      const dynamo = engine.dynamo();
      return {
        store: dynamoRequestStore(dynamo, tables),
        grants: dynamoGrantStore(dynamo, tables),
        journal: dynamoJournal(dynamo, tables.journal),
      };
    },
  },
])('the request store $name', ({ make }) => {
  test('keeps every fact of requests by month, and knows of whose last version nobody is notified', async () => {
    const { store, journal } = await make();
    const about = { scope: 'team:web', window: 'month', through: '2026-03-31' } as const;
    const [ann, bob] = [aRequest({ about }), aRequest({ id: '2026-02-bbbb', email: 'bob@acme.example' })];
    await store.put(ann, requestEntry(ann, 'a'));
    await store.put(bob, requestEntry(bob, 'b'));

    expect(await store.find(ann.id)).toEqual(ann);
    expect(await store.find('2026-03-none')).toBeUndefined();
    expect(await store.list(['2026-03', '2026-02'])).toEqual([bob, ann]);
    expect(await store.list(['2026-03'])).toEqual([ann]);
    expect(await store.listNotified(['2026-02', '2026-03'])).toEqual([{ request: bob }, { request: ann }]);
    await store.markNotified(ann, '1');
    expect(await store.listNotified(['2026-02', '2026-03'])).toEqual([{ request: bob }, { request: ann, told: '1' }]);
    const next = { ...approved, about };
    await store.put(next, requestEntry(next, 'c'), given);
    await store.markNotified(ann, '1-waiting');
    const [told] = await store.listNotified(['2026-03']);
    expect(told?.request).toEqual(next);
    expect(told?.told).not.toBe('1-waiting');
    expect(await journal.list(march, 10)).toHaveLength(4);
  });

  test('an approval and its top-up are written together, once, however often and by how many at once', async () => {
    const { store, grants, journal } = await make();
    await store.put(aRequest(), requestEntry(aRequest(), 'a'));
    const other = { ...approved, decision: { ...decision, by: 'boss@acme.example' } };
    const otherGiven = { topUp: { ...topUp, createdBy: 'boss' }, entry: { ...given.entry, id: 'h' } };

    const outcomes = await Promise.allSettled([
      store.put(approved, requestEntry(approved, 'b'), given),
      store.put(other, requestEntry(other, 'c'), otherGiven),
    ]);
    await store.put(approved, requestEntry(approved, 'b'), given).catch(() => undefined);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(StaleRecordError),
    });
    expect((await grants.list()).grants).toHaveLength(1);
    expect((await journal.list(march, 10)).map(({ kind }) => kind).toSorted()).toEqual([
      'request-asked',
      'request-decided',
      'top-up-added',
    ]);
  });
});
