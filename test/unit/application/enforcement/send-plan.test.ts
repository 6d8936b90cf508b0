import { expect, test } from 'vitest';
import type { EnforcementPorts } from '../../../../shared/application/enforcement/enforcement-work.ts';
import type { LimitEntry } from '../../../../shared/application/enforcement/ports.ts';
import { sendPlan } from '../../../../shared/application/enforcement/send-plan.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/application/runs/ports.ts';
import { inputsHashOf } from '../../../../shared/domain/caps/plan-id.ts';
import type { RowOutcome } from '../../../../shared/domain/limits/limit-record.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

type SetLimits = EnforcementPorts['limitWriter']['setLimits'];

/** Sends all of a plan, or the part that is said, with what each PUT is answered. */
async function send(setLimits: SetLimits, { isMoved = false }: { isMoved?: boolean } = {}) {
  const { work, cache, ports } = await aTablesWorld();
  const { planId, planInputs } = await cache.planned();
  const permit = { planId, inputsHash: isMoved ? 'another' : inputsHashOf(planInputs) };
  const sent = sendPlan(
    { ...work, ports: { ...work.ports, limitWriter: { setLimits } } },
    cache,
    isMoved ? { ...permit, part: 'beside-hold' } : permit,
  );
  return { sent: await sent, cache, ports };
}

const rowsFor =
  (outcomeOf: (email: string) => RowOutcome): SetLimits =>
  async (entries: readonly LimitEntry[]) => ({ kind: 'answered', rows: entries.map(({ email }) => outcomeOf(email)) });

const refusal: RowOutcome = { kind: 'failed', problem: 'x'.repeat(500) };

test('once all is sent, only the records stay of the sending', async () => {
  const { sent, cache } = await send(rowsFor(() => ({ kind: 'done' })));

  expect(sent).toStrictEqual({ failed: new Map(), isLeaseLost: false });
  expect(cache.planSender).toBeUndefined();
  expect([...(await cache.records()).values()].map(({ confirmed }) => confirmed?.limitCredits)).toEqual([600, 600]);
});

test('a row that is done when it is tried again has not failed', async () => {
  let tries = 0;

  const { sent } = await send(
    rowsFor((email) => (email.startsWith('bob') && (tries += 1) === 1 ? refusal : { kind: 'done' })),
  );

  expect(tries).toBe(2);
  expect(sent.failed).toEqual(new Map());
});

test('a row that is refused again has failed, with as much of the problem as a step may answer', async () => {
  const { sent } = await send(rowsFor((email) => (email.startsWith('bob') ? refusal : { kind: 'done' })));

  expect(sent.failed).toEqual(new Map([['bob', { kind: 'failed', problem: 'x'.repeat(120) }]]));
  expect(sent).not.toHaveProperty('stopped');
});

test('a key that is refused stops the sending', async () => {
  const { sent } = await send(async () => Promise.reject(new PlatformRefusedError('the key is refused')));

  expect(sent).toStrictEqual({ failed: new Map(), isLeaseLost: false, stopped: 'the key is refused' });
});

test('a platform that stays away stops the sending, and the next run continues', async () => {
  const { sent, ports } = await send(async () => Promise.reject(new PlatformUnavailableError('try later')));

  expect(sent).toStrictEqual({
    failed: new Map(),
    isLeaseLost: false,
    stopped: expect.stringMatching(/^try later; the next run continues/u),
  });
  expect((await ports.limits.list()).map(({ unsettled }) => unsettled.length)).toEqual([1, 1]);
});

test('anything else is raised', async () => {
  await expect(send(async () => Promise.reject(new Error('unforeseen')))).rejects.toThrow('unforeseen');
});

test('a part of a plan on tables that have moved is not sent', async () => {
  const { sent, ports } = await send(
    rowsFor(() => ({ kind: 'done' })),
    { isMoved: true },
  );

  expect(sent).toStrictEqual({
    failed: new Map(),
    isLeaseLost: false,
    isMoved: true,
    stopped: expect.stringMatching(/has moved/u),
  });
  expect((await ports.limits.list()).map(({ confirmed }) => confirmed?.limitCredits)).toEqual([1_000, 1_000]);
});
