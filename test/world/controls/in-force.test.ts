import { expect, test } from 'vitest';

import type { ControlChange } from '../../../shared/controls/control-change.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { aControlsWorld, mailsTo, watchLater, type ControlsWorld } from './controls-world.ts';

function sandbox(enabled: boolean, { denyRead = [] as string[], allowedDomains = [] as string[] } = {}): JsonObject {
  return { sandbox: { enabled, filesystem: { denyRead }, network: { allowedDomains } } };
}

/** The changes that people were told of in one watch: those that are not quiet. */
async function toldOf(world: ControlsWorld): Promise<readonly ControlChange[]> {
  const { reports } = await watchLater(world, { rules: 'as-set' });
  return reports
    .flatMap(({ steps }) => steps.flatMap(({ changes }) => changes))
    .filter(({ quiet }) => quiet === undefined);
}

async function watching(settings: JsonObject): Promise<ControlsWorld> {
  const world = aControlsWorld();
  world.history.change(settings);
  await watchLater(world, { rules: 'as-set' });
  return world;
}

test('what was let in while the sandbox was off is reported when it is turned on, and not before', async () => {
  const world = await watching(sandbox(true, { denyRead: ['~/.ssh'], allowedDomains: ['github.com'] }));

  world.history.change(sandbox(false, { denyRead: ['~/.ssh'], allowedDomains: ['github.com'] }));
  const off = await toldOf(world);
  world.history.change(sandbox(false, { allowedDomains: ['github.com', 'evil.example'] }));
  const meanwhile = await toldOf(world);
  world.history.change(sandbox(true, { allowedDomains: ['github.com', 'evil.example'] }));
  const on = await toldOf(world);

  expect(off.map(({ path, severity }) => [path, severity])).toEqual([['sandbox.enabled', 'critical']]);
  expect(meanwhile).toEqual([]);
  expect(on.map(({ path, direction, severity }) => [path, direction, severity])).toEqual([
    ['sandbox.filesystem.denyRead', 'loosened', 'critical'],
    ['sandbox.network.allowedDomains', 'loosened', 'medium'],
    ['sandbox.enabled', 'tightened', 'info'],
  ]);
  expect(mailsTo(world).at(-1)?.subject).toMatch(/critical/iu);
});

test('it is reported the same when all of it is seen at once', async () => {
  const world = await watching(sandbox(true, { denyRead: ['~/.ssh'] }));
  world.history.change(sandbox(false, { denyRead: ['~/.ssh'] }));
  world.history.change(sandbox(false));
  world.history.change(sandbox(true));

  const told = await toldOf(world);

  expect(told.map(({ path, direction }) => [path, direction])).toEqual([
    ['sandbox.enabled', 'loosened'],
    ['sandbox.filesystem.denyRead', 'loosened'],
    ['sandbox.enabled', 'tightened'],
  ]);
});

test('a revision that is rewritten to turn a shield off is reported for that, with the rewriting', async () => {
  const world = await watching({ enableAgentShield: true });
  world.history.rewrite(1, { enableAgentShield: false });

  const { reports } = await watchLater(world, { rules: 'as-set' });
  const again = await watchLater(world, { rules: 'as-set' });

  const [report] = reports;
  expect(report?.alarms).toMatchObject([{ kind: 'rewritten', revision: 1 }]);
  expect(report?.steps).toMatchObject([
    {
      revision: 1,
      isRewritten: true,
      changes: [{ path: 'enableAgentShield', direction: 'loosened', severity: 'critical' }],
    },
  ]);
  expect(again.reports).toEqual([]);
  expect(mailsTo(world).at(-1)?.text).toMatch(/rewritten after/u);
});
