import { addDays, type Day } from '../../shared/kernel/time/day.ts';

/** A row of the budgets table as the oracle reads it. */
export interface BudgetRow {
  readonly scope: string;
  readonly window: string;
  readonly amount: number | 'unlimited';
  readonly mode?: 'observe' | 'alert' | 'enforce';
  /** Of a pool: a factor; strict when absent. */
  readonly guarantee?: number;
  readonly owners?: readonly string[];
  readonly from?: Day;
  readonly to?: Day;
}

/** Extra credits as the oracle reads them. */
export interface TopUpRow {
  readonly email: string;
  readonly credits: number;
  readonly from: Day;
  readonly to: Day;
}

/** Who is left alone, and through which day. */
export interface ExemptionRow {
  readonly email: string;
  readonly until: Day;
}

interface OracleView {
  readonly budgets: readonly BudgetRow[];
  readonly topUps: readonly TopUpRow[];
  readonly exemptions: readonly ExemptionRow[];
  /** Who is in team web. */
  readonly web: readonly string[];
  /** Credits of one user on a day; of everybody when no user is named. */
  used(day: Day, userId?: string): number;
  /** The days of the window around a day that lie before it. */
  daysUsed(window: string, today: Day): readonly Day[];
}

/** The most that a limit may be: the user is to be left alone, nothing says anything, everything is allowed, or a number of credits. */
type Allowed = 'exempt' | 'no-budget' | 'unlimited' | number;

/**
 * What PRODUCT.md, sections 4 and 5, allows for one user as of a day on figures through the day before. Written
 * without the production code and in another way: windows are walked day by day.
 */
export function mostAllowed(
  view: OracleView,
  user: { readonly userId: string; readonly email: string },
  today: Day,
): Allowed {
  const key = user.email.trim().toLowerCase();
  if (view.exemptions.some(({ email, until }) => email === key && today <= until)) {
    return 'exempt';
  }
  const inForce = view.budgets.filter((row) => (row.from ?? today) <= today && today <= (row.to ?? today));
  const own = inForce.filter((row) => row.scope === `user:${key}`);
  const ofTeam = view.web.includes(key) ? inForce.filter((row) => row.scope === 'members:web') : [];
  const isOpen = (row: BudgetRow) => !ofTeam.some(({ window }) => window === row.window);
  const personal =
    own.length > 0 ? own : [...ofTeam, ...inForce.filter((row) => row.scope === 'default' && isOpen(row))];
  const isEnforced = (row: BudgetRow) => (row.mode ?? 'enforce') === 'enforce';
  const layers = [
    ...personal.filter(isEnforced).map((row) => ({ row, userId: user.userId })),
    ...inForce.filter((row) => row.scope === 'org' && isEnforced(row)).map((row) => ({ row, userId: undefined })),
  ];
  if (layers.length === 0) {
    return 'no-budget';
  }
  const usedIn = (window: string, userId?: string) =>
    view.daysUsed(window, today).reduce((sum, day) => sum + view.used(day, userId), 0);
  const extra = view.topUps
    .filter(({ email, from, to }) => email === key && from <= today && today <= to)
    .reduce((sum, { credits }) => sum + credits, 0);
  const headrooms = layers.flatMap(({ row, userId }) => {
    const raisedBy = userId === undefined ? 0 : extra;
    return row.amount === 'unlimited' ? [] : [Math.max(0, row.amount + raisedBy - usedIn(row.window, userId))];
  });
  return headrooms.length === 0 ? 'unlimited' : usedIn('platform', user.userId) + Math.min(...headrooms);
}

/** The days of a window that lie before today, from today back to the window's first. */
export function daysUsed(window: string, today: Day, anchorDay: number): readonly Day[] {
  const days: Day[] = [];
  for (let day = today; !isFirstOf(window, day, anchorDay); day = addDays(day, -1)) {
    days.push(addDays(day, -1));
  }
  return days;
}

function isFirstOf(window: string, day: Day, anchorDay: number): boolean {
  const date = new Date(`${day}T12:00:00Z`);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  switch (window) {
    case 'day':
      return true;
    case 'week':
      return date.getUTCDay() === 1;
    case 'month':
      return date.getUTCDate() === 1;
    case 'quarter':
      return date.getUTCDate() === 1 && [0, 3, 6, 9].includes(date.getUTCMonth());
    case 'platform':
      return date.getUTCDate() === Math.min(anchorDay, lastOfMonth);
    default:
      throw new Error(`no such window: ${window}`);
  }
}
