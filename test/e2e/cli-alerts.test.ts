import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { useInstallation } from '../support/installation.ts';
import { aForecast, anObservation, aUse, onEnforcementRun, play } from '../unit/notifications/observed.ts';

const Alert = z.object({
  id: z.string(),
  alertId: z.string(),
  kind: z.string(),
  severity: z.string(),
  status: z.enum(['open', 'acknowledged', 'snoozed']),
  headline: z.string(),
  acknowledged: z
    .object({ by: z.string(), at: z.string(), reason: z.string(), until: z.string().nullable() })
    .nullable(),
});
const Failed = z.object({ error: z.string() });

/** A observation, a budget that is used up, a forecast, and a matter that is gone. */
const seen = { forecasts: [aForecast(1_400)], uses: [aUse({ usedCredits: 1_000, mode: 'alert' })] };
const { states } = play([
  onEnforcementRun('2026-03-10', { ...seen, observed: [anObservation({ key: 'u-cem' })] }),
  onEnforcementRun('2026-03-11', {
    ...seen,
    observed: [anObservation({ severity: 'high', headline: 'User u-bob\u202E cannot be capped' })],
  }),
]);

const { curfew, withTables } = useInstallation();

beforeEach(async () => withTables(async ({ alerts }) => alerts.put(states)));

async function listed(...options: readonly string[]) {
  return (await curfew('alerts', 'list', ...options, '--json')).read(z.array(Alert));
}

describe('alerts on the command line', () => {
  test('what is in alarm is listed, the most severe and newest first, and what is gone is not', async () => {
    const alerts = await listed();

    expect(alerts.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual([
      'uncappable high',
      'forecast medium',
      'budget-use medium',
    ]);
    expect(new Set(alerts.map(({ status }) => status))).toEqual(new Set(['open']));
  });

  test('an acknowledged alert is listed with --all alone, with who and why, and stands in the journal', async () => {
    const [first] = await listed();

    const acked = (
      await curfew('alerts', 'ack', first?.id ?? '', '--reason', 'load test', '--until', '2099-03-31', '--json')
    ).read(Alert);
    const open = await listed();
    const all = await listed('--all');
    const journal = (await curfew('journal', '--json')).read(
      z.array(z.object({ kind: z.string(), actor: z.string(), detail: z.looseObject({}) })),
    );

    expect(acked).toMatchObject({ status: 'snoozed', alertId: first?.alertId });
    expect(acked.acknowledged).toMatchObject({ by: 'ada', reason: 'load test', until: '2099-03-31' });
    expect(open.map(({ id }) => id)).not.toContain(first?.id);
    expect(all).toHaveLength(open.length + 1);
    expect(journal).toMatchObject([
      { kind: 'alert-acknowledged', actor: 'ada', detail: { reason: 'load test', until: '2099-03-31' } },
    ]);
  });

  test('the table is in words, with the id to acknowledge by and what is not shown', async () => {
    const [first] = await listed();
    const done = await curfew('alerts', 'ack', first?.alertId ?? '', '--reason', 'seen');

    const { stdout, stderr } = await curfew('alerts', 'list');
    const all = await curfew('alerts', 'list', '--all');

    expect(done.stdout).toContain(first?.headline);
    expect(stdout).toContain('until 31 Mar');
    expect(stderr).toContain('Acknowledged: 1');
    expect(all.stdout).toContain('acknowledged by ada: seen');
    expect(all.stdout).not.toContain('\u202E');
  });

  test('an id that is not there fails with what to do', async () => {
    const { exitCode, stderr } = await curfew('alerts', 'ack', 'nothing', '--reason', 'x');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('alerts list --all');
  });

  test.each([
    ['no reason', [], '--reason'],
    ['an empty reason', ['--reason', ' '], '--reason is empty'],
    ['a day that is none', ['--reason', 'x', '--until', '2026-02-30'], 'is not a day'],
    ['a day that is over', ['--reason', 'x', '--until', '2026-01-20'], 'has passed'],
  ])('%s is wrong usage: exit code 2 and what to give instead', async (_title, options, remedy) => {
    const [first] = await listed();

    const result = await curfew('alerts', 'ack', first?.id ?? '', ...options, '--json');

    expect(result.exitCode).toBe(2);
    expect(result.read(Failed).error).toContain(remedy);
  });

  test('every command has a help, and the completion knows it', async () => {
    const help = await curfew('alerts', '--help');
    const ack = await curfew('alerts', 'ack', '--help');

    expect(help.stdout).toMatch(/list[^]*ack/);
    expect(ack.stdout).toContain('--until 2026-03-31');
  });
});
