/** What somebody may use, in credits. */
export interface Policy {
  readonly monthly: number;
  readonly daily: number | undefined;
}

/** What somebody has used. */
export interface Usage {
  readonly monthly: number;
  readonly daily: number;
}

/** An alert, by the key under which it is recorded: once for each threshold, person and month or day. */
export interface QuotaAlert {
  readonly key: string;
  readonly level: string;
}

interface Whose {
  readonly email: string;
  readonly date: string;
  readonly month: string;
}

/** The alerts of a person: only the highest threshold passed, of the month and of the day. */
export function alertsOf({ email, date, month }: Whose, used: Usage, policy: Policy): readonly QuotaAlert[] {
  const monthly = levelOf(used.monthly, policy.monthly);
  const daily = policy.daily === undefined ? undefined : levelOf(used.daily, policy.daily);
  return [
    ...(monthly === undefined ? [] : [{ key: `${month}#ALERT#${email}#monthly#${monthly}`, level: monthly }]),
    ...(daily === undefined ? [] : [{ key: `${month}#ALERT#${email}#daily#${daily}#${date}`, level: daily }]),
  ];
}

function levelOf(used: number, limit: number): string | undefined {
  if (used > limit) {
    return 'exceeded';
  }
  return used > 0.9 * limit ? 'critical' : used > 0.8 * limit ? 'warning' : undefined;
}
