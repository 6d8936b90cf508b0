import { expect, test } from 'vitest';
import { z } from 'zod';

import { demoNames, demoOrganization, demoOrganizationOf } from '../../../../local/demo/demo-organization.ts';
import { moveRoster, plantDemoStory } from '../../../../local/demo/plant-demo-story.ts';
import { demoPlatformAt, openPlatform } from '../../../../local/open-platform.ts';
import { useEmulator } from '../../../support/emulator.ts';

const emulator = useEmulator(demoOrganizationOf('acme'));

test('the demos have 24, 250 and 5,000 people, and the one without a name is as it was', () => {
  expect(demoNames.map((name) => demoOrganizationOf(name).users)).toEqual([24, 250, 5_000]);
  expect(demoOrganizationOf(undefined)).toEqual(demoOrganization);
  expect(demoOrganization).toEqual({ users: 250, seed: 7 });
});

test('in a named demo a session runs away, computers fail, a repository gets worse, and people come and go', async () => {
  const platform = openPlatform(demoPlatformAt(emulator.url));
  const demo = { emulatorUrl: emulator.url, nowMs: Date.parse('2026-03-15T00:00:00Z'), roster: platform.client };
  const users = { field: 'users', item: z.object({ id: z.string(), email: z.string() }) };
  const before = (await emulator.readAll('/api/v0/organization/users', users)).items;

  await plantDemoStory(demo);
  await moveRoster(demo);
  const weekend = await emulator.read(
    '/__sim/usage?from=2026-03-08&to=2026-03-08',
    z.array(z.object({ granted: z.number() })),
  );

  // A Sunday of a small organization, on which else perhaps nobody works.
  expect(weekend.reduce((sum, { granted }) => sum + granted, 0)).toBeGreaterThan(20_000);
  const facts = await emulator.read(
    '/__sim/sessions',
    z.array(z.object({ character: z.string(), creditsByDay: z.record(z.string(), z.number()) })),
  );
  const consumed = facts
    .filter(({ character }) => character === 'runaway')
    .map(({ creditsByDay }) => Object.values(creditsByDay).reduce((sum, credits) => sum + credits, 0));
  expect(Math.max(...consumed)).toBeGreaterThan(100_000);
  expect(facts.map(({ character }) => character)).toEqual(expect.arrayContaining(['looping', 'long', 'pending']));
  const computers = await emulator.read(
    '/__sim/computers',
    z.array(z.object({ name: z.string(), status: z.string() })),
  );
  expect(computers.filter(({ name }) => name.startsWith('ci-')).map(({ status }) => status)).toEqual([
    'provisioning',
    'error',
    'error',
  ]);
  const after = (await emulator.readAll('/api/v0/organization/users', users)).items;
  const ids = new Set(before.map(({ id }) => id));
  const emails = new Map(before.map(({ id, email }) => [id, email]));
  expect(after.filter(({ id }) => !ids.has(id))).toHaveLength(2);
  expect(after.filter(({ id }) => ids.has(id))).toHaveLength(before.length - 1);
  expect(after.filter(({ id, email }) => ids.has(id) && emails.get(id) !== email)).toHaveLength(1);
});
