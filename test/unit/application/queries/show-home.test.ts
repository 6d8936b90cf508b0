import { expect, test } from 'vitest';

import { showHome } from '../../../../shared/status/use-cases/read-status.ts';

test('the first page names twenty of each at most, counts all, and keeps the rest of the status', () => {
  const alerts = [{ severity: 'high' }, ...Array.from({ length: 40 }, () => ({ severity: 'low' }))];
  const people = Array.from({ length: 10_000 }, (_, index) => `person-${index}`);
  const pool = { scope: 'org', unbounded: people };
  const stopped = Array.from({ length: 21 }, (_, index) => index);

  const home = showHome({ ok: false, alerts, stopped, stoppedNext: [], pools: [pool], held: [], undelivered: [] });

  expect(home).toMatchObject({
    ok: false,
    pools: [{ scope: 'org', unbounded: people.slice(0, 20) }],
    stopped: stopped.slice(0, 20),
  });
  expect(home.alerts).toHaveLength(20);
  expect(home.counts).toEqual({
    stopped: 21,
    stoppedNext: 0,
    pools: 1,
    unbounded: 10_000,
    held: 0,
    alerts: 41,
    undelivered: 0,
    bySeverity: { high: 1, low: 40 },
  });
});
