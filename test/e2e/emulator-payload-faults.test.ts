import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { RosterPage, someEmails, Tokens, total, useEmulator, UserRows } from '../support/emulator.ts';

const ROSTER = '/api/v0/organization/users?limit=10';
const DATES = 'startDate=2026-03-12&endDate=2026-03-13';
const USERS = `/api/v1/analytics/users?${DATES}&limit=10`;
const TOKENS = `/api/v1/analytics/tokens?${DATES}`;

const emulator = useEmulator({}, 'test');

const arm = (fault: string, params: object = {}): Promise<void> => emulator.tell('/__sim/faults', { fault, ...params });
const rosterIds = async (cursor?: string): Promise<{ ids: readonly string[]; next: string | undefined }> => {
  const { users, pagination } = await emulator.read(
    `${ROSTER}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    RosterPage,
  );
  return { ids: users.map(({ id }) => id), next: pagination.nextCursor };
};
const followed = async (): Promise<readonly string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const read = await rosterIds(cursor);
    ids.push(...read.ids);
    cursor = read.next;
    if (cursor === undefined) {
      break;
    }
  }
  return ids;
};

describe('faults of the payload', () => {
  const Rows = z.object({ users: z.array(z.record(z.string(), z.unknown())) });

  test('malformed breaks one row and leaves the others', async () => {
    await arm('malformed', { row: 2 });

    const { users } = await emulator.read(ROSTER, Rows);

    expect(users.map(({ email }) => typeof email)).toEqual(
      users.map((_, index) => (index === 2 ? 'number' : 'string')),
    );
  });

  test('malformed can break one field of one user inside a day', async () => {
    await arm('malformed', { within: 'by_user', field: 'billable_tokens' });

    const { text } = await emulator.call('GET', TOKENS);

    const Days = z.object({ data: z.array(z.object({ by_user: z.array(z.record(z.string(), z.unknown())) })) });
    const [day] = Days.parse(JSON.parse(text)).data;
    expect(day?.by_user.slice(0, 2).map((user) => typeof user['billable_tokens'])).toEqual(['string', 'number']);
  });

  test('empty is a 200 without a body', async () => {
    await arm('empty');

    const { status, text } = await emulator.call('GET', ROSTER);

    expect([status, text]).toEqual([200, '']);
  });

  test('empty rows are a page without rows that names the next one', async () => {
    await arm('empty', { body: 'rows' });

    const { ids, next } = await rosterIds();

    expect(ids).toEqual([]);
    expect(next).toBeDefined();
  });

  test('extra-fields adds fields to the answer and to its rows', async () => {
    await arm('extra-fields');

    const { text } = await emulator.call('GET', ROSTER);

    const body = z.looseObject({ users: z.array(z.record(z.string(), z.unknown())) }).parse(JSON.parse(text));
    expect(body).toHaveProperty('x_added_later');
    expect(body.users.every((row) => 'x_added_later' in row)).toBe(true);
  });

  test('missing-fields takes what rows are about from every row', async () => {
    await arm('missing-fields');

    const { users } = await emulator.read(ROSTER, Rows);

    expect(users.some((row) => 'email' in row)).toBe(false);
  });

  test('missing-fields takes the named fields wherever they stand', async () => {
    await arm('missing-fields', { fields: ['pagination', 'metadata'] });

    const { text } = await emulator.call('GET', ROSTER);

    expect(text).not.toMatch(/pagination|metadata/);
  });
});

describe('faults of paging', () => {
  test('without a fault the chain gives everybody once', async () => {
    const ids = await followed();

    expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  });

  test('repeat-cursor names the cursor that was sent as the next one', async () => {
    const first = await rosterIds();
    await arm('repeat-cursor');

    const second = await rosterIds(first.next);

    expect(second.next).toBe(first.next);
  });

  test('lost-page leaves a page out of the chain', async () => {
    await arm('lost-page', { match: { nth: 2 } });

    const ids = await followed();

    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  test('duplicate-page serves a page twice under different cursors', async () => {
    await arm('duplicate-page', { match: { nth: 2 } });

    const ids = await followed();

    expect([ids.length, new Set(ids).size]).toEqual([50, 40]);
  });

  test('pages of analytics can be lost too', async () => {
    const first = await emulator.read(USERS, UserRows);
    await arm('lost-page');

    const faulted = await emulator.read(USERS, UserRows);

    expect(faulted.data).toEqual(first.data);
    expect(faulted.meta.next_cursor).not.toBe(first.meta.next_cursor);
  });

  test('later pages of readiness reports can be lost or come again from the start', async () => {
    const REPORTS = '/api/organization/maturity-level-reports?limit=2';
    const Reports = z.object({ reports: z.array(z.object({ reportId: z.string() })) });
    const ids = async (path: string): Promise<readonly string[]> =>
      (await emulator.read(path, Reports)).reports.map((one) => one.reportId);
    const first = await ids(REPORTS);
    const second = await ids(`${REPORTS}&startAfter=${first.at(-1) ?? ''}`);
    await arm('lost-page');
    await arm('duplicate-page', { match: { nth: 1 } });

    const lost = await ids(REPORTS);
    const again = await ids(`${REPORTS}&startAfter=${first.at(-1) ?? ''}`);

    expect(lost).toEqual(second);
    expect(again).toEqual(first);
  });

  test('a fault’s own look at the next page is not in the log of requests', async () => {
    await arm('lost-page');

    await rosterIds();

    expect(await emulator.read('/__sim/requests', z.array(z.unknown()))).toHaveLength(1);
  });
});

describe('faults of the data', () => {
  test('late-day leaves yesterday without rows, or with rows that say nothing happened', async () => {
    const RANGE = 'startDate=2026-03-12&endDate=2026-03-14';
    await arm('late-day');
    await arm('late-day', { match: { nth: 2 }, date: '2026-03-13', as: 'zero' });

    const absent = await emulator.read(`/api/v1/analytics/tokens?${RANGE}`, Tokens);
    const zero = await emulator.read(`/api/v1/analytics/tokens?${RANGE}`, Tokens);

    expect(absent.data.map(({ date }) => date)).toEqual(['2026-03-12', '2026-03-13']);
    expect(zero.data.map(({ billable_tokens: credits }) => credits > 0)).toEqual([true, false, true]);
  });

  test.each([{ factor: 0.5 }, { credits: 12_345 }])(
    'restate-day with %j changes a day the same in every endpoint',
    async (change) => {
      const before = await emulator.read(TOKENS, Tokens);
      const old = before.data[0]?.billable_tokens ?? 0;
      await arm('restate-day', { date: '2026-03-12', times: 10, ...change });

      const { data } = await emulator.read(TOKENS, Tokens);
      const rows = await emulator.read(
        `/api/v1/analytics/users?startDate=2026-03-12&endDate=2026-03-12&limit=100`,
        UserRows,
      );

      const expected = 'credits' in change ? change.credits : Math.round(old * 0.5);
      expect(data[0]?.billable_tokens).toBe(expected);
      expect(total(data[0]?.by_user ?? [], (user) => user.billable_tokens)).toBe(expected);
      expect(total(rows.data, (row) => row.billable_tokens)).toBe(expected);
      expect(data[1]).toEqual(before.data[1]);
    },
  );

  test('partial-errors refuses the named entries and sets the others', async () => {
    const [one = '', other = ''] = await someEmails(emulator, 2);
    await arm('partial-errors', { emails: [one.toUpperCase()] });

    const { status, text } = await emulator.setLimits({ email: one, limit: 1 }, { email: other, limit: 2 });

    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ updated: [{ email: other, limit: 2 }], errors: [{ email: one }] });
  });

  test('partial-errors by share refuses so many of the entries', async () => {
    const emails = await someEmails(emulator, 8);
    await arm('partial-errors', { share: 0.25 });

    const { text } = await emulator.setLimits(...emails.map((email) => ({ email, limit: 5 })));

    expect(z.object({ errors: z.array(z.unknown()) }).parse(JSON.parse(text)).errors).toHaveLength(2);
  });
});
