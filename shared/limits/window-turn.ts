import { isPoolScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import type { SetCap } from '../caps/cap.ts';
import { isWindowStart } from '../kernel/runs/run-id.ts';
import { dayOf, type Day } from '../kernel/time/day.ts';
import type { SentLimit } from './limit-record.ts';

export interface WindowTurn {
  readonly from: Day;
  readonly isDone: boolean;
}

/** The anchor day belongs to the platform's window alone. */
const calendar = { anchorDay: 1 };

/**
 * Whether a window's turn, or late figures of the previous window, move the limit: on the first day of a platform
 * window (of the ISO instant `at`), when a window start has set the limit, or when the window of the user's own budget
 * began since it was sent. False once an admin has changed the terms.
 */
export function isMovedByTurn(
  change: Pick<SetCap, 'terms' | 'binding'>,
  sent: SentLimit,
  moment: { readonly at: string; readonly from: Day | undefined },
): boolean {
  const isStart = isWindowStart(sent.runId);
  if (sent.terms === undefined) {
    return isStart;
  }
  const isTurn = isStart || dayOf(Date.parse(moment.at)) === moment.from || isNewWindow(change.binding, sent, moment);
  return isTurn && change.terms === sent.terms && change.binding?.pools === sent.pools;
}

function isNewWindow(
  binding: SetCap['binding'],
  sent: SentLimit,
  { at, from }: { readonly at: string; readonly from: Day | undefined },
): boolean {
  if (binding === undefined || isPoolScope(binding.scope)) {
    return false;
  }
  const { window } = binding;
  const began = window === 'platform' ? from : windowAt(window, dayOf(Date.parse(at)), calendar).from;
  return began !== undefined && dayOf(Date.parse(sent.at)) < began;
}
