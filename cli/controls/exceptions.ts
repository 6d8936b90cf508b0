import { plainText } from '../../shared/terminal/plain-text.ts';
import { addException, endException } from '../../shared/application/controls/decide-on-controls.ts';
import { exceptionRecord } from '../../shared/contracts/records/control-exception.ts';
import { exceptionStatus, type ControlException } from '../../shared/domain/controls/exceptions/control-exception.ts';
import { exceptionTerms, type ExceptionOrder } from '../../shared/domain/controls/exceptions/exception-order.ts';
import type { PlainFields } from '../../shared/domain/records/record-kind.ts';
import { addDays, isDay } from '../../shared/domain/time/day.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { decisionPorts } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import {
  grantedDocument,
  grantedTable,
  isCurrent,
  type GrantedRow,
} from '../../shared/terminal/records/granted-rows.ts';
import { givenAs, plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';

/** A text that is left out is an empty one, for the decision on the exception to name. */
const nothingSaid = Object.fromEntries(exceptionRecord.names.map((name) => [name, '']));

/** `exceptions add CONTROL`: leave for a control to be other than approved, until it expires. */
export async function addOneException(context: CommandContext, given: Given): Promise<ExitCode> {
  const author = authorOf(context);
  const texts = { from: author.at, ...plainFromGiven(exceptionRecord, given).plain };
  const { from, expires, ...asGiven } = termsFrom(exceptionRecord, { ...nothingSaid, ...texts });
  const order = { ...asGiven, from: startOf(from), expires: endOf(expires) };
  const outcome = await withInstallation(context, async (installation) =>
    addException(decisionPorts(installation), order, author),
  );
  if (outcome.kind === 'refused') {
    const problems = outcome.problems.map(({ field, problem }) => `${givenAs(exceptionRecord, field)} ${problem}`);
    throw wrongUsage(problems.join('\n'));
  }
  const { exception } = outcome;
  context.tell({
    json: exceptionDocument(exception, context.io.now()),
    text: plainText(
      `Exception ${exception.id}: ${exception.pattern} may deviate until ${exception.expires}, and ${exception.owner} answers for it. Its end is told.`,
    ),
  });
  return exitCodes.done;
}

/** `exceptions list`: those in force or to come; with `all`, those that are over too. */
export async function listExceptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const nowMs = context.io.now();
  const exceptions = await withInstallation(context, async ({ decisions }) => decisions.listExceptions());
  const rows = exceptions
    .toSorted((a, b) => Date.parse(a.expires) - Date.parse(b.expires) || (a.id < b.id ? -1 : 1))
    .map((exception) => rowOf(exception, nowMs))
    .filter((row) => all || isCurrent(row));
  const nothing = all ? 'There are no exceptions.' : 'No exception is in force; --all shows past ones.';
  context.tell({
    json: rows.map((row) => grantedDocument(exceptionRecord, row)),
    text: rows.length === 0 ? nothing : grantedTable(exceptionRecord, rows, context.style),
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
        json: exceptionDocument(outcome.grant, context.io.now()),
        text: plainText(`The exception ${outcome.grant.ticket} is over: the control has to be as approved.`),
      });
      return exitCodes.done;
    case 'unchanged':
      throw new CommandError('That exception is over already; see "exceptions list --all"');
    case 'not-there':
      throw new CommandError('There is no exception of that id; see "exceptions list --all"');
    case 'stale':
      throw new CommandError(outcome.problem);
  }
}

function rowOf(exception: ControlException, nowMs: number): GrantedRow<ExceptionOrder> {
  return { terms: exceptionTerms(exception), noted: exception, status: exceptionStatus(exception, nowMs) };
}

function exceptionDocument(exception: ControlException, nowMs: number): PlainFields {
  return grantedDocument(exceptionRecord, rowOf(exception, nowMs));
}

/** A day begins at midnight, UTC. */
function startOf(text: string): string {
  return isDay(text) ? `${text}T00:00:00Z` : text;
}

/** A day is meant to its end. */
export function endOf(text: string): string {
  return isDay(text) ? `${addDays(text, 1)}T00:00:00Z` : text;
}
