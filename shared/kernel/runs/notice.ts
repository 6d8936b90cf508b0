import type { LedgerDay } from '../../ledger/ledger-day.ts';
import { isEditRun, isWindowStart } from './run-id.ts';
import type { Run, RunOutcome, RunIdentity } from './run.ts';

/** A notification for the admins. The same notice has the same id, and is sent once. */
export interface Notice {
  readonly kind: 'summary' | 'held' | 'clock-held' | 'failed' | 'window-start-failed' | 'edit-failed' | 'plan-held';
  readonly noticeId: string;
}

const hourMs = 3_600_000;

/** A late day is retried every hour, and reported after the third time. */
const lateAfterMs = 2 * hourMs;

export function firstSummaryId({ at }: Pick<Run, 'at'>): string {
  return `summary/${at.slice(0, 10)}`;
}

/**
 * Decides what the admins are notified of. A day has one summary; a later run of that day is reported only if it
 * changed something. A suspect day is reported once across all runs.
 */
export function decideNotice(
  run: RunIdentity,
  outcome: RunOutcome,
  known: { readonly summarizedByRunId: string | undefined; readonly days: readonly LedgerDay[] },
): Notice | undefined {
  const day = run.at.slice(0, 10);
  if (isWindowStart(run.runId)) {
    // The following nightly run reports the caps; only a failure needs its own mail.
    const isWell = outcome.status === 'complete' || outcome.status === 'held';
    return isWell ? undefined : { kind: 'window-start-failed', noticeId: `window-start-failed/${day}` };
  }
  if (isEditRun(run.runId) && outcome.status !== 'held') {
    // The editor sees the effect, and the next summary informs the others. Unfinished work is retried at once.
    const isWell = outcome.status === 'complete' || outcome.isUnfinished;
    return isWell ? undefined : { kind: 'edit-failed', noticeId: `edit-failed/${day}` };
  }
  switch (outcome.status) {
    case 'complete':
    case 'partial': {
      const isFirst = known.summarizedByRunId === undefined || known.summarizedByRunId === run.runId;
      if (isFirst) {
        return { kind: 'summary', noticeId: firstSummaryId(run) };
      }
      return (outcome.capsChanged ?? 0) === 0
        ? undefined
        : { kind: 'summary', noticeId: `${firstSummaryId(run)}/${run.runId}` };
    }
    case 'failed':
      return { kind: 'failed', noticeId: `failed/${day}` };
    case 'held': {
      if (outcome.held?.guard === 'blast-radius') {
        return { kind: 'plan-held', noticeId: `held-plan/${outcome.held.notice ?? outcome.held.plan ?? day}` };
      }
      if (outcome.held?.until !== undefined) {
        return { kind: 'clock-held', noticeId: `clock-held/${outcome.held.until}` };
      }
      const days = suspectDaysToReport(known.days, run.at);
      const about = `${days[0]?.day ?? ''}/${days.at(-1)?.day ?? ''}/${days.length}`;
      return outcome.held?.guard === 'trust-gate' && days.length > 0
        ? { kind: 'held', noticeId: `held/${about}` }
        : undefined;
    }
  }
}

export function suspectDaysToReport(days: readonly LedgerDay[], at: string): readonly LedgerDay[] {
  return days.filter((day) => day.status === 'suspect' && isWorthReporting(day, at));
}

function isWorthReporting(day: LedgerDay, at: string): boolean {
  const isMerelyLate = day.doubts.every((doubt) => doubt.kind === 'not-there-yet' || doubt.kind === 'collapsed');
  const sinceMs = day.suspectSince === undefined ? 0 : Date.parse(day.suspectSince);
  return !isMerelyLate || Date.parse(at) - sinceMs >= lateAfterMs;
}
