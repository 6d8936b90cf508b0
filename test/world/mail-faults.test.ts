import { expect, test } from 'vitest';

import type { SendResult } from '../../shared/mail/mail.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, instantOf, invoke, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';
import { interruption } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

const night = '2026-01-18';
const nextNight = '2026-01-19';
const summary = `summary/${night}/admin@acme.example`;
const oneAdmin = { ...smallOrganization, admins: ['admin@acme.example'] };

test('a mail whose outcome is unknown is never sent again, and the next mail reports it', async () => {
  const world = await worldAfterNight({ kind: 'unknown', problem: 'no answer' });

  await runEnforcement(world, nextNight);
  await runEnforcement(world, '2026-01-20');

  const [first, second, third] = deliveredToAdmin(world);
  expect(first?.mailId).toBe(summary);
  expect(second?.carries).toEqual([summary]);
  expect(second?.text).toContain('may not have arrived');
  expect(second?.text).toContain(first?.subject);
  expect(third?.carries).toEqual([]);
  expect(await stateOf(world)).toEqual({ kind: 'unknown', problem: 'no answer', carriedBy: second?.mailId });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a mail that is turned away for now goes out with the next run of the mailer, once', async () => {
  const world = await worldAfterNight({ kind: 'refused', problem: 'rate exceeded', retryable: true });

  await runEnforcement(world, nextNight);

  expect(deliveredToAdmin(world).map(({ mailId }) => mailId)).toEqual([
    summary,
    `summary/${nextNight}/admin@acme.example`,
  ]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a mail that is turned away for good is kept as refused with the reason', async () => {
  const world = await worldAfterNight({ kind: 'refused', problem: 'address suppressed', retryable: false });

  await runEnforcement(world, nextNight);

  expect(await stateOf(world)).toEqual({ kind: 'refused', problem: 'address suppressed' });
  expect(world.sender.delivered().map(({ mailId }) => mailId)).not.toContain(summary);
});

test('a mail that is turned away for now is given up after ten tries', async () => {
  const world = anEnforcementWorld(oneAdmin);
  const isFull: SendResult = { kind: 'refused', problem: 'quota exceeded', retryable: true };

  for (let day = 18; day < 30; day += 1) {
    Array.from({ length: 20 }, () => isFull).forEach((answer) => world.sender.answerNext(answer));
    await runEnforcement(world, `2026-01-${day}`);
  }

  expect(await stateOf(world)).toEqual({ kind: 'refused', problem: 'quota exceeded' });
});

test('a mail whose sender died in the middle is of unknown outcome, and the next night reports it', async () => {
  const world = anEnforcementWorld(oneAdmin);
  world.clock.moveTo(instantOf(night));
  const sendEffect = await effectOf('sender.send');
  const { around, death } = interruption({ effect: sendEffect, disturbance: 'after-unheard' });
  await Promise.race([invoke(world, { runId: 'night-dies', at: night, around }), death]);

  world.clock.moveBy(hourMs);
  await invoke(world, { runId: 'night-again', at: `${night}T03:30:00Z` });
  await runEnforcement(world, nextNight);

  expect(world.sender.delivered().filter(({ mailId }) => mailId === summary)).toHaveLength(1);
  expect(deliveredToAdmin(world).at(-1)?.carries).toEqual([summary]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a mail to a user that may not have arrived is reported to the admins in the next summary', async () => {
  const world = anEnforcementWorld(oneAdmin);
  world.sender.answerNext({ kind: 'sent', messageId: 'm-1' });
  world.sender.answerNext({ kind: 'unknown', problem: 'no answer' });
  await runEnforcement(world, night);

  await runEnforcement(world, nextNight);

  const [lost] = world.sender.delivered().filter(({ to }) => to === 'eve@acme.example');
  const last = deliveredToAdmin(world).at(-1);
  expect(last?.carries).toEqual([lost?.mailId]);
  expect(last?.text).toContain(`“${lost?.subject}” to eve@acme.example`);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

function deliveredToAdmin(world: EnforcementWorld) {
  return world.sender.delivered().filter(({ to }) => to === 'admin@acme.example');
}

async function worldAfterNight(answer: SendResult): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(oneAdmin);
  world.sender.answerNext(answer);
  await runEnforcement(world, night);
  return world;
}

async function stateOf(world: EnforcementWorld) {
  return (await world.stores.outbox.find(summary))?.state;
}

/** Which effect of the first night a call is. */
async function effectOf(name: string): Promise<number> {
  const world = anEnforcementWorld(oneAdmin);
  world.clock.moveTo(instantOf(night));
  const { around, effects } = interruption();
  await invoke(world, { runId: 'night-counted', at: night, around });
  return effects.indexOf(name) + 1;
}
