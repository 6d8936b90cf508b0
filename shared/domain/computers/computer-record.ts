import type { SeenComputer } from './seen-computer.ts';

/** What Curfew knows of one computer of the list. */
export interface ComputerRecord {
  readonly name: string;
  /** When it was last read, ISO instant; absent before the first time. */
  readonly readAt?: string;
  /** As it was last seen; absent where it never was. */
  readonly found?: SeenComputer;
  /** The platform has had no computer of this name since then, though it had one; ISO instant. */
  readonly goneSince?: string;
  /** What Curfew has started there, the oldest first. */
  readonly attempts: readonly Attempt[];
}

export type ComputerAction = 'create' | 'install-deps';

/** One request that changes something. It is written down before it is sent. */
export interface Attempt {
  readonly action: ComputerAction;
  /** ISO instant. */
  readonly at: string;
  /** What made it necessary: nothing is done twice for one cause unless it was seen not to have happened. */
  readonly cause: string;
  /** `unknown` from before it is sent until its answer is there. */
  readonly status: 'unknown' | 'done' | 'failed';
  readonly problem?: string;
}

/** What somebody has said that Curfew is to do; it counts for the cause that it was given for. */
export interface Approval {
  readonly name: string;
  readonly action: ComputerAction;
  readonly cause: string;
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
}

const attemptsMax = 30;

/** A record with one more attempt. */
export function withAttempt(record: ComputerRecord, attempt: Attempt): ComputerRecord {
  return { ...record, attempts: [...record.attempts, attempt].slice(-attemptsMax) };
}

/** A record whose last attempt came to something. */
export function withOutcome(
  record: ComputerRecord,
  outcome: Pick<Attempt, 'status' | 'problem'>,
  found?: SeenComputer,
): ComputerRecord {
  const last = record.attempts.at(-1);
  const { goneSince, ...rest } = record;
  return {
    ...rest,
    attempts: [...record.attempts.slice(0, -1), ...(last === undefined ? [] : [{ ...last, ...outcome }])],
    ...(found !== undefined && { found }),
    ...(found === undefined && goneSince !== undefined && { goneSince }),
  };
}

/** What reading a computer by its name gave. */
export type ReadComputer =
  | { readonly kind: 'found'; readonly computer: SeenComputer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly problem: string };

/** A record with what was just read. A reading that failed says nothing. */
export function withReading(record: ComputerRecord, read: ReadComputer, at: string): ComputerRecord {
  switch (read.kind) {
    case 'found': {
      const { goneSince: _gone, ...rest } = record;
      return { ...rest, readAt: at, found: read.computer, attempts: settled(record, read.computer.status) };
    }
    case 'absent':
      return { ...record, readAt: at, ...(record.found !== undefined && { goneSince: record.goneSince ?? at }) };
    case 'failed':
      return record;
  }
}

/**
 * A creation whose answer was lost is done once its computer is there. Retries belong to one provisioning: with the next
 * one they are counted again.
 */
function settled({ attempts }: ComputerRecord, status: SeenComputer['status']): readonly Attempt[] {
  return attempts
    .filter(({ action }) => !(status === 'active' && action === 'install-deps'))
    .map((attempt) =>
      attempt.action === 'create' && attempt.status === 'unknown' ? { ...attempt, status: 'done' } : attempt,
    );
}

/** The job that looks at the computers of the fleet list. */
export const computersJob = 'computers';
