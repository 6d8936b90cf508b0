import { counted } from '../../shared/domain/texts/counted.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { showUsage, type UsageDayShown, type UsageOutcome } from '../../shared/application/queries/show-usage.ts';
import type { UsageDocument } from '../../shared/contracts/documents/usage-document.ts';
import type { UsageBreakdown } from '../../shared/domain/ledger/usage-breakdowns.ts';
import type { UsageShare } from '../../shared/domain/ledger/usage-shares.ts';
import { dayOf, type DayRange } from '../../shared/domain/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { unknownEmail } from './not-found.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { usageRange, type RangeOptions } from './usage-range.ts';
import { withInstallation } from '../frame/with-installation.ts';

type Shown = Extract<UsageOutcome, { kind: 'shown' }>;

export interface UsageOptions extends RangeOptions, AsOfOptions {
  readonly by?: UsageBreakdown;
}

/** `usage [EMAIL]`: what users consumed in a window or a range of days; by day for one of them. */
export async function showUsageOf(
  context: CommandContext,
  email: string | undefined,
  { by, ...options }: UsageOptions,
): Promise<ExitCode> {
  if (email !== undefined && by !== undefined && by !== 'day') {
    throw wrongUsage(`One user is told by day; --by ${by} is for everybody: leave the email out`);
  }
  const today = dayOf(momentOf(context, options));
  const { range, outcome } = await withInstallation(context, async (installation) => {
    const days = usageRange(options, today, installation.readSettings().platformWindowAnchorDay);
    const order = { range: days, ...(email !== undefined && { email }), ...(by !== undefined && { by }) };
    return { range: days, outcome: await showUsage(installation, order) };
  });
  if (outcome.kind === 'nobody') {
    throw unknownEmail(email ?? '', outcome.near);
  }
  context.tell({
    json: outcome.document satisfies UsageDocument,
    text: usageText({ outcome, range, email }, context),
  });
  return exitCodes.done;
}

function usageText(
  { outcome, range, email }: { outcome: Shown; range: DayRange; email: string | undefined },
  context: CommandContext,
): string {
  const { by, users, days, totalCredits, dataThrough } = outcome;
  if (range.through < range.from) {
    return `Nothing is known of ${range.from} and later yet: the platform tells of a day when it is over.`;
  }
  const [first] = users;
  const ofAll = users.reduce((sum, { share }) => sum + share, 0);
  const share = email === undefined ? '' : `, ${percent(ofAll)} of everybody’s`;
  const who = email === undefined ? counted(users.length, 'user') : plainText(first?.email ?? first?.userId ?? email);
  const untrusted = days.filter(({ status }) => status !== 'complete');
  return [
    email !== undefined || by === 'day'
      ? dayTable(days, context)
      : by === 'user'
        ? userTable(users, context)
        : groupTable(outcome, context),
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

function userTable(users: readonly UsageShare[], context: CommandContext): string {
  const columns = [
    { title: 'Email' },
    { title: 'Credits', align: 'right' },
    { title: 'Share', align: 'right' },
  ] as const;
  const rows = users.map(({ email, userId, credits, share }) => [email ?? userId, grouped(credits), percent(share)]);
  return rows.length === 0 ? 'There are no users yet.' : renderTable(columns, rows, context.style);
}

const groupTitles = { team: ['Team', 'in no team'], model: ['Model', 'no model named'] } as const;

function groupTable({ by, groups }: Shown, context: CommandContext): string {
  const [title, none] = by === 'team' ? groupTitles.team : groupTitles.model;
  const columns = [{ title }, { title: 'Credits', align: 'right' }, { title: 'Share', align: 'right' }] as const;
  const rows = groups.map(({ name, credits, share }) => [name ?? none, grouped(credits), percent(share)]);
  return rows.length === 0 ? 'Nothing was consumed.' : renderTable(columns, rows, context.style);
}

function dayTable(days: readonly UsageDayShown[], context: CommandContext): string {
  const columns = [{ title: 'Day' }, { title: 'Credits', align: 'right' }, { title: 'Note' }] as const;
  const rows = days.map(({ day, credits, status }) => [
    day,
    status === 'missing' ? '' : grouped(credits),
    statusWords[status],
  ]);
  return renderTable(columns, rows, context.style);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
