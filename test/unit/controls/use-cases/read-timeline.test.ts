import { describe, expect, test } from 'vitest';

import { initialState } from '../../../../shared/controls/history/watch-state.ts';
import {
  memoryRevisionStore,
  memoryWatchStateStore,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import { readTimeline } from '../../../../shared/controls/use-cases/read-timeline.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';
import { anException, off, on, rules, storedRevisions } from '../../application/queries/stored-revisions.ts';

type Ports = Awaited<ReturnType<typeof storedRevisions>>;

const atMs = Date.parse('2026-03-06T08:00:00.000Z');
const always = { from: '2026-03-01', through: '2026-03-31' };

async function timeline(ports: Ports, order: Partial<Parameters<typeof readTimeline>[2]> = {}) {
  const { found, next } = await readTimeline(ports, rules, { filter: {}, period: always, countMax: 9, atMs, ...order });
  return { found, places: found.map(({ series, revision }) => `${series}/${revision}`), next };
}

describe('a timeline', () => {
  test('has the revisions of a period, the newest first', async () => {
    const ports = await storedRevisions();

    expect(await timeline(ports)).toMatchObject({ places: ['2/2', '2/1', '1/3', '1/2', '1/1'], next: undefined });
    expect((await timeline(ports, { period: { from: '2026-03-02', through: '2026-03-04' } })).places).toEqual([
      '2/1',
      '1/3',
      '1/2',
    ]);
  });

  test('shows the changes that are asked for, and how many others a revision made', async () => {
    const ports = await storedRevisions();

    const { found } = await timeline(ports, { filter: { path: 'mcpPolicy' } });

    expect(found).toMatchObject([
      { revision: 3, changes: [{ path: 'mcpPolicy.enabled' }], otherChanges: 1 },
      { revision: 2, changes: [{ path: 'mcpPolicy.enabled' }], otherChanges: 1 },
    ]);
    expect(found[0]).not.toHaveProperty('settings');
    expect(
      (await timeline(ports, { filter: { path: 'sandbox' } })).found.map(({ otherChanges }) => otherChanges),
    ).toEqual([0, 0, 1, 1]);
  });

  test('is filtered by whoever accepted something of a revision', async () => {
    const ports = await storedRevisions();
    const { decisions } = ports;
    await decisions.acknowledge({
      subject: 'revision/2/1',
      by: 'Lee',
      at: '2026-03-04T09:00:00.000Z',
      reason: 'known',
    });
    await decisions.putException(anException);
    await decisions.approveBaseline(
      {
        settings: on,
        source: { kind: 'revision', revision: 1 },
        approvedBy: 'Mia',
        approvedAt: '2026-03-02T09:00:00.000Z',
      },
      0,
    );
    const acceptedBy = async (acceptor: string) => (await timeline(ports, { filter: { acceptor } })).places;

    expect(await acceptedBy('lee')).toEqual(['2/1']);
    expect(await acceptedBy('kim')).toEqual(['1/3', '1/2']);
    expect(await acceptedBy('mia')).toEqual(['1/1']);
    expect(await acceptedBy('er')).toEqual([]);
  });
});

describe('a page of a timeline', () => {
  test('names the revision after which the next one goes on, until there is none', async () => {
    const ports = await storedRevisions();

    const first = await timeline(ports, { countMax: 2 });
    const second = await timeline(ports, { countMax: 2, ...(first.next && { before: first.next }) });
    const third = await timeline(ports, { countMax: 2, ...(second.next && { before: second.next }) });

    expect([first, second, third].map(({ places }) => places)).toEqual([['2/2', '2/1'], ['1/3', '1/2'], ['1/1']]);
    expect([first, second, third].map(({ next }) => next)).toEqual([
      { series: 2, revision: 1 },
      { series: 1, revision: 2 },
      undefined,
    ]);
  });

  test('that ends with the oldest revision names none', async () => {
    expect((await timeline(await storedRevisions(), { countMax: 5 })).next).toBeUndefined();
  });

  test('of no revision at all names none', async () => {
    const order = { period: { from: '2025-01-01', through: '2025-01-31' } };

    expect(await timeline(await storedRevisions(), order)).toEqual({ found: [], places: [], next: undefined });
  });

  test('goes back to older revisions of the same numbering, and of those before it', async () => {
    const ports = await storedRevisions();

    expect((await timeline(ports, { before: { series: 1, revision: 3 } })).places).toEqual(['1/2', '1/1']);
    expect((await timeline(ports, { before: { series: 2, revision: 1 } })).places).toEqual(['1/3', '1/2', '1/1']);
  });

  test('judges 500 revisions at most, and says where a rare filter goes on', async () => {
    const ports = {
      ...(await storedRevisions()),
      revisions: memoryRevisionStore(),
      watchState: memoryWatchStateStore(),
    };
    for (let number = 1; number <= 501; number += 1) {
      const revision = aRevision(number, { settings: number === 2 ? off : on });
      await ports.revisions.put(anEntry([revision]), revision);
    }
    await ports.watchState.replace(initialState);
    const order = { filter: { direction: 'loosened' } } as const;

    const first = await timeline(ports, order);
    const rest = await timeline(ports, { ...order, ...(first.next && { before: first.next }) });
    const whole = await timeline(ports, { ...order, before: { series: 1, revision: 501 } });

    expect(first).toMatchObject({ places: ['1/2'], next: { series: 1, revision: 2 } });
    expect(rest).toMatchObject({ places: [], next: undefined });
    expect(whole).toMatchObject({ places: ['1/2'], next: undefined });
  });
});
