import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { dayIn } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { describeRevision, describeRevisions } from './describe-revisions.ts';

export interface ControlsListOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

/** `controls list`: the newest stored revisions of a period, ascending, each with what it changed. */
export async function listControls(
  context: CommandContext,
  { limit, ...options }: ControlsListOptions,
): Promise<ExitCode> {
  const given = { ...periodOf(options), count: String(limit) };
  return showAnswer(context, ['listRevisions', given], {
    text: (revisions, style) => describeRevisions(revisions, limit, style),
  });
}

/** Days in UTC, both included, by when the change was made. Raises CommandError for what is no day. */
export function periodOf({ from, to }: Pick<ControlsListOptions, 'from' | 'to'>) {
  return {
    from: from === undefined ? undefined : dayIn('--from', from),
    to: to === undefined ? undefined : dayIn('--to', to),
  };
}

/** `controls show REV`: who made it, what it changed, and with --json the settings too, their secrets replaced. */
export async function showControls(context: CommandContext, text: string): Promise<ExitCode> {
  const given = { revision: String(requireRevision(text)) };
  return showAnswer(context, ['showRevision', given], { text: describeRevision });
}

/** `controls ack REV|REV-REV|ALARM --reason TEXT`: somebody has looked, and says why it is as it should be. */
export async function acknowledgeOne(
  context: CommandContext,
  what: string,
  { reason }: { readonly reason: string },
): Promise<ExitCode> {
  const given = { body: { what, reason } };
  return showAnswer(context, ['acknowledgeControls', given], {
    text: ({ acknowledged }) => {
      const named = acknowledged.map(({ subject }) => subject.replace(/^revision\/\d+\//u, 'revision '));
      return `Acknowledged: ${named.join(', ')}.`;
    },
  });
}

/** The number of a revision, where a text is one. A file of that name can be given as `./42`. */
export function revisionIn(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

/** The number of a revision; raises CommandError for anything else. */
export function requireRevision(text: string): number {
  const revision = revisionIn(text);
  if (revision === undefined) {
    throw wrongUsage(`${quotedValue(text)} is not the number of a revision; see "npx curfew controls list"`);
  }
  return revision;
}
