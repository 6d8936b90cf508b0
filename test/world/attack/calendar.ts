/** A UTC day as text, `YYYY-MM-DD`. Days and windows are counted here without any of Curfew's code. */
export type CalendarDay = string;

export interface Days {
  readonly from: CalendarDay;
  readonly through: CalendarDay;
}

const dayMs = 86_400_000;

export function plusDays(day: CalendarDay, count: number): CalendarDay {
  return dayAt(Date.parse(day) + count * dayMs);
}

export function dayAt(ms: number): CalendarDay {
  return new Date(ms).toISOString().slice(0, 10);
}

/** All days of a range, in order; none where it ends before it begins. */
export function daysBetween({ from, through }: Days): readonly CalendarDay[] {
  const count = Math.max(0, (Date.parse(through) - Date.parse(from)) / dayMs + 1);
  return Array.from({ length: count }, (_, index) => plusDays(from, index));
}

/** The window of a kind that holds a day, found by walking to its ends. */
export function windowWith(kind: string, day: CalendarDay, anchorDay: number): Days {
  let from = day;
  while (!begins(kind, from, anchorDay)) {
    from = plusDays(from, -1);
  }
  let through = day;
  while (!begins(kind, plusDays(through, 1), anchorDay)) {
    through = plusDays(through, 1);
  }
  return { from, through };
}

/** Whether a window of a kind begins on a day. A month without the day of the anchor turns on its last. */
function begins(kind: string, day: CalendarDay, anchorDay: number): boolean {
  const date = new Date(day);
  const dayOfMonth = date.getUTCDate();
  switch (kind) {
    case 'day':
      return true;
    case 'week':
      return date.getUTCDay() === 1;
    case 'month':
      return dayOfMonth === 1;
    case 'quarter':
      return dayOfMonth === 1 && date.getUTCMonth() % 3 === 0;
    case 'platform': {
      const isLast = new Date(date.getTime() + dayMs).getUTCDate() === 1;
      return dayOfMonth === anchorDay || (isLast && dayOfMonth < anchorDay);
    }
    default:
      throw new Error(`no such window: ${kind}`);
  }
}
