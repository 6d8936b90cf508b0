import { diffControls } from '../../../../shared/control-diff/diff-controls.ts';
import type { Announcement } from '../../../../shared/controls/announcement.ts';
import type { ControlException } from '../../../../shared/controls/control-exception.ts';
import { initialState } from '../../../../shared/controls/history/watch-state.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import type { Actor } from '../../../../shared/controls/revision.ts';
import {
  memoryControlsDecisionStore,
  memoryWatchStateStore,
  memoryRevisionStore,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';

const ann: Actor = { id: 'u-ann', email: 'ann@acme.example', name: 'Ann' };
const eve: Actor = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };

export const on: JsonObject = { sandbox: { enabled: true } };
export const off: JsonObject = { sandbox: { enabled: false } };
/** Off, and with a control of another name. */
export const offAndMore: JsonObject = { sandbox: { enabled: false }, mcpPolicy: { enabled: true } };

/** Ann alone may change the controls. */
export const rules = { diff: diffControls, policy: { approvedChangers: ['ann@acme.example'] } };

/** Revisions 1 to 3 of one numbering, and 1 and 2 of the next: the sandbox is on, off, on, off, and on again. */
export async function storedRevisions() {
  const revisions = memoryRevisionStore();
  const watchState = memoryWatchStateStore();
  const decisions = memoryControlsDecisionStore();
  const stored = [
    [1, 1, on, '2026-03-01T08:00:00.000Z', ann],
    [1, 2, offAndMore, '2026-03-02T08:00:00.000Z', eve],
    [1, 3, on, '2026-03-03T08:00:00.000Z', ann],
    [2, 1, off, '2026-03-04T08:00:00.000Z', eve],
    [2, 2, on, '2026-03-05T08:00:00.000Z', eve],
  ] as const;
  for (const [series, number, settings, updatedAt, actor] of stored) {
    const revision = aRevision(number, { settings, updatedAt, actor });
    await revisions.put(anEntry([revision], series), revision);
  }
  await watchState.replace({ ...initialState, series: 2, predecessor: { series: 1, revision: 3 } });
  return { revisions, watchState, decisions };
}

export function anAnnouncement(id: string, said: Partial<Announcement> = {}): Announcement {
  return {
    id,
    pattern: 'sandbox',
    values: [],
    ticket: 'SEC-12',
    note: '',
    until: '2026-03-02T12:00:00Z',
    createdBy: 'ann',
    createdAt: '2026-03-01T00:00:00Z',
    version: 1,
    ...said,
  };
}

export const anException: ControlException = {
  id: 'e-1',
  pattern: 'mcpPolicy',
  owner: 'kim@acme.example',
  ticket: 'SEC-1',
  reason: 'a migration',
  from: '2026-03-01T00:00:00Z',
  expires: '2026-03-09T00:00:00Z',
  createdBy: 'bob',
  createdAt: '2026-03-01T00:00:00.000Z',
  version: 1,
};
