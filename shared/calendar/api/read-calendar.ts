import { windowKinds, type WindowKind } from '../../budgets/window.ts';
import type { ApiClient } from '../../kernel/api/client/api-client.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { type CalendarEvent, calendarEvents } from '../calendar.ts';

/** The events that the caller may see. Raises Problem, also for a caller who may see no budget. */
export async function readCalendar(api: ApiClient): Promise<readonly CalendarEvent[]> {
  const [budgets, topUps, exemptions, exceptions] = await Promise.all([
    api.read('listBudgets', {}),
    api.read('listTopUps', {}),
    api.read('listExemptions', {}),
    api.read('listExceptions', {}).catch(nothingAllowed),
  ]);
  return calendarEvents({
    budgets: budgets.document.rows.map((row) => ({
      scope: textIn(row, 'scope'),
      window: windowIn(row),
      to: textIn(row, 'to') === '' ? undefined : textIn(row, 'to'),
      windowThrough: row.windowThrough,
    })),
    topUps: topUps.document.rows.filter(isInForce).map((row) => ({
      id: row.id,
      scope: textIn(row, 'scope'),
      credits: Number(textIn(row, 'credits')),
      to: textIn(row, 'to'),
      reason: textIn(row, 'reason'),
    })),
    exemptions: exemptions.document.rows.filter(isInForce).map((row) => ({
      id: row.id,
      email: textIn(row, 'email'),
      until: textIn(row, 'until'),
      reason: textIn(row, 'reason'),
    })),
    exceptions: exceptions.document.rows.filter(isInForce).map((row) => ({
      id: textIn(row, 'id'),
      path: textIn(row, 'path'),
      until: textIn(row, 'expires'),
      reason: textIn(row, 'reason'),
    })),
  });
}

function isInForce({ status }: { readonly status?: unknown }): boolean {
  return status === 'in-force' || status === 'upcoming';
}

function windowIn({ window }: Readonly<Record<string, unknown>>): WindowKind {
  const kind = windowKinds.find((each) => each === window);
  if (kind === undefined) {
    throw new Problem('failed', 'A budget’s window cannot be read here: the installation is of another version');
  }
  return kind;
}

function textIn(row: Readonly<Record<string, unknown>>, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Exceptions of controls are for those who may read everything. */
function nothingAllowed(error: unknown): { readonly document: { readonly rows: readonly never[] } } {
  if (error instanceof Problem && error.kind === 'not-allowed') {
    return { document: { rows: [] } };
  }
  throw error;
}
