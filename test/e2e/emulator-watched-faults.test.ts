import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { useEmulator } from '../support/emulator.ts';

const LIST = '/api/v0/sessions?limit=10';
const COMPUTERS = '/api/v0/computers';
const REPORTS = '/api/organization/maturity-level-reports?limit=2';
const Sessions = z.object({
  sessions: z.array(z.record(z.string(), z.unknown())),
  pagination: z.object({ nextCursor: z.string().optional() }),
});

const emulator = useEmulator({ users: 20 });

const arm = (fault: string, params: object = {}): Promise<void> =>
  emulator.tell('/__sim/faults', { fault, match: { path: '/api' }, ...params });
const idsOf = async (path: string): Promise<readonly unknown[]> =>
  (await emulator.read(path, Sessions)).sessions.map(({ sessionId }) => sessionId);
const firstId = async (): Promise<string> => String((await idsOf(LIST))[0]);

describe('faults of sessions, computers and readiness', () => {
  test('lose a page of sessions, repeat one, and name the same one for ever', async () => {
    const first = await emulator.read(LIST, Sessions);
    const second = await emulator.read(`${LIST}&cursor=${first.pagination.nextCursor}`, Sessions);

    await arm('lost-page');
    const lost = await emulator.read(LIST, Sessions);
    await arm('duplicate-page');
    const repeated = await emulator.read(LIST, Sessions);
    await arm('repeat-cursor');
    const looped = await emulator.read(`${LIST}&cursor=${first.pagination.nextCursor}`, Sessions);

    expect(lost.pagination.nextCursor).toBe(second.pagination.nextCursor);
    expect(await idsOf(`${LIST}&cursor=${repeated.pagination.nextCursor}`)).toEqual(
      first.sessions.map(({ sessionId }) => sessionId),
    );
    expect(looped.pagination.nextCursor).toBe(first.pagination.nextCursor);
  });

  test('lose a page of messages', async () => {
    const sessions = await emulator.read('/api/v0/sessions?limit=100', Sessions);
    const long = sessions.sessions.find(({ messageCount }) => Number(messageCount) > 40);
    const Messages = z.object({ pagination: z.object({ nextCursor: z.string().optional() }) });
    const path = `/api/v0/sessions/${String(long?.['sessionId'])}/messages?limit=10`;
    const whole = await emulator.read(path, Messages);

    await arm('lost-page');

    expect((await emulator.read(path, Messages)).pagination.nextCursor).not.toBe(whole.pagination.nextCursor);
  });

  test('break a session, its usage, a step of a computer and an evaluation of a report', async () => {
    const id = await firstId();
    await arm('malformed', { row: 1, field: 'messageCount' });
    const row = await emulator.read(LIST, Sessions);
    await arm('malformed', { within: 'sessionSettings.tokenUsage', field: 'serviceCredits' });
    const usage = await emulator.call('GET', `/api/v0/sessions/${id}`);
    await arm('malformed', { within: 'provisioningSteps', field: 'status' });
    const step = await emulator.call('GET', `${COMPUTERS}/name/builder-01`);
    await arm('malformed', { within: 'report.readme' });
    const report = await emulator.call('GET', REPORTS);

    expect(row.sessions.slice(0, 3).map(({ messageCount }) => typeof messageCount)).toEqual([
      'number',
      'string',
      'number',
    ]);
    expect(usage.text).toContain('"serviceCredits":"not a number"');
    expect(step.text).toContain('"status":42');
    expect(report.text).toContain('"denominator":"not a number"');
  });

  test('take ids away, and add fields that nobody knows', async () => {
    await arm('missing-fields');
    const nameless = await emulator.read(LIST, Sessions);
    await arm('missing-fields', { fields: ['tokenUsage', 'updatedAt'] });
    const without = await emulator.call('GET', LIST);
    await arm('extra-fields');
    const computer = await emulator.call('GET', `${COMPUTERS}/name/builder-01`);

    expect(nameless.sessions.some((session) => 'sessionId' in session)).toBe(false);
    expect(without.text).not.toMatch(/"tokenUsage"|"updatedAt"/);
    expect(computer.text).toContain('x_added_later');
  });

  test('apply an update, a creation and a retry whose answers are lost', async () => {
    const id = await firstId();
    const broken = await emulator.call('GET', `${COMPUTERS}/name/builder-03`);
    const { id: computerId } = broken.read(z.object({ id: z.string() }));

    await arm('accept-then-fail');
    const patched = emulator.call('PATCH', `/api/v0/sessions/${id}`, { body: { sessionSettings: { model: 'm-2' } } });
    await expect(patched).rejects.toThrow('fetch failed');
    await arm('accept-then-fail', { code: 502 });
    const created = await emulator.call('POST', COMPUTERS, { body: { name: 'lost-answer' } });
    await arm('accept-then-fail', { code: 502 });
    const retried = await emulator.call('POST', `${COMPUTERS}/${computerId}/install-deps`);

    expect([created.status, retried.status]).toEqual([502, 502]);
    expect((await emulator.call('GET', `/api/v0/sessions/${id}`)).text).toContain('"model":"m-2"');
    expect((await emulator.call('GET', `${COMPUTERS}/name/lost-answer`)).status).toBe(200);
    const { status } = (await emulator.call('GET', `${COMPUTERS}/name/builder-03`)).read(
      z.object({ status: z.string() }),
    );
    expect(status).toBe('provisioning');
  });

  test('cut, empty, delay and refuse them like any other call', async () => {
    await arm('truncate', { clean: true, bytes: 30 });
    const cut = await emulator.call('GET', LIST);
    await arm('empty', { body: 'rows' });
    const empty = await idsOf(LIST);
    await arm('slow', { bytesPerSecond: 20_000 });
    const slow = await emulator.call('GET', `${COMPUTERS}/name/builder-01`);
    await arm('status', { code: 503 });
    const refused = await emulator.call('GET', REPORTS);

    expect([cut.text.length, empty, slow.status, refused.status]).toEqual([30, [], 200, 503]);
  });
});

