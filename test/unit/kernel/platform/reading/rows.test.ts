import { describe, expect, test } from 'vitest';

import { createPlatformHttp } from '../../../../../shared/kernel/platform/http/http.ts';
import { getTokens } from '../../../../../shared/ledger/platform/platform-usage-source.ts';
import { listOrganizationUsers } from '../../../../../shared/roster/platform/organization-users.ts';
import { allPages, json, rejectionOf, scriptedPlatform } from '../scripted-platform.ts';

const range = { startDate: '2026-03-01', endDate: '2026-03-02' };
const meta = { org_id: 'org_01', start_date: '2026-03-01', end_date: '2026-03-02' };

describe('a malformed row', () => {
  test('is set aside, named without its values, and the other 99 are kept', async () => {
    const users = Array.from({ length: 100 }, (_, index) => ({ id: `user_${index}`, email: `u${index}@example.com` }));
    const broken = users.with(41, { id: 'user_41', email: 'not-an-email' });
    const platform = scriptedPlatform([json({ users: broken, pagination: { hasMore: false } })]);

    const [page] = await allPages(listOrganizationUsers(createPlatformHttp(platform.options)));

    expect(page?.rows).toHaveLength(99);
    expect(page?.quarantined).toEqual([
      { path: 'users[41]', id: 'user_41', field: 'email', problem: expect.stringContaining('email') },
    ]);
    expect(platform.events).toMatchObject([{ kind: 'rows-quarantined', rows: 1 }]);
    expect(JSON.stringify(platform.events)).not.toContain('not-an-email');
  });

  test('alone on its page is set aside too', async () => {
    const platform = scriptedPlatform([json({ users: [{ id: 7 }], pagination: { hasMore: false } })]);

    const [page] = await allPages(listOrganizationUsers(createPlatformHttp(platform.options)));

    expect(page?.rows).toEqual([]);
    expect(page?.quarantined).toHaveLength(1);
  });

  test('of one user costs neither the day nor the other users', async () => {
    const day = {
      date: '2026-03-02',
      billable_tokens: 30,
      by_user: [
        { user_id: 'user_01', billable_tokens: 10 },
        { user_id: 'user_02', billable_tokens: 20.5 },
      ],
    };
    const platform = scriptedPlatform([json({ data: [day], meta })]);

    const tokens = await getTokens(createPlatformHttp(platform.options), range);

    expect(tokens.rows[0]?.byUser.map(({ userId }) => userId)).toEqual(['user_01']);
    expect(tokens.quarantined).toMatchObject([{ path: 'data[0].by_user[1]', id: 'user_02', field: 'billable_tokens' }]);
  });

  test.each([-1, 0.5, 1e300, '12', null])('is what credits of %j make it', async (credits) => {
    const days = [
      { date: '2026-03-01', billable_tokens: 5, by_user: [] },
      { date: '2026-03-02', billable_tokens: credits, by_user: [] },
    ];
    const platform = scriptedPlatform([json({ data: days, meta })]);

    const tokens = await getTokens(createPlatformHttp(platform.options), range);

    expect(tokens.rows.map((row) => row.day)).toEqual(['2026-03-01']);
    expect(tokens.quarantined).toMatchObject([{ path: 'data[1]', id: '2026-03-02', field: 'billable_tokens' }]);
  });
});

describe('an answer of which no row can be read', () => {
  test('is refused: a field was renamed', async () => {
    const users = [{ userId: 'a' }, { userId: 'b' }];
    const platform = scriptedPlatform([json({ users, pagination: { hasMore: false } })]);

    const error = await rejectionOf(allPages(listOrganizationUsers(createPlatformHttp(platform.options))));

    expect(error).toMatchObject({ kind: 'malformed', endpoint: 'GET /api/v0/organization/users' });
    expect(String(error)).toMatch(/not one of 2 rows .*\(users\[0\] id/u);
  });

  test('is refused when the field was renamed on every user of every day', async () => {
    const dayOf = (date: string): object => ({
      date,
      billable_tokens: 1,
      by_user: [{ user_id: 'user_01', credits: 1 }],
    });
    const platform = scriptedPlatform([json({ data: [dayOf('2026-03-01'), dayOf('2026-03-02')], meta })]);

    const error = await rejectionOf(getTokens(createPlatformHttp(platform.options), range));

    expect(error).toMatchObject({ kind: 'malformed' });
  });

  test('is refused when its days have lost their users', async () => {
    const days = [
      { date: '2026-03-01', billable_tokens: 1 },
      { date: '2026-03-02', billable_tokens: 1 },
    ];
    const platform = scriptedPlatform([json({ data: days, meta })]);

    const error = await rejectionOf(getTokens(createPlatformHttp(platform.options), range));

    expect(error).toMatchObject({ kind: 'malformed' });
    expect(String(error)).toContain('data[0] by_user');
  });
});
