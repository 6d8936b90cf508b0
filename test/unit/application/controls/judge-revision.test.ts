import { describe, expect, test } from 'vitest';
import { memoryRevisionStore } from '../../../../shared/adapters/memory/controls/memory-revision-store.ts';
import { changesOf, judgeOf, type ReportDeps } from '../../../../shared/application/controls/judge-revision.ts';
import type { Announcement } from '../../../../shared/domain/controls/announcements/announcement.ts';
import type { Judge } from '../../../../shared/domain/controls/diff/place.ts';
import { aRevision } from '../../../support/controls-samples.ts';

const revision = aRevision(1, { updatedAt: '2026-03-02T09:00:00.000Z' });
const { actor } = revision;
const workingHours = { timeZone: 'UTC', days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' };
const announcement: Announcement = {
  id: 'a-1',
  pattern: 'sandbox',
  values: [],
  ticket: 'SEC-1',
  note: 'planned',
  until: '2026-03-09T00:00:00Z',
  createdBy: 'ann',
  createdAt: '2026-03-01T00:00:00Z',
  version: 1,
};

function depsOf(said: Partial<ReportDeps> = {}): ReportDeps {
  return { revisions: memoryRevisionStore(), diff: () => [], policy: { approvedChangers: [] }, ...said };
}

describe('a change is judged by', () => {
  test('who made it alone, where nothing else is known', () => {
    expect(judgeOf(depsOf(), revision)).toStrictEqual({ actor });
  });

  test('whether its actor is approved, and whether it is made within working hours', () => {
    const judge = (approvedChangers: readonly string[], updatedAt = revision.updatedAt) =>
      judgeOf(depsOf({ policy: { approvedChangers, workingHours } }), { ...revision, updatedAt });

    expect(judge(['eve@acme.example'])).toStrictEqual({ actor, isApproved: true, isWithinWorkingHours: true });
    expect(judge(['ann@acme.example'], '2026-03-02T23:00:00.000Z')).toStrictEqual({
      actor,
      isApproved: false,
      isWithinWorkingHours: false,
    });
  });

  test('the retention that was approved, and what was announced by then', () => {
    expect(judgeOf(depsOf({ retentionDays: 90, announcements: [announcement] }), revision)).toStrictEqual({
      actor,
      announcements: [announcement],
      madeAtMs: Date.parse(revision.updatedAt),
      baselineRetentionDays: 90,
    });
  });

  test('no announcement, where nobody knows when it was made', () => {
    expect(judgeOf(depsOf({ announcements: [announcement] }), { ...revision, updatedAt: 'once' })).toStrictEqual({
      actor,
    });
  });
});

test('the changes of a revision are those of its settings, with what came into force again', async () => {
  const seen: (Judge | undefined)[] = [];
  const before = { level: 0 };
  const deps = depsOf({
    diff(was, is, judge) {
      expect([was, is]).toEqual([before, revision.settings]);
      seen.push(judge);
      return [];
    },
  });

  await changesOf(deps, { revision, before, previous: undefined });

  expect(seen).toStrictEqual([{ actor, lastInForce: new Map() }]);
});