describe('the side channel plants', () => {
  test('sessions, one or a list, and refuses a wrong one with its field, before any is planted', async () => {
    const [owner = ''] = z
      .array(z.object({ ownerEmail: z.string().nullable() }))
      .parse(JSON.parse((await emulator.call('GET', '/__sim/sessions')).text))
      .flatMap(({ ownerEmail }) => ownerEmail ?? []);
    const before = await idsOf(LIST);
    const good = { ownerEmail: owner, character: 'runaway', computer: 'builder-01', tags: [{ name: 'x' }] };

    const refusals = await Promise.all(
      [
        [good, { ...good, ownerEmail: 'nobody@acme.example' }],
        [{ ...good, character: 'child' }],
        [{ ...good, computer: 'no-such-box' }],
        [{ ...good, credits: -1 }],
        [{ ...good, startedAt: '2025-01-01T00:00:00Z' }],
      ].map((body) => emulator.call('POST', '/__sim/sessions', { body })),
    );
    const unchanged = await idsOf(LIST);
    const planted = await emulator.call('POST', '/__sim/sessions', { body: good });

    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(refusals.map(({ text }) => text).join()).toMatch(
      /\[1\]\.ownerEmail.*character.*\[0\]\.computer.*credits.*startedAt/,
    );
    expect(unchanged).toEqual(before);
    const [{ sessionId } = { sessionId: '' }] = planted.read(z.array(z.object({ sessionId: z.string() })));
    expect((await idsOf(LIST)).includes(sessionId)).toBe(true);
  });

  test('computers and readiness reports, whole or as they differ from what was', async () => {
    const computer = await emulator.call('POST', '/__sim/computers', {
      body: { name: 'planted', fate: 'hangs', step: 'create-machine' },
    });
    const repoUrl = 'https://git.acme.example/acme/billing';
    const posted = await emulator.call('POST', '/__sim/readiness', {
      body: { repoUrl, report: { readme: { numerator: 0, denominator: 1 }, codeowners: null } },
    });
    const wrong = await Promise.all([
      emulator.call('POST', '/__sim/computers', { body: { name: '' } }),
      emulator.call('POST', '/__sim/readiness', {
        body: { repoUrl, report: { readme: { numerator: 2, denominator: 1 } } },
      }),
    ]);
    const taken = await emulator.call('DELETE', '/__sim/computers?name=planted');

    const Report = z.object({
      reportId: z.string(),
      report: z.record(z.string(), z.object({ numerator: z.number() })),
    });
    const report = posted.read(Report);
    const newest = await emulator.read(REPORTS, z.object({ reports: z.array(Report) }));
    expect(computer.status).toBe(201);
    expect(newest.reports[0]).toEqual(report);
    expect(report.report['readme']).toEqual({ numerator: 0 });
    expect(Object.keys(report.report)).not.toContain('codeowners');
    expect(Object.keys(report.report)).toContain('lint_config');
    expect(wrong.map(({ status }) => status)).toEqual([400, 400]);
    expect(wrong[1]?.text).toContain('report.readme.numerator');
    expect([taken.status, (await emulator.call('GET', `${COMPUTERS}/name/planted`)).status]).toEqual([204, 404]);
  });

  test('a twin: another user whose email differs in letter case only', async () => {
    const [email = ''] = z
      .array(z.object({ ownerEmail: z.string().nullable() }))
      .parse(JSON.parse((await emulator.call('GET', '/__sim/sessions')).text))
      .flatMap(({ ownerEmail }) => ownerEmail ?? []);

    await emulator.tell('/__sim/users', { email: email.toUpperCase(), twin: true });

    const { items } = await emulator.readAll('/api/v0/organization/users', {
      field: 'users',
      item: z.object({ id: z.string(), email: z.string() }),
    });
    const twins = items.filter((user) => user.email.toLowerCase() === email.toLowerCase());
    expect(new Set(twins.map(({ id }) => id)).size).toBe(2);
  });
});
