import { expect, test } from 'vitest';

import { EnforceRequest } from '../../../../shared/wiring/handlers/enforce-handler.ts';

const moment = { job: 'enforce', scheduledTime: '2026-03-15T02:30:00Z' } as const;
const idOf = (suffix: string): string => `enforce-2026-03-15T02:30:00.000Z-${suffix}`;
const apply = { planId: 'plan-1', actor: 'ada', isApproved: true };

test.each([
  ['a schedule asks for', { ...moment, schedule: 'nightly' }],
  ['somebody asks for', { ...moment, schedule: 'by-hand', runId: idOf('1a2b3c4d') }],
  ['applies a plan', { ...moment, schedule: 'by-hand', runId: idOf('apply-1a2b3c4d'), apply }],
  ['follows edits', { ...moment, schedule: 'edit', runId: idOf('edit-5f0c1a34-0001') }],
])('a run that %s is taken as it is', (_, request) => {
  expect(EnforceRequest.parse(request)).toEqual(request);
});

test.each([
  ['an unknown schedule', { ...moment, schedule: 'weekly' }],
  ['a schedule with an id of somebody else', { ...moment, schedule: 'nightly', runId: idOf('1a2b3c4d') }],
  ['a run by hand without an id', { ...moment, schedule: 'by-hand' }],
  [
    'the id of another moment',
    { ...moment, scheduledTime: '2026-03-16T02:30:00Z', schedule: 'by-hand', runId: idOf('1a2b3c4d') },
  ],
  ['an id that makes it look like a window start', { ...moment, schedule: 'by-hand', runId: idOf('window-start') }],
  ['an id that makes it look like a run after edits', { ...moment, schedule: 'by-hand', runId: idOf('edit-1a2b3c4d') }],
  ['a plan under the id of a whole night', { ...moment, schedule: 'by-hand', runId: idOf('1a2b3c4d'), apply }],
  ['a whole night under the id of a plan', { ...moment, schedule: 'by-hand', runId: idOf('apply-1a2b3c4d') }],
  ['a misspelt plan', { ...moment, schedule: 'by-hand', runId: idOf('apply-1a2b3c4d'), aply: apply }],
  [
    'a plan that nobody wants',
    { ...moment, schedule: 'by-hand', runId: idOf('apply-1a2b3c4d'), apply: { ...apply, actor: '' } },
  ],
])('%s is refused', (_, request) => {
  expect(EnforceRequest.safeParse(request).success).toBe(false);
});
