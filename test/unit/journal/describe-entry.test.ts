import { expect, test } from 'vitest';

import { describeEntry } from '../../../shared/journal/describe-entry.ts';
import { journalKinds } from '../../../shared/journal/journal-entry.ts';
import type { ReadEntry } from '../../../shared/journal/read-entry.ts';

function said(kind: string, detail: ReadEntry['detail'], about: Partial<ReadEntry> = {}): string {
  return describeEntry({ kind, actor: 'maria', detail, ...about });
}

test('an entry of a budget says the author, the budget, and the amount before and after', () => {
  const about = { subject: 'team:search' };
  const [before, after] = [
    { amount: 8_000_000, mode: 'alert', version: 1 },
    { amount: 9_100_000, mode: 'enforce', version: 2 },
  ];
  expect(said('budget-changed', { window: 'month', before: null, after: before }, about)).toBe(
    'maria set the monthly budget of team search to 8M credits (new)',
  );
  expect(said('budget-changed', { window: 'month', before, after }, about)).toBe(
    'maria set the monthly budget of team search to 9.1M credits (was 8M credits); mode enforce (was alert)',
  );
  expect(said('budget-changed', { window: 'day', before, after: null }, { subject: 'user:ada@x.example' })).toBe(
    'maria removed the daily budget of ada@x.example',
  );
});

test('an entry of a limit says whose it is by email, from what to what, and the budget behind it', () => {
  const curfew = { actor: 'curfew', subject: 'u-1' };
  const limit = (detail: ReadEntry['detail']): string =>
    said('cap-changed', { email: 'ada@x.example', ...detail }, curfew);
  const binding = { scope: 'user:ada@x.example', window: 'day', headroomCredits: 14_000 };
  expect(limit({ from: 120_000, to: 134_000, reason: 'raised', binding })).toBe(
    'Limit of ada@x.example raised from 120k to 134k: 14k remaining of their daily budget',
  );
  expect(limit({ from: 134_000, to: 100_000, reason: 'lowered', binding: { ...binding, headroomCredits: 0 } })).toBe(
    'Limit of ada@x.example lowered from 134k to 100k: their daily budget is used up',
  );
  const pool = { scope: 'team:search', window: 'month' };
  expect(limit({ from: 134_000, to: 120_000, reason: 'lowered', binding: { ...pool, headroomCredits: 14_000 } })).toBe(
    'Limit of ada@x.example lowered from 134k to 120k: 14k is their share of the monthly budget of team search',
  );
  expect(limit({ from: 120_000, to: 106_000, reason: 'lowered', binding: { ...pool, headroomCredits: 0 } })).toBe(
    'Limit of ada@x.example lowered from 120k to 106k: the monthly budget of team search has nothing left for them',
  );
  expect(limit({ from: 106_400, to: 106_300, reason: 'lowered' })).toBe(
    'Limit of ada@x.example lowered from 106,400 to 106,300',
  );
  expect(limit({ from: null, to: 5_000, reason: 'no-limit-yet' })).toBe('Limit of ada@x.example set to 5k');
  expect(limit({ from: 5_000, to: 1e12, reason: 'lifted' })).toBe(
    'Limit of ada@x.example removed (was 5k): no budget applies',
  );
});

test('an entry of what people give, mute or decide says through which day and why', () => {
  const user = { subject: 'user:ada@x.example' };
  const days = { from: '2026-11-26', to: '2026-11-30' };
  expect(said('top-up-added', { credits: 250_000, ...days, reason: 'release' }, user)).toBe(
    'maria gave ada@x.example 250k credits from 26 Nov through 30 Nov: release',
  );
  expect(said('exemption-added', { until: '2026-11-30', reason: 'launch' }, user)).toBe(
    'maria exempted ada@x.example through 30 Nov: launch',
  );
  expect(said('request-decided', { state: 'less', credits: 9_000, given: 5_000, why: 'enough' }, user)).toBe(
    'maria approved 5k of the request of ada@x.example for 9k credits: enough',
  );
  expect(said('alerts-muted', { alerts: 'look-alike', subject: null, until: '2026-12-01', reason: 'known' })).toBe(
    'maria muted alerts “look alike” through 1 Dec: known',
  );
});

test('an entry of a list says which members were added and removed', () => {
  const detail = { before: { members: ['a', 'b'], version: 1 }, after: { members: ['b', 'c'], version: 2 } };
  expect(said('team-changed', detail, { subject: 'team:web' })).toBe(
    'maria changed team web: members: added c, removed a',
  );
});

test('a run says how it ended and what it changed', () => {
  const run = { actor: 'curfew', runId: 'enforce-2026-11-27T02:30:00.000Z-nightly' };
  expect(said('run-finished', { status: 'complete', capsChanged: 15, capsFailed: 0, alerts: 1 }, run)).toBe(
    'The enforce run finished: 15 limits changed, 1 alert',
  );
});

test('every kind has a sentence, without its facts and of a later version too', () => {
  for (const kind of [...journalKinds, 'constructor', 'of-a-later-version']) {
    const sentence = said(kind, {}, { subject: 'x' });
    expect(sentence).toMatch(/^[A-Zm]/u);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object/u);
  }
});
