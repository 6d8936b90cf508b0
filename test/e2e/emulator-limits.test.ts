import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { someEmails, startTestEmulator, Tokens, total, UsageRows, useEmulator } from '../support/emulator.ts';

const Outcome = z.strictObject({
  updated: z.array(z.strictObject({ email: z.string(), limit: z.number() })),
  errors: z.array(z.strictObject({ email: z.string(), error: z.string() })),
});
const Limits = z.record(
  z.string(),
  z.strictObject({ limit: z.number(), history: z.array(z.strictObject({ at: z.string(), limit: z.number() })) }),
);

const emulator = useEmulator({ empty: true, users: 3 }, 'test');
let email: string;
let other: string;
beforeEach(async () => {
  [email = '', other = ''] = await someEmails(emulator, 2);
});

const setTo = async (...users: readonly { email: string; limit: unknown }[]): Promise<z.infer<typeof Outcome>> =>
  Outcome.parse(JSON.parse((await emulator.setLimits(...users)).text));
const usage = (): Promise<z.infer<typeof UsageRows>> => emulator.read('/__sim/usage', UsageRows);

describe('PUT of limits', () => {
  test.each([
    ['no users', {}],
    ['no entries', { users: [] }],
    ['101 entries', { users: Array.from({ length: 101 }, () => ({ email: 'a@acme.example', limit: 1 })) }],
    ['users that are no list', { users: 'all' }],
    ['an entry without an email', { users: [{ limit: 1 }] }],
  ])('%s is a 400 and sets nothing', async (_title, body) => {
    const { status } = await emulator.call('PUT', '/api/v0/organization/usage/limits/users', { body });

    expect(status).toBe(400);
    expect(await emulator.read('/__sim/limits', Limits)).toEqual({});
  });

  test('emails are matched trimmed and case-insensitively, and echoed as they were sent', async () => {
    const sent = ` ${email.toUpperCase()} `;

    const outcome = await setTo({ email: sent, limit: 500 });

    expect(outcome).toEqual({ updated: [{ email: sent, limit: 500 }], errors: [] });
    expect((await emulator.read('/__sim/limits', Limits))[email]?.limit).toBe(500);
  });

  test.each([
    ['an unknown email', { email: 'nobody@acme.example', limit: 1 }],
    ['a negative limit', { email: 'FIRST', limit: -1 }],
    ['a limit that is text', { email: 'FIRST', limit: '10' }],
    ['a limit that is null', { email: 'FIRST', limit: null }],
  ])('%s is an errors row of a 200, and the others are set', async (_title, entry) => {
    const bad = entry.email === 'FIRST' ? { ...entry, email } : entry;

    const outcome = await setTo(bad, { email: other, limit: 7 });

    expect(outcome.errors.map((row) => row.email)).toEqual([bad.email]);
    expect(outcome.updated).toEqual([{ email: other, limit: 7 }]);
  });

  test('every limit is in the history with the moment it was set', async () => {
    await setTo({ email, limit: 10 });
    await emulator.tell('/__sim/clock', { now: '2026-03-15T06:30:00Z' });
    await setTo({ email, limit: 20 });

    expect((await emulator.read('/__sim/limits', Limits))[email]).toEqual({
      limit: 20,
      history: [
        { at: '2026-03-15T00:00:00.000Z', limit: 10 },
        { at: '2026-03-15T06:30:00.000Z', limit: 20 },
      ],
    });
  });
});

describe('consumption', () => {
  test('a day’s demand is consumed evenly, minute by minute', async () => {
    await emulator.tell('/__sim/demand', [{ email, date: '2026-03-15', credits: 2_880 }]);
    await emulator.tell('/__sim/clock', { now: '2026-03-15T01:30:59Z' });

    expect(await usage()).toEqual([{ email, date: '2026-03-15', granted: 180, refused: 0 }]);
  });

  test('what passes the limit is refused and gone, also when the limit is raised later', async () => {
    await emulator.tell('/__sim/demand', [{ email, date: '2026-03-15', credits: 1_440 }]);
    await setTo({ email, limit: 100 });
    await emulator.tell('/__sim/clock', { now: '2026-03-15T12:00:00Z' });
    await setTo({ email, limit: 5_000 });
    await emulator.tell('/__sim/clock', { now: '2026-03-16T00:00:00Z' });

    expect(await usage()).toEqual([{ email, date: '2026-03-15', granted: 820, refused: 620 }]);
  });

  test('the limit counts all of the calendar month, and the next month starts from nothing', async () => {
    await emulator.tell('/__sim/demand', [
      { email, date: '2026-03-15', credits: 300 },
      { email, date: '2026-03-31', credits: 300 },
      { email, date: '2026-04-01', credits: 300 },
    ]);
    await setTo({ email, limit: 400 });
    await emulator.tell('/__sim/clock', { now: '2026-04-02T00:00:00Z' });

    expect((await usage()).map(({ date, granted }) => [date, granted])).toEqual([
      ['2026-03-15', 300],
      ['2026-03-31', 100],
      ['2026-04-01', 300],
    ]);
  });

  test('with an anchor day the window turns on that day', async () => {
    const anchored = await startTestEmulator({ empty: true, users: 1, windowAnchorDay: 20 });
    const [only = ''] = await someEmails(anchored, 1);
    await anchored.tell(
      '/__sim/demand',
      ['2026-03-15', '2026-03-19', '2026-03-20'].map((date) => ({ email: only, date, credits: 300 })),
    );
    await anchored.setLimits({ email: only, limit: 400 });
    await anchored.tell('/__sim/clock', { now: '2026-03-21T00:00:00Z' });

    const rows = await anchored.read('/__sim/usage', UsageRows);
    await anchored.close();

    expect(rows.map(({ granted }) => granted)).toEqual([300, 100, 300]);
  });

  test('analytics show what was granted, from the next day on, with the model that was posted', async () => {
    await emulator.tell('/__sim/demand', [{ email, date: '2026-03-15', credits: 1_000, model: 'my-thinking-model' }]);
    await setTo({ email, limit: 640 });
    await emulator.tell('/__sim/clock', { now: '2026-03-16T00:00:00Z' });

    const { data } = await emulator.read('/api/v1/analytics/tokens?startDate=2026-03-15&endDate=2026-03-15', Tokens);

    expect(data[0]?.billable_tokens).toBe(640);
    expect(data[0]?.by_model).toMatchObject([
      { model_id: 'my-thinking-model', model_tier: 'thinking', billable_tokens: 640 },
    ]);
  });

  test('a day is the same whether the clock went through it in one step or in many', async () => {
    const stepped = await startTestEmulator({ users: 30 });
    const jumped = await startTestEmulator({ users: 30 });
    for (let hour = 1; hour < 72; hour += 7) {
      await stepped.tell('/__sim/clock', { now: Date.UTC(2026, 2, 15, hour, 13, 7) });
      await stepped.read('/__sim/usage?from=2026-03-15', UsageRows);
    }
    for (const one of [stepped, jumped]) {
      await one.tell('/__sim/clock', { now: '2026-03-18T00:00:00Z' });
    }

    const rows = await Promise.all([stepped, jumped].map((one) => one.read('/__sim/usage', UsageRows)));
    await Promise.all([stepped.close(), jumped.close()]);

    expect(rows[0]).toEqual(rows[1]);
    expect(total(rows[0] ?? [], (row) => row.granted)).toBeGreaterThan(0);
  });
});
