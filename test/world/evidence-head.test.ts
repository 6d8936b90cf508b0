import { expect, test } from 'vitest';

import { nextLink } from '../../shared/evidence/chain.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';

test('every summary has the head of the evidence as it is that night', async () => {
  const world = anEnforcementWorld(smallOrganization);

  const first = await recordLink(world);
  await runEnforcement(world, '2026-01-16');
  const second = await recordLink(world);
  await runEnforcement(world, '2026-01-17');

  const [firstText, secondText] = summaries(world);
  expect(firstText).toContain(`curfew controls verify --head 1:${first.hash}`);
  expect(secondText).toContain(`curfew controls verify --head 2:${second.hash}`);
  expect(secondText).not.toContain(first.hash);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a night whose evidence cannot be read does its work, and its summary says so', async () => {
  const world = anEnforcementWorld(smallOrganization);
  const head = async (): Promise<never> => {
    throw new Error('what is stored');
  };

  const night = await runEnforcement(world, '2026-01-16', (ports) => ({
    ...ports,
    evidence: { ...ports.evidence, head },
  }));

  const [text] = summaries(world);
  expect(night.outcome.status).toBe('complete');
  expect(text).toContain('could not be read (Error)');
  expect(text).not.toContain('what is stored');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

async function recordLink({ clock, stores }: EnforcementWorld) {
  const head = await stores.evidence.head();
  const at = new Date(clock.now()).toISOString();
  const link = nextLink(head, { at, kind: 'run', body: { steps: 0 } });
  await stores.evidence.append(link, head);
  return link;
}

/** The texts of the mails about nights to one admin, in order. */
function summaries({ sender, settings }: EnforcementWorld): readonly string[] {
  const [admin] = settings.admins;
  return sender
    .delivered()
    .filter(({ to }) => to === admin)
    .map(({ text }) => text);
}
