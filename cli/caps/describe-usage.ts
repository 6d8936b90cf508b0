import { counted } from '../../shared/kernel/texts/amounts.ts';
import { creditsCosting } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import type { UsageDocument } from '../../shared/ledger/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

type UsageDay = UsageDocument['days'][number];

/** What users consumed in a range of days; by day for one of them, who goes by `email`. */
export function describeUsage(usage: UsageDocument, email: string | undefined, style: Style): string {
  const { from, through, by, users, days, total, cost, dataThrough } = usage;
  if (through < from) {
    return `No usage is known from ${dayText(from)} on yet: that of a day is available on the next.`;
  }
  const [first] = users;
  const ofAll = users.reduce((sum, { share }) => sum + share, 0);
  const share = email === undefined ? '' : `, ${percent(ofAll)} of all`;
  const who = email === undefined ? counted(users.length, 'user') : plainText(first?.email ?? first?.userId ?? email);
  const untrusted = email === undefined ? days.filter(({ status }) => status !== 'complete') : [];
  return [
    email !== undefined || by === 'day'
      ? dayTable(email === undefined ? allDays(usage) : days, style)
      : by === 'user'
        ? userTable(users, style)
        : groupTable(usage, style),
    `${who}: ${creditsCosting(total, cost, 'phrase')} from ${dayText(from)} through ${dayText(through)}${share}.`,
    `Data is complete through ${dataThrough === null ? 'no day of these' : dayText(dataThrough)}.`,
    ...untrusted.slice(0, daysNamedMax).map(untrustedText),
    ...(untrusted.length > daysNamedMax ? [moreUntrusted(untrusted.length - daysNamedMax)] : []),
  ].join('\n');
}

/** Every day: of everybody, the document names those alone that are not complete. */
function allDays({ groups, days }: UsageDocument): readonly UsageDay[] {
  const known = new Map(days.map(({ day, status }) => [day, status]));
  return groups.map(({ name, credits, cost }) => ({
    day: name ?? '',
    credits,
    cost,
    status: known.get(name ?? '') ?? 'complete',
  }));
}

const daysNamedMax = 5;
const statusWords = { complete: '', suspect: 'suspect: not to be trusted yet', missing: 'not read yet' } as const;

function moreUntrusted(count: number): string {
  return `And ${counted(count, 'more day')} ${count === 1 ? 'is' : 'are'} not complete; --json names them all.`;
}

function untrustedText({ day, status }: UsageDay): string {
  return `${day} is ${statusWords[status]}.`;
}

function userTable(users: UsageDocument['users'], style: Style): string {
  const columns = [
    { title: 'Email' },
    { title: 'Credits', align: 'right' },
    { title: 'Share', align: 'right' },
  ] as const;
  const rows = users.map(({ email, userId, credits, cost, share }) => [
    email ?? userId,
    creditsCosting(credits, cost),
    percent(share),
  ]);
  return rows.length === 0 ? 'There are no users yet.' : renderTable(columns, rows, style);
}

const groupTitles = { team: ['Team', 'in no team'], model: ['Model', 'no model named'] } as const;

function groupTable({ by, groups }: UsageDocument, style: Style): string {
  const [title, none] = by === 'team' ? groupTitles.team : groupTitles.model;
  const columns = [{ title }, { title: 'Credits', align: 'right' }, { title: 'Share', align: 'right' }] as const;
  const rows = groups.map(({ name, credits, cost, share }) => [
    name ?? none,
    creditsCosting(credits, cost),
    percent(share),
  ]);
  return rows.length === 0 ? 'Nothing was consumed.' : renderTable(columns, rows, style);
}

function dayTable(days: readonly UsageDay[], style: Style): string {
  const columns = [{ title: 'Day' }, { title: 'Credits', align: 'right' }, { title: 'Note' }] as const;
  const rows = days.map(({ day, credits, cost, status }) => [
    day,
    status === 'missing' ? '' : creditsCosting(credits, cost),
    statusWords[status],
  ]);
  return renderTable(columns, rows, style);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
