import { expect, test } from 'vitest';
import { memoryControlsDecisionStore } from '../../../../../shared/adapters/memory/controls/memory-controls-decision-store.ts';
import { comparisonDue } from '../../../../../shared/application/controls/history/decide-history.ts';
import type { WatchWork } from '../../../../../shared/application/controls/watch-work.ts';
import { initialState, type WatchState } from '../../../../../shared/domain/controls/history/watch-state.ts';
import { aBaseline } from '../../../../world/controls/controls-world.ts';

const at = '2026-03-02T08:00:00.000Z';
const comparedAt = '2026-03-02T07:00:00.000Z';

interface Known {
  readonly approved?: number;
  readonly expires?: string;
  readonly state?: Partial<WatchState>;
  readonly isChanged?: boolean;
}

async function due({ approved = 0, expires, state = { comparedAt }, isChanged = false }: Known) {
  const decisions = memoryControlsDecisionStore();
  for (let version = 0; version < approved; version += 1) {
    await decisions.approveBaseline(aBaseline({ level: version }), version);
  }
  if (expires !== undefined) {
    const terms = { pattern: 'x', owner: 'ann@acme.example', ticket: 't', reason: 'r', from: '2026-03-01T00:00:00Z' };
    await decisions.putException({ id: 'e', ...terms, expires, createdBy: 'ann', createdAt: at, version: 1 });
  }
  return comparisonDue({ ports: { decisions }, at } as unknown as WatchWork, { ...initialState, ...state }, isChanged);
}

test('nothing is compared while nothing is approved, whatever changes', async () => {
  expect([await due({}), await due({ isChanged: true })]).toEqual([undefined, undefined]);
});

test('a change is held against what is approved, and no change is not', async () => {
  const state = { comparedAt, baselineVersion: 1 };

  expect(await due({ approved: 1, state, isChanged: true })).toStrictEqual({ since: comparedAt, baselineVersion: 1 });
  expect(await due({ approved: 1, state })).toBeUndefined();
});

test('another baseline is a reason to compare, the first one too', async () => {
  expect(await due({ approved: 2, state: { comparedAt, baselineVersion: 1 } })).toMatchObject({ baselineVersion: 2 });
  expect(await due({ approved: 1 })).toStrictEqual({ since: comparedAt, baselineVersion: 1 });
});

test.for([
  ['expired since the last comparison', '2026-03-02T07:30:00Z', { since: comparedAt }],
  ['expires now', at, { since: comparedAt }],
  ['had expired by then', comparedAt, undefined],
  ['is in force', '2026-03-02T08:00:01Z', undefined],
] as const)('an exception that %s decides whether to compare', async ([, expires, wanted]) => {
  expect(await due({ expires })).toStrictEqual(wanted);
});

test('before the first comparison exceptions that have expired are no news', async () => {
  expect(await due({ expires: '2026-03-02T07:30:00Z', state: {} })).toBeUndefined();
  expect(await due({ approved: 1, state: {} })).toStrictEqual({ since: at, baselineVersion: 1 });
});
