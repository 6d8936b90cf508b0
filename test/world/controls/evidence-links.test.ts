import { expect, test } from 'vitest';

import { latestVersion } from '../../../shared/controls/history/revision-entry.ts';
import { lastRecordBefore, type Link } from '../../../shared/evidence/chain.ts';
import { aControlsWorld, watch, watchLater, type ControlsWorld } from './controls-world.ts';

async function watchedSandbox(): Promise<ControlsWorld> {
  const world = aControlsWorld();
  world.history.change({ sandbox: { enabled: false } });
  world.history.change({ sandbox: { enabled: true } });
  await watch(world, { rules: 'as-set' });
  return world;
}

async function linksOf(world: ControlsWorld, kind: Link['kind']): Promise<readonly Link[]> {
  return (await world.stores.evidence.list(1, 1_000)).filter((link) => link.kind === kind);
}

async function digestsOf(world: ControlsWorld, revision: number): Promise<readonly string[]> {
  const [entry] = await world.stores.revisions.find(1, [revision]);
  return entry?.versions.map(({ digest }) => digest) ?? [];
}

test('the link of a revision binds what it was judged to change, by which rule, and the content before it', async () => {
  const world = await watchedSandbox();
  world.history.change({ sandbox: { enabled: false } });
  await watchLater(world, { rules: 'as-set' });

  const link = (await linksOf(world, 'revision')).at(-1);

  expect(link?.body).toMatchObject({
    revision: 3,
    previous: { revision: 2, digest: (await digestsOf(world, 2))[0] },
    isStart: false,
    isRewritten: false,
    changesCount: 1,
    changes: [
      {
        path: 'sandbox.enabled',
        direction: 'loosened',
        severity: 'critical',
        before: 'true',
        after: 'false',
        sentence: expect.stringContaining('without isolation'),
        rule: expect.stringMatching(/^sandbox\.enabled\/\d+$/u),
      },
    ],
  });
});

test('the first revision of a history that was there before is a starting point and nobody’s change', async () => {
  const world = await watchedSandbox();

  const [first, second] = await linksOf(world, 'revision');

  expect(first?.body).toMatchObject({ revision: 1, previous: null, isStart: true, changesCount: 0, changes: [] });
  expect(second?.body).toMatchObject({ revision: 2, isStart: false, changes: [{ path: 'sandbox.enabled' }] });
});

test('a revision that is served with another content gets a second link, with both contents and both authors', async () => {
  const world = await watchedSandbox();
  world.history.revisions = world.history.revisions.map((each) =>
    each.revision === 2 ? { ...each, settings: { sandbox: { enabled: false } }, actor: { name: 'Mallory' } } : each,
  );
  await watchLater(world, { rules: 'as-set' });

  const links = (await linksOf(world, 'revision')).filter(({ body }) => body['revision'] === 2);

  const [seen, served] = await digestsOf(world, 2);
  expect(links.map(({ body }) => [body['digest'], body['actor'], body['isRewritten']])).toEqual([
    [seen, { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' }, false],
    [served, { name: 'Mallory' }, true],
  ]);
  expect(links[1]?.body).toMatchObject({
    previous: { revision: 2, digest: seen },
    changes: [{ path: 'sandbox.enabled', direction: 'loosened' }],
  });
});

test('the heartbeat names the settings that are in force, and each link the newest record before it', async () => {
  const world = await watchedSandbox();
  await watchLater(world, { rules: 'as-set' });

  const links = await world.stores.evidence.list(1, 100);

  const [newest] = await world.stores.revisions.find(1, [2]);
  expect(links.at(-1)).toMatchObject({
    kind: 'run',
    body: { newest: { series: 1, revision: 2, digest: newest && latestVersion(newest).digest } },
  });
  expect(links.map(({ kind, ...link }) => [kind, lastRecordBefore(link)?.seq])).toEqual([
    ['revision', undefined],
    ['revision', 1],
    ['run', 2],
    ['run', 2],
  ]);
});

test('changes that are too many for one link go on in links before it', async () => {
  const world = await watchedSandbox();
  const fields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field${index}`, 'x'.repeat(1_000)]));
  world.history.change({ sandbox: { enabled: true }, ...fields });
  await watchLater(world, { rules: 'as-set' });

  const revision = (await linksOf(world, 'revision')).at(-1);
  const judged = await linksOf(world, 'judged');

  const counts = [revision, ...judged].map((link) => [link?.body['changes']].flat().length);
  expect(judged.length).toBeGreaterThan(1);
  expect(judged.map(({ body }) => [body['digest'], body['part']])).toEqual(
    judged.map((_, index) => [revision?.body['digest'], index + 2]),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(revision?.body['changesCount']);
});
