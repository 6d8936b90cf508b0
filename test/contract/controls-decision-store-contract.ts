import { beforeEach, describe, expect, test } from 'vitest';

import type { Baseline } from '../../shared/controls/baseline.ts';
import type { ControlException } from '../../shared/controls/control-exception.ts';
import type { ControlsDecisionStore } from '../../shared/controls/ports.ts';
import { StaleRecordError } from '../../shared/kernel/records/ports.ts';

const baseline: Baseline = {
  settings: { sandbox: { enabled: true }, customModels: [{ id: 'gpt', maxContextLimit: 1.5 }] },
  source: { kind: 'revision', revision: 12 },
  approvedBy: 'ann@acme.example',
  approvedAt: '2026-03-02T08:00:00.000Z',
};

const exception: ControlException = {
  id: 'e-1',
  pattern: 'sandbox.*',
  owner: 'ann@acme.example',
  ticket: 'SEC-1',
  reason: 'a migration',
  from: '2026-03-02T08:00:00Z',
  expires: '2026-03-09T08:00:00Z',
  createdBy: 'bob',
  createdAt: '2026-03-02T08:00:00.000Z',
  version: 1,
};

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

export function describeControlsDecisionStore(name: string, makeStore: () => Promise<ControlsDecisionStore>): void {
  describe(`what people decide about the controls ${name}`, () => {
    let store: ControlsDecisionStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('a baseline is not there at first, and then whole, from a revision or a file', async () => {
      const nothing = await store.readBaseline();
      await store.approveBaseline(baseline, 0);
      const first = await store.readBaseline();
      const fromFile: Baseline = { ...baseline, settings: {}, source: { kind: 'file', name: 'settings.json' } };
      await store.approveBaseline(fromFile, 1);

      const second = await store.readBaseline();

      expect(nothing).toBeUndefined();
      expect(first).toEqual({ baseline, version: 1 });
      expect(second).toEqual({ baseline: fromFile, version: 2 });
    });

    test('a baseline is approved only in the place of the one that was seen, and the same one again is no harm', async () => {
      await store.approveBaseline(baseline, 0);
      await store.approveBaseline(baseline, 0);

      const late = store.approveBaseline({ ...baseline, approvedBy: 'eve@acme.example' }, 0);

      await expect(late).rejects.toThrow(StaleRecordError);
      expect(await store.readBaseline()).toEqual({ baseline, version: 1 });
    });

    test('exceptions are listed by id, in their latest version', async () => {
      const other = { ...exception, id: 'e-0' };
      await store.putException(exception);
      await store.putException(other);
      const ended = { ...exception, endedAt: '2026-03-03T08:00:00.000Z', version: 2 };
      await store.putException(ended);
      await store.putException(ended);

      const all = await store.listExceptions();

      expect(all).toEqual([other, ended]);
    });

    test('an exception that was changed meanwhile is not written over', async () => {
      await store.putException(exception);

      const twice = await store.putException({ ...exception, reason: 'another' }).catch(nameOf);
      const ahead = await store.putException({ ...exception, version: 3 }).catch(nameOf);

      expect([twice, ahead]).toEqual(['StaleRecordError', 'StaleRecordError']);
    });

    test('announcements are listed by id, in their latest version, and none is written over', async () => {
      const announcement = {
        id: 'a-1',
        pattern: 'sandbox.network',
        direction: 'loosened',
        values: ['a.example'],
        by: 'ann@acme.example',
        ticket: 'T-1',
        note: '',
        until: '2026-03-20T00:00:00Z',
        createdBy: 'ann',
        createdAt: '2026-03-02T08:00:00.000Z',
        version: 1,
      } as const;
      await store.putAnnouncement(announcement);
      const ended = { ...announcement, endedAt: '2026-03-03T08:00:00.000Z', version: 2 };
      await store.putAnnouncement(ended);
      await store.putAnnouncement(ended);

      const stale = await store.putAnnouncement({ ...announcement, note: 'another' }).catch(nameOf);

      expect(await store.listAnnouncements()).toEqual([ended]);
      expect(stale).toBe('StaleRecordError');
    });

    test('what was acknowledged is listed by subject, each once', async () => {
      const first = { subject: 'gap/1', by: 'ann', at: '2026-03-02T08:00:00.000Z', reason: 'known' };
      await store.acknowledge({ ...first, subject: 'revision/1/7' });
      await store.acknowledge(first);
      await store.acknowledge({ ...first, reason: 'looked at again' });

      const all = await store.listAcknowledgements();

      expect(all.map(({ subject, reason }) => [subject, reason])).toEqual([
        ['gap/1', 'looked at again'],
        ['revision/1/7', 'known'],
      ]);
    });
  });
}
