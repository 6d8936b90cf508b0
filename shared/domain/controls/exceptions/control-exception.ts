import { matchesWildcard } from '../../texts/wildcard.ts';
import type { ControlChange } from '../control-change.ts';

/** Permission for a control to deviate from the baseline, for a limited time. */
export interface ControlException {
  readonly id: string;
  /**
   * A path (`sandbox.enabled`), a field (`customModels[].baseUrl`), or either with `*` for anything. All under it is
   * meant as well: `sandbox` is every field of the sandbox.
   */
  readonly pattern: string;
  /** The email of the responsible person, in its matching form. */
  readonly owner: string;
  readonly ticket: string;
  readonly reason: string;
  /** ISO instants; from the first on, and at the second no more. */
  readonly from: string;
  readonly expires: string;
  readonly createdBy: string;
  /** ISO instant. */
  readonly createdAt: string;
  /** ISO instant at which somebody ended it before it expired: from then on it is nothing any more. */
  readonly endedAt?: string;
  /** Counts its edits from 1; an edit on a stale version is refused. */
  readonly version: number;
}

export type ExceptionStatus = 'upcoming' | 'in-force' | 'expired' | 'ended';

/** The status of an exception at an instant in Unix milliseconds. */
export function exceptionStatus({ from, expires, endedAt }: ControlException, atMs: number): ExceptionStatus {
  if (endedAt !== undefined && Date.parse(endedAt) <= atMs) {
    return Date.parse(expires) <= Date.parse(endedAt) ? 'expired' : 'ended';
  }
  if (atMs < Date.parse(from)) {
    return 'upcoming';
  }
  return atMs < Date.parse(expires) ? 'in-force' : 'expired';
}

/**
 * The exception that a change falls under at an instant in Unix milliseconds: of several in force the one that lasts
 * longest, and of those the one with the first id.
 */
export function exceptionFor(
  change: Pick<ControlChange, 'path' | 'field'>,
  exceptions: readonly ControlException[],
  atMs: number,
): ControlException | undefined {
  const inForce = exceptions.filter(
    (each) => exceptionStatus(each, atMs) === 'in-force' && isUnder(each.pattern, change),
  );
  return inForce.toSorted((a, b) => Date.parse(b.expires) - Date.parse(a.expires) || (a.id < b.id ? -1 : 1))[0];
}

/** Whether a change is at a pattern or under it, by its path or its field. */
export function isUnder(pattern: string, { path, field }: Pick<ControlChange, 'path' | 'field'>): boolean {
  const patterns = [pattern, `${pattern}.*`, `${pattern}[*`];
  return [path, field].some((name) => patterns.some((each) => matchesWildcard(name, each)));
}

/** An exception that came to its end by itself: from now on the control has to be as it should. */
export interface ExpiredException {
  readonly exception: ControlException;
  /** ISO instant. */
  readonly expiredAt: string;
}

/** The exceptions that expired after one instant and not after another, in Unix milliseconds, the earliest first. */
export function expiredBetween(
  exceptions: readonly ControlException[],
  fromMs: number,
  untilMs: number,
): readonly ExpiredException[] {
  return exceptions
    .filter((each) => {
      const expiresMs = Date.parse(each.expires);
      return expiresMs > fromMs && expiresMs <= untilMs && exceptionStatus(each, expiresMs) === 'expired';
    })
    .map((exception) => ({ exception, expiredAt: exception.expires }))
    .toSorted(
      (a, b) => Date.parse(a.expiredAt) - Date.parse(b.expiredAt) || (a.exception.id < b.exception.id ? -1 : 1),
    );
}
