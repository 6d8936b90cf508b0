import type { SeenComputer } from './seen-computer.ts';

export interface ComputerRecord {
  readonly name: string;
  readonly readAt?: string;
  readonly found?: SeenComputer;
  readonly goneSince?: string;
  readonly attempts: readonly Attempt[];
}

export type ComputerAction = 'create' | 'install-deps';

export interface Attempt {
  readonly action: ComputerAction;
  readonly at: string;
  /** What made it necessary: an action is not repeated for one cause unless it was seen not to have happened. */
  readonly cause: string;
  /** `unknown` from before it is sent until its answer arrives. */
  readonly status: 'unknown' | 'done' | 'failed';
  readonly problem?: string;
}

export interface Approval {
  readonly name: string;
  readonly action: ComputerAction;
  readonly cause: string;
  readonly by: string;
  readonly at: string;
}

const attemptsMax = 30;

export function withAttempt(record: ComputerRecord, attempt: Attempt): ComputerRecord {
  return { ...record, attempts: [...record.attempts, attempt].slice(-attemptsMax) };
}

export function withOutcome(
  record: ComputerRecord,
  outcome: { readonly status: 'unknown' | 'done' | 'failed'; readonly problem?: string },
  found?: SeenComputer,
): ComputerRecord {
  const last = record.attempts.at(-1);
  const { goneSince, ...rest } = record;
  return {
    ...rest,
    attempts: [...record.attempts.slice(0, -1), ...(last === undefined ? [] : [{ ...last, ...outcome }])],
    found: found ?? record.found,
    goneSince: found === undefined ? goneSince : undefined,
  };
}

export type ReadComputer =
  | { readonly kind: 'found'; readonly computer: SeenComputer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly problem: string };

/** Returns a record with a new reading. A failed reading changes nothing. */
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

/** A creation whose answer was lost is done once its computer exists. Retries are counted per provisioning. */
function settled({ attempts }: ComputerRecord, status: SeenComputer['status']): readonly Attempt[] {
  return attempts
    .filter(({ action }) => !(status === 'active' && action === 'install-deps'))
    .map((attempt) =>
      attempt.action === 'create' && attempt.status === 'unknown' ? { ...attempt, status: 'done' } : attempt,
    );
}
