import type { MailSection } from '../../mail/content.ts';
import { left, right } from '../../mail/table-parts.ts';
import { counted } from '../../texts/counted.ts';
import { grouped } from '../../texts/grouped.ts';
import type { Attribution } from './parts.ts';
import type { RiseCause, Riser } from './risers.ts';
import type { StoppedPerson } from './stopped-people.ts';

const stoppedMax = 5;

/** Who was stopped, on how many days, and until when; empty where nobody was. */
export function stoppedSection(stopped: readonly StoppedPerson[]): readonly MailSection[] {
  const people = stopped.filter(({ days, now }) => days.length > 0 || now !== undefined);
  const more = people.length - stoppedMax;
  const table = {
    columns: [left('Who'), left('Met the limit on'), left('Now')],
    rows: people.slice(0, stoppedMax).map(({ email, days, now }) => [email, describeDays(days), describeNow(now)]),
    ...(more > 0 && { more: `and ${grouped(more)} more: curfew status` }),
  };
  return people.length === 0 ? [] : [{ kind: 'table', heading: `Stopped (${grouped(people.length)})`, table }];
}

function describeDays(days: readonly string[]): string {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) {
    return 'after the week';
  }
  return days.length === 1 ? first : `${counted(days.length, 'day')}, ${first} to ${last}`;
}

function describeNow(now: StoppedPerson['now']): string {
  if (now === undefined) {
    return 'may go on';
  }
  if (now.by === undefined) {
    return 'may go on after the next run';
  }
  return now.until === undefined ? `stopped by ${now.by}, which is 0` : `stopped by ${now.by} until ${now.until}`;
}

/** Who used more than the week before, and why as far as the ledger shows it; empty where nobody did. */
export function riserSection(risers: readonly Riser[], { nameOf, teamOf }: Attribution): readonly MailSection[] {
  const isOneTeam = new Set(risers.map(({ userId }) => teamOf.get(userId))).size === 1;
  const rows = risers.map(({ userId, credits, before, riseCredits, share, cause }) => [
    nameOf(userId),
    grouped(credits),
    grouped(before),
    `${grouped(riseCredits)} more (${Math.round(share * 100)} % of all that rose): ${describeCause(cause)}${isOneTeam ? '' : inTeam(teamOf.get(userId))}`,
  ]);
  const table = { columns: [left('Who'), right('This week'), right('Before'), left('Why')], rows };
  return rows.length === 0 ? [] : [{ kind: 'table', heading: 'Who used more', table }];
}

function inTeam(team: string | undefined): string {
  return team === undefined ? '' : `; team ${team}`;
}

function describeCause(cause: RiseCause): string {
  switch (cause.kind) {
    case 'new':
      return 'used nothing the week before';
    case 'was-stopped':
      return `was stopped on ${counted(cause.days, 'day')} of the week before`;
    case 'one-day':
      return `used ${grouped(cause.credits)} on ${cause.day} alone`;
    case 'all-week':
      return 'more on several days';
  }
}
