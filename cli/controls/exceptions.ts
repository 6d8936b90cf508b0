import { plainText } from '../../shared/terminal/plain-text.ts';
import { addException, endException } from '../../shared/application/controls/decide-on-controls.ts';
import { exceptionStanding, type ControlException } from '../../shared/domain/controls/exceptions/control-exception.ts';
import { addDays, isDay } from '../../shared/domain/time/day.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { decisionPorts } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface ExceptionOptions {
  readonly owner: string;
  readonly ticket: string;
  readonly reason: string;
  readonly until: string;
  readonly from?: string;
}

const columns = [
  { title: 'Id' },
  { title: 'Control' },
  { title: 'Owner' },
  { title: 'Ticket' },
  { title: 'From', isMinor: true },
  { title: 'Until' },
  { title: 'Status' },
  { title: 'Reason', isMinor: true },
] as const;

/** `exceptions add CONTROL`: allows a control to deviate from the baseline until it expires. */
export async function addOneException(
  context: CommandContext,
  pattern: string,
  { owner, ticket, reason, until, from }: ExceptionOptions,
): Promise<ExitCode> {
  const author = authorOf(context);
  const order = { pattern, owner, ticket, reason, from: startOf(from ?? author.at), expires: endOf(until) };
  const outcome = await withInstallation(context, async (installation) =>
    addException(decisionPorts(installation), order, author),
  );
  if (outcome.kind === 'refused') {
    const names = { pattern: 'the control', expires: '--until' } as const;
    throw wrongUsage(
      outcome.problems
        .map(({ field, problem }) => `${field in names ? names[field as keyof typeof names] : `--${field}`} ${problem}`)
        .join('\n'),
    );
  }
  const { exception } = outcome;
  context.tell({
    json: exceptionDocument(exception, context.io.now()),
    text: plainText(
      `Exception ${exception.id}: ${exception.pattern} may deviate until ${exception.expires}, and ${exception.owner} answers for it. Its end is reported.`,
    ),
  });
  return exitCodes.done;
}

/** `exceptions list`: those in force or to come; with `all`, those that ended too. */
export async function listExceptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const nowMs = context.io.now();
  const exceptions = await withInstallation(context, async ({ decisions }) => decisions.listExceptions());
  const shown = exceptions
    .filter((exception) => all || isCurrent(exception, nowMs))
    .toSorted((a, b) => Date.parse(a.expires) - Date.parse(b.expires) || (a.id < b.id ? -1 : 1));
  const rows = shown.map((exception) => {
    const { id, pattern, owner, ticket, from, expires, reason } = exception;
    return [id, pattern, owner, ticket, from, expires, statusText(exception, nowMs), reason];
  });
  const nothing = all ? 'There are no exceptions.' : 'No exception is in force; --all shows past ones.';
  context.tell({
    json: shown.map((exception) => exceptionDocument(exception, nowMs)),
    text: rows.length === 0 ? nothing : renderTable(columns, rows, context.style),
  });
  return exitCodes.done;
}

/** `exceptions end ID`. */
export async function endOneException(context: CommandContext, id: string): Promise<ExitCode> {
  const outcome = await withInstallation(context, async (installation) =>
    endException(decisionPorts(installation), id, authorOf(context)),
  );
  switch (outcome.kind) {
    case 'ended':
      context.tell({
        json: exceptionDocument(outcome.exception, context.io.now()),
        text: plainText(`The exception ${outcome.exception.ticket} is over: the control has to be as approved.`),
      });
      return exitCodes.done;
    case 'over':
      throw new CommandError('That exception is over already; see "exceptions list --all"');
    case 'not-there':
      throw new CommandError('There is no exception of that id; see "exceptions list --all"');
    case 'stale':
      throw new CommandError('Somebody changed that exception at this moment; look at it and try again');
  }
}

function exceptionDocument(exception: ControlException, nowMs: number) {
  const { endedAt = null, ...more } = exception;
  return { ...more, endedAt, status: exceptionStanding(exception, nowMs) };
}

function isCurrent(exception: ControlException, nowMs: number): boolean {
  const standing = exceptionStanding(exception, nowMs);
  return standing === 'in-force' || standing === 'upcoming';
}

function statusText(exception: ControlException, nowMs: number): string {
  return exceptionStanding(exception, nowMs).replaceAll('-', ' ');
}

/** A day begins at midnight, UTC. */
function startOf(text: string): string {
  return isDay(text) ? `${text}T00:00:00Z` : text;
}

/** A day is meant to its end. */
function endOf(text: string): string {
  return isDay(text) ? `${addDays(text, 1)}T00:00:00Z` : text;
}
