import { matchesWildcard } from '../../kernel/texts/wildcard.ts';
import type { ControlChange } from '../control-change.ts';

export interface ControlException {
  readonly id: string;
  /** A path (`sandbox.enabled`), a field (`customModels[].baseUrl`), or either with `*`; covers all below it. */
  readonly pattern: string;
  readonly owner: string;
  readonly ticket: string;
  readonly reason: string;
  /** ISO instants; `expires` is exclusive. */
  readonly from: string;
  readonly expires: string;
  readonly createdBy: string;
  readonly createdAt: string;
  /** ISO instant at which it was ended early: it has no effect afterwards. */
  readonly endedAt?: string;
  readonly version: number;
}

export type ExceptionStatus = 'upcoming' | 'in-force' | 'expired' | 'ended';

/** Returns the status of an exception at an instant in Unix milliseconds. */
export function exceptionStatus({ from, expires, endedAt }: ControlException, atMs: number): ExceptionStatus {
  if (endedAt !== undefined && Date.parse(endedAt) <= atMs) {
    return Date.parse(expires) <= Date.parse(endedAt) ? 'expired' : 'ended';
  }
  if (atMs < Date.parse(from)) {
    return 'upcoming';
  }
  return atMs < Date.parse(expires) ? 'in-force' : 'expired';
}

/** Returns the exception that covers a change at an instant in Unix milliseconds: the longest-lasting one. */
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

/** Whether a change is at or below a pattern, by its path or its field. */
export function isUnder(pattern: string, { path, field }: Pick<ControlChange, 'path' | 'field'>): boolean {
  const patterns = [pattern, `${pattern}.*`, `${pattern}[*`];
  return [path, field].some((name) => patterns.some((each) => matchesWildcard(name, each)));
}

export interface ExpiredException {
  readonly exception: ControlException;
  readonly expiredAt: string;
}

/** Returns exceptions that expired after one instant and not after another, in Unix milliseconds, earliest first. */
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
