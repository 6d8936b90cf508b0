import { expect, test } from 'vitest';

import { initialState } from '../../../shared/controls/history/watch-state.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import { digest } from '../../../shared/wiring/digest-job.ts';
import { anEntry, aRevision } from '../../support/controls-samples.ts';
import { digestTables, mondayMs } from '../digest/use-cases/digest-tables.ts';

test('the weekly digest weighs a change of the controls as the settings of the organization say', async () => {
  const ports = await digestTables();
  for (const [number, updatedAt] of [
    [1, '2026-03-08T08:00:00.000Z'],
    [2, '2026-03-10T08:00:00.000Z'],
  ] as const) {
    const revision = aRevision(number, { updatedAt, settings: { ideAutoConnect: number === 2 } });
    await ports.revisions.put(anEntry([revision]), revision);
  }
  await ports.watchState.replace(initialState);
  const sent = async (overrides: object) => {
    const settings = Settings.parse({ admins: ['admin@acme.example'], controls: { overrides } });
    const order = { runId: 'digest', atMs: mondayMs, stopAtMs: Infinity, dryRun: true };
    const { pages } = await digest.run(ports, settings, order);
    return JSON.stringify(pages);
  };

  expect(await sent({ ideAutoConnect: { direction: 'loosened', severity: 'critical' } })).toContain('critical');
  expect(await sent({})).not.toContain('critical');
});
