import type { BatchOutcome, LimitEntry, LimitWriter } from '../../application/enforcement/ports.ts';
import type { RowOutcome } from '../../domain/limits/limit-record.ts';
import type { UserLimitsResult } from './endpoints/set-user-limits.ts';
import type { EnforcementCalls } from './platform-calls.ts';
import { failedWrite, raiseAsPortError } from './port-error.ts';

/** What to make of a PUT that the platform turned away for now, with nothing applied. */
type TurnedAway =
  /** Its entries are of unknown outcome, so that the next run sends them again. */
  | 'unknown'
  /** PlatformUnavailableError, for a run that can wait as long as the platform asks. */
  | 'raise';

/** The limits PUT as the LimitWriter port: whatever comes back, each entry has an outcome. */
export function platformLimitWriter(
  client: Pick<EnforcementCalls, 'setUserLimits'>,
  turnedAway: TurnedAway = 'unknown',
): LimitWriter {
  return {
    async setLimits(entries) {
      try {
        const result = await client.setUserLimits(
          entries.map(({ email, limitCredits }) => ({ email, limit: limitCredits })),
        );
        return { kind: 'answered', rows: rowOutcomes(entries, result) };
      } catch (error) {
        return batchOutcome(error, turnedAway);
      }
    },
  };
}

function rowOutcomes(entries: readonly LimitEntry[], result: UserLimitsResult): readonly RowOutcome[] {
  const updated = new Set(result.updated.map(({ email }) => email));
  const errors = new Map(result.errors.map(({ email, error }) => [email, error]));
  return entries.map(({ email }): RowOutcome => {
    const refusal = errors.get(email);
    if (updated.has(email)) {
      return { kind: 'done' };
    }
    return refusal === undefined
      ? { kind: 'unknown', problem: 'the answer of the platform does not say what became of this user' }
      : { kind: 'failed', problem: refusal };
  });
}

function batchOutcome(error: unknown, turnedAway: TurnedAway): BatchOutcome {
  const failed = failedWrite(error);
  if (failed.kind !== 'put-off') {
    return failed;
  }
  // What did not reach the platform is `unknown` too: the next run sends it again, which is what is wanted.
  return failed.error.kind === 'rate-limited' && turnedAway === 'raise'
    ? raiseAsPortError(error)
    : { kind: 'unknown', problem: failed.problem };
}
