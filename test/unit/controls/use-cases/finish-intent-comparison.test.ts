import { describe, expect, test } from 'vitest';

import type { ControlException } from '../../../../shared/controls/control-exception.ts';
import type { WatchIntent } from '../../../../shared/controls/history/watch-state.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import { compareControls } from '../../../../shared/controls/use-cases/finish-intent.ts';
import type { WatchWork } from '../../../../shared/controls/use-cases/watch-work.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';
import { aControlChange } from '../../../support/evidence-records.ts';
import { aBaseline, aControlsWorld } from '../../../world/controls/controls-world.ts';

const at = '2026-03-02T08:00:00.000Z';
const handled = { from: 1, through: 1, missing: [] };
const intent: WatchIntent = {
  reportId: 'r',
  kind: 'changes',
  runId: 'run',
  at,
  series: 1,
  revisions: [],
  handled,
  alarms: [],
  over: [],
  comparison: { since: '2026-03-01T08:00:00.000Z' },
};
const exception: ControlException = {
  id: 'e-1',
  pattern: 'sandbox',
  owner: 'ann@acme.example',
  ticket: 'SEC-1',
  reason: 'a migration',
  from: '2026-03-01T00:00:00Z',
  expires: '2026-03-09T00:00:00Z',
  createdBy: 'bob',
  createdAt: '2026-03-01T00:00:00.000Z',
  version: 1,
};

/** A run whose newest revision differs from what is approved, where anything is. */
async function aRun(approved?: JsonObject, exceptions: readonly ControlException[] = []) {
  const { stores } = aControlsWorld();
  await stores.revisions.put(anEntry([aRevision(1)]), aRevision(1));
  if (approved !== undefined) {
    await stores.decisions.approveBaseline(aBaseline(approved), 0);
  }
  for (const each of exceptions) {
    await stores.decisions.putException(each);
  }
  const diff = () => [aControlChange({ path: 'sandbox.enabled' }), aControlChange({ path: 'hooks', field: 'hooks' })];
  return { ports: stores, rules: { diff } } as unknown as WatchWork;
}

describe('what differs from the approved controls', () => {
  test('is not looked for where the run is not to compare', async () => {
    const { comparison: _, ...without } = intent;

    expect(await compareControls(await aRun({}), without)).toBeUndefined();
  });

  test('is nothing where nothing is approved', async () => {
    expect(await compareControls(await aRun(), intent)).toStrictEqual({
      deviations: [],
      report: { deviations: [], expired: [] },
    });
  });

  test('is reported with who approved, without the settings, and with the exception that covers it', async () => {
    const comparison = await compareControls(await aRun({ level: 0 }, [exception]), intent);

    const { settings: _, ...approved } = aBaseline({});
    expect(comparison?.report.approved).toStrictEqual(approved);
    expect(comparison?.deviations.map(({ path, standing, since }) => [path, standing, since])).toEqual([
      ['hooks', 'new', at],
      ['sandbox.enabled', 'new', at],
    ]);
    expect(comparison?.report.deviations).toStrictEqual([
      { deviation: comparison?.deviations[0] },
      { deviation: comparison?.deviations[1], exception },
    ]);
  });

  test('stands since it was first seen', async () => {
    const work = await aRun({ level: 0 });
    const [first] = (await compareControls(work, intent))?.deviations ?? [];
    await work.ports.state.putDeviations(first === undefined ? [] : [{ ...first, since: '2026-02-01T00:00:00.000Z' }]);

    const again = await compareControls(work, intent);

    expect(again?.deviations.map(({ path, standing, since }) => [path, standing, since])).toEqual([
      ['hooks', 'standing', '2026-02-01T00:00:00.000Z'],
      ['sandbox.enabled', 'new', at],
    ]);
  });

  test.for([
    ['nothing is handled yet', undefined],
    ['what is handled is not stored', { ...handled, through: 9 }],
  ] as const)('is nothing where %s', async ([, through]) => {
    const { handled: _, ...rest } = intent;
    const asked = through === undefined ? rest : { ...rest, handled: through };

    expect((await compareControls(await aRun({ level: 0 }), asked))?.deviations).toEqual([]);
  });
});

test('exceptions that expired since the last comparison are news', async () => {
  const instants = ['2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z', '2026-03-02T08:00:01Z'];
  const exceptions = instants.map((expires, index) => ({ ...exception, id: `e-${index}`, expires }));

  const comparison = await compareControls(await aRun(undefined, exceptions), intent);

  expect(comparison?.report.expired.map(({ exception: { id } }) => id)).toEqual(['e-1']);
});
