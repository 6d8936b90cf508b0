import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import type { UsageShare } from '../../ledger/usage-shares.ts';
import type { UsageDayShown, UsageOutcome } from '../../ledger/use-cases.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

type Shown = Extract<UsageOutcome, { kind: 'shown' }>;

interface UsageShown {
  readonly outcome: Shown;
  readonly range: DayRange;
  /** Of one user alone. */
  readonly email: string | undefined;
}

/** What users consumed in a range of days; by day for one of them. */
export function describeUsage({ outcome, range, email }: UsageShown, style: Style): string {
  const { by, users, days, totalCredits, dataThrough } = outcome;
  if (range.through < range.from) {
    return `No usage is known from ${range.from} on yet: that of a day is available on the next.`;
  }
  const [first] = users;
  const ofAll = users.reduce((sum, { share }) => sum + share, 0);
  const share = email === undefined ? '' : `, ${percent(ofAll)} of everybody’s`;
  const who = email === undefined ? counted(users.length, 'user') : plainText(first?.email ?? first?.userId ?? email);
  const untrusted = days.filter(({ status }) => status !== 'complete');
  return [
    email !== undefined || by === 'day'
      ? dayTable(days, style)
      : by === 'user'
        ? userTable(users, style)
        : groupTable(outcome, style),
    `${who}: ${grouped(totalCredits)} credits from ${range.from} through ${range.through}${share}.`,
    `Data is complete through ${dataThrough ?? 'no day of these'}.`,
    ...(email === undefined ? untrusted.slice(0, daysNamedMax).map(untrustedText) : []),
    ...(email === undefined && untrusted.length > daysNamedMax ? [moreUntrusted(untrusted.length - daysNamedMax)] : []),
  ].join('\n');
}

const daysNamedMax = 5;
const statusWords = { complete: '', suspect: 'suspect: not to be trusted yet', missing: 'not read yet' } as const;

function moreUntrusted(count: number): string {
  return `And ${counted(count, 'more day')} ${count === 1 ? 'is' : 'are'} not complete; --json names them all.`;
}

function untrustedText({ day, status }: UsageDayShown): string {
  return `${day} is ${statusWords[status]}.`;
}

function userTable(users: readonly UsageShare[], style: Style): string {
  const columns = [
    { title: 'Email' },
    { title: 'Credits', align: 'right' },
    { title: 'Share', align: 'right' },
  ] as const;
  const rows = users.map(({ email, userId, credits, share }) => [email ?? userId, grouped(credits), percent(share)]);
  return rows.length === 0 ? 'There are no users yet.' : renderTable(columns, rows, style);
}

const groupTitles = { team: ['Team', 'in no team'], model: ['Model', 'no model named'] } as const;

function groupTable({ by, groups }: Shown, style: Style): string {
  const [title, none] = by === 'team' ? groupTitles.team : groupTitles.model;
  const columns = [{ title }, { title: 'Credits', align: 'right' }, { title: 'Share', align: 'right' }] as const;
  const rows = groups.map(({ name, credits, share }) => [name ?? none, grouped(credits), percent(share)]);
  return rows.length === 0 ? 'Nothing was consumed.' : renderTable(columns, rows, style);
}

function dayTable(days: readonly UsageDayShown[], style: Style): string {
  const columns = [{ title: 'Day' }, { title: 'Credits', align: 'right' }, { title: 'Note' }] as const;
  const rows = days.map(({ day, credits, status }) => [
    day,
    status === 'missing' ? '' : grouped(credits),
    statusWords[status],
  ]);
  return renderTable(columns, rows, style);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
