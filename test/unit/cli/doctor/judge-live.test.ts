import { expect, test } from 'vitest';

import { judgeLive } from '../../../../cli/doctor/judge-state.ts';
import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { noLiveState, type LiveReport, type LiveStatus } from '../../../../shared/live/live-state.ts';
import { partOf } from '../../../support/part-of.ts';

async function judged(standing: LiveStatus, over: Partial<LiveReport> = {}) {
  const live = memoryLiveStore();
  const at = '2026-03-15T08:50:00.000Z';
  const report = { runId: 'r', at, standing, seenUsers: 4, hookUsers: 0, pools: [], given: { users: 0, credits: 0 } };
  await live.putState({ ...noLiveState, report: { ...report, ...over } });
  return judgeLive(partOf({ live }), {
    live: partOf({ mode: standing.kind === 'shadow' ? 'shadow' : 'on' }),
  });
}

test('the doctor says how many days of shadow are done, whether hooks report, and what comes next', async () => {
  const shadow = { kind: 'shadow', daysDone: 3, daysNeeded: 14, isVerified: false } as const;

  expect(await judged(shadow)).toMatchObject({
    kind: 'ok',
    facts: [
      'mode shadow',
      expect.stringContaining('day 3 of 14'),
      expect.stringMatching(/4 people .*no hook/u),
      expect.stringContaining('11 more days'),
    ],
  });
  expect(await judged({ ...shadow, daysDone: 14, isVerified: true }, { hookUsers: 2 })).toMatchObject({
    kind: 'ok',
    facts: expect.arrayContaining([
      expect.stringContaining('hooks of 2 people'),
      'next: npx curfew settings set live.mode on',
    ]),
  });
});

test('the doctor warns of totals in doubt with the reason, and where the sessions were never read', async () => {
  expect(await judged({ kind: 'doubted', reason: 'the list was not whole' })).toMatchObject({
    kind: 'warning',
    problem: 'the list was not whole',
  });
  const nothing = judgeLive(partOf({ live: memoryLiveStore() }), { live: partOf({ mode: 'shadow' }) });
  expect(await nothing).toMatchObject({ kind: 'warning', remedy: expect.stringContaining('curfew run live') });
  expect(await judgeLive(partOf({ live: memoryLiveStore() }), { live: partOf({ mode: 'off' }) })).toMatchObject({
    kind: 'ok',
  });
});
