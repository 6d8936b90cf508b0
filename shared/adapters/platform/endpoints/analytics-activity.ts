import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import { figure } from '../reading/analytics.ts';
import { analyticsRows } from '../reading/analytics-rows.ts';
import { day, maybe } from '../reading/fields.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/activity', idempotent: true };

/** Section "GET /api/v1/analytics/activity". */
const activityDay = z
  .object({
    date: day,
    daily_active_users: figure,
    weekly_active_users: figure,
    monthly_active_users: figure,
    daily_active_users_by_client: maybe(z.record(z.string(), z.number())),
    sessions: figure,
    messages: figure,
    user_messages: figure,
  })
  .transform((row) => ({
    day: row.date,
    dailyActiveUsers: row.daily_active_users,
    weeklyActiveUsers: row.weekly_active_users,
    monthlyActiveUsers: row.monthly_active_users,
    dailyActiveUsersByClient: row.daily_active_users_by_client ?? {},
    sessions: row.sessions,
    messages: row.messages,
    userMessages: row.user_messages,
  }));

const activityOfClient = z
  .object({ date: day, group_key: z.string(), daily_active_users: z.number() })
  .transform((row) => ({ day: row.date, client: row.group_key, dailyActiveUsers: row.daily_active_users }));

/** Active users, sessions and messages by day. */
export const getActivity = analyticsRows(endpoint, { schema: activityDay });

/** Active users with one row for each day and client type (`group_by=client`). */
export const getActivityByClient = analyticsRows(endpoint, { schema: activityOfClient, groupBy: 'client' });
