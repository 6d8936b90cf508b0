import type { WindowKind } from '../../shared/budgets/window.ts';
import type { CapFilter } from '../../shared/explanation/list-filters.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { dayOf } from '../../shared/kernel/time/day.ts';
import type { UsageBreakdown } from '../../shared/ledger/usage-breakdowns.ts';
import { parseWindowArgument, atOf, dayIn, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { describeCaps } from './cap-table.ts';
import { describeExplanation, explanationJson, explanationNotes } from './describe-explanation.ts';
import { describeUsage } from './describe-usage.ts';

export interface CapsOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: CapFilter;
}

/** `caps [EMAIL]`: every user's cap as the tables have it. */
export async function showCaps(
  context: CommandContext,
  email: string | undefined,
  { all, team, status, ...options }: CapsOptions,
): Promise<ExitCode> {
  const isFiltered = team !== undefined || status !== undefined;
  return showAnswer(context, ['listCaps', { ...atOf(options), ...givenOf({ email, team, status }) }], {
    text: (caps, style) => describeCaps(caps, isFiltered, style),
    notes: ({ uncappable }) =>
      uncappable > 0 && !isFiltered
        ? [`${grouped(uncappable)} more cannot be capped. Why: npx curfew alerts list --kind uncappable`]
        : [],
    all,
    as: rowsOf,
  });
}

/** `explain EMAIL`: why a user's limit is what it is. */
export async function explainOne(context: CommandContext, email: string, options: AsOfOptions): Promise<ExitCode> {
  const given = { email, ...atOf(options) };
  const today = dayOf(given.at === undefined ? context.io.now() : Date.parse(given.at));
  return showAnswer(context, ['explainUser', given], {
    text: (explanation, style) => describeExplanation(explanation, today, style),
    notes: explanationNotes,
    as: explanationJson,
  });
}

export interface UsageOptions extends AsOfOptions {
  readonly window?: string;
  readonly from?: string;
  readonly through?: string;
  readonly by?: UsageBreakdown;
}

/** `usage [EMAIL]`: what users consumed in a window or a range of days; by day for one of them. */
export async function showUsageOf(
  context: CommandContext,
  email: string | undefined,
  { by, window, from, through, ...options }: UsageOptions,
): Promise<ExitCode> {
  const kind: WindowKind | undefined = window === undefined ? undefined : parseWindowArgument(window);
  const given = {
    ...atOf(options),
    ...givenOf({
      email,
      by,
      window: kind,
      from: from === undefined ? undefined : dayIn('--from', from),
      through: through === undefined ? undefined : dayIn('--through', through),
    }),
  };
  return showAnswer(context, ['showUsage', given], { text: (usage, style) => describeUsage(usage, email, style) });
}
