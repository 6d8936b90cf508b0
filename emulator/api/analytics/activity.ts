import { dateOfDay } from '../../state/clock.ts';
import { CLIENTS } from '../../state/usage/habits.ts';
import type { WorkDay } from '../../state/usage/work-day.ts';
import { type DayEndpoint, type DayRequest, sumOf, workOfDay } from './day-rows.ts';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** GET /api/v1/analytics/activity. A user on several clients counts once a day, and in each client's number. */
export const activityEndpoint: DayEndpoint = {
  path: '/api/v1/analytics/activity',
  groupBy: 'client',
  rowsFor(request) {
    const lastActive = lastActiveDays(request);
    return (dayNumber) => {
      const works = workOfDay(request, dayNumber);
      if (request.grouped) {
        return CLIENTS.map((client) => ({
          date: dateOfDay(dayNumber),
          group_key: client,
          daily_active_users: usersOf(works, client),
        }));
      }
      const last = lastActive(dayNumber);
      return [
        {
          date: dateOfDay(dayNumber),
          daily_active_users: works.length,
          weekly_active_users: last.filter((day) => day > dayNumber - WEEK_DAYS).length,
          monthly_active_users: last.filter((day) => day > dayNumber - MONTH_DAYS).length,
          daily_active_users_by_client: Object.fromEntries(CLIENTS.map((client) => [client, usersOf(works, client)])),
          sessions: sumOf(works, (work) => work.sessions),
          messages: sumOf(works, (work) => work.userMessages + work.assistantMessages),
          user_messages: sumOf(works, (work) => work.userMessages),
        },
      ];
    };
  },
};

function usersOf(works: readonly WorkDay[], client: (typeof CLIENTS)[number]): number {
  return works.filter((work) => work.clients.includes(client)).length;
}

/** For ascending days: each user's last active day until then; 0 for none within a month. */
function lastActiveDays({ world, view }: DayRequest): (dayNumber: number) => Float64Array {
  const members = world.organization.members();
  const last = new Float64Array(members.length);
  let seenThrough = 0;
  return (dayNumber) => {
    for (let day = Math.max(seenThrough + 1, dayNumber - MONTH_DAYS + 1); day <= dayNumber; day += 1) {
      members.forEach((member, index) => {
        if (view.spentDay(member, day).credits > 0) {
          last[index] = day;
        }
      });
    }
    seenThrough = dayNumber;
    return last;
  };
}
