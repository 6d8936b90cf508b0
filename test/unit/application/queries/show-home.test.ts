import { expect, test } from 'vitest';

import { shortStatus, showHome } from '../../../../shared/status/use-cases/read-status.ts';

test('the first page names twenty of each at most, counts all, and keeps the rest of the status', () => {
  const alerts = [{ severity: 'high' } as const, ...Array.from({ length: 40 }, () => ({ severity: 'low' }) as const)];
  const people = Array.from({ length: 10_000 }, (_, index) => `person-${index}`);
  const pool = { scope: 'org', unbounded: people };
  const stopped = Array.from({ length: 21 }, (_, index) => index);

  const alertRows = Array.from({ length: 23 }, () => ({ asks: true }));
  const lists = { alerts, alertRows, stopped, stoppedNext: [], pools: [pool], held: [], undelivered: [] };

  const home = showHome({ ok: false, ...lists });

  expect(home).toMatchObject({
    ok: false,
    pools: [{ scope: 'org', unbounded: people.slice(0, 20) }],
    stopped: stopped.slice(0, 20),
  });
  expect(home.alerts).toHaveLength(20);
  expect(home.alertRows).toHaveLength(20);
  expect(home.counts).toEqual({
    stopped: 21,
    stoppedNext: 0,
    pools: 1,
    unbounded: 10_000,
    held: 0,
    alerts: 41,
    alertRows: 23,
    undelivered: 0,
    bySeverity: { high: 1, low: 40 },
  });
});

test('a status names the first hundred alerts and twenty unbounded people of a pool, all stopped people, and counts all', () => {
  const alerts = Array.from({ length: 700 }, () => ({ severity: 'low' }) as const);
  const stopped = Array.from({ length: 5_000 }, (_, index) => index);
  const pool = { scope: 'org', unbounded: Array.from({ length: 10_000 }, (_, index) => `person-${index}`) };
  const lists = { alerts, stopped, pools: [pool], alertRows: [], stoppedNext: [], held: [], undelivered: [] };

  const status = shortStatus(lists);

  expect([status.alerts.length, status.stopped.length, status.pools[0]?.unbounded.length]).toEqual([100, 5_000, 20]);
  expect(status.counts).toMatchObject({ alerts: 700, stopped: 5_000, unbounded: 10_000, bySeverity: { low: 700 } });
  expect(status.pools[0]).toMatchObject({ unboundedCount: 10_000 });
});
