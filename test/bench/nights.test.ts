import { describe, expect, test } from 'vitest';

import { measureNights } from '../../bench/nights.ts';
import { afterTheDay, asItGoes } from '../../bench/nights/contestants.ts';
import { alertsOf } from '../../bench/nights/peers/quota-monitor.ts';
import { findAnomalies, trackerStore } from '../../bench/nights/peers/usage-tracker.ts';
import { quartersOf } from '../../bench/nights/telemetry.ts';

test('the floor of a night makes the very calls of the night, and nothing else', async () => {
  const { rows } = await measureNights({ users: 5, rounds: 1, nights: 1, who: ['ours', 'floor'] });
  const [ours, floor] = rows;

  expect(rows.map(({ kind, who }) => [kind, who])).toEqual([
    ['first', 'ours'],
    ['first', 'floor'],
  ]);
  expect(ours).toMatchObject({ runs: 1, limitsSent: 5 });
  expect(ours?.calls).toBeGreaterThanOrEqual(4);
  expect(floor).toMatchObject({ calls: ours?.calls, tableCalls: 0, writeUnits: 0 });
});

describe('the peers of a night, stated again', () => {
  test('a day of telemetry sums to what each person used, over eight hours of work', () => {
    const quarters = quartersOf([
      { email: 'ann@acme.example', credits: 1_000 },
      { email: 'bob@acme.example', credits: 31 },
    ]);
    const of = (email: string) => quarters.flat().filter((use) => use.email === email);

    expect(quarters).toHaveLength(96);
    expect(of('ann@acme.example').reduce((sum, { credits }) => sum + credits, 0)).toBe(1_000);
    expect(of('bob@acme.example').reduce((sum, { credits }) => sum + credits, 0)).toBe(31);
    expect(of('ann@acme.example')).toHaveLength(32);
  });

  test('the quota monitor alerts of the highest threshold passed alone, of month and day', () => {
    const whose = { email: 'ann@acme.example', date: '2026-05-14', month: '2026-05' };
    const keysAt = (monthly: number, daily: number) =>
      alertsOf(whose, { monthly, daily }, { monthly: 1_000, daily: 100 }).map(({ key }) => key);

    expect(keysAt(800, 80)).toEqual([]);
    expect(keysAt(801, 91)).toEqual([
      '2026-05#ALERT#ann@acme.example#monthly#warning',
      '2026-05#ALERT#ann@acme.example#daily#critical#2026-05-14',
    ]);
    expect(keysAt(1_001, 0)).toEqual(['2026-05#ALERT#ann@acme.example#monthly#exceeded']);
  });

  test('the tracker writes a day over by its key, and finds who is far from their own days', () => {
    const store = trackerStore(':memory:');
    const week = ['2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13'].map((day) => ({
      userId: 'u1',
      day,
      credits: day === '2026-05-13' ? 900 : 100,
    }));

    store.putDailyUse(week);
    store.putDailyUse(week);

    expect(store.dailyUse('2026-05-10')).toHaveLength(4);
    expect(store.rowsWritten()).toBe(8);
    const anomalies = findAnomalies(store.dailyUse('2026-05-10'), '2026-05-13');
    expect(anomalies).toEqual([{ userId: 'u1', type: 'spike' }]);
    expect([store.putAnomalies('2026-05-13', anomalies), store.putAnomalies('2026-05-13', anomalies)]).toEqual([1, 0]);
    store.close();
  });

  test('a credit of a day that is read two and a half hours after its end is known after up to 26.5 hours', () => {
    expect(afterTheDay(2.5)).toEqual({ meanHours: 14.5, maxHours: 26.5 });
    expect(asItGoes(0.25)).toEqual({ meanHours: 0.125, maxHours: 0.25 });
  });
});
