import { plainText } from '../../shared/terminal/plain-text.ts';
import type { Found } from '../../shared/domain/explanation/find-person.ts';
import { describeUncapped } from '../../shared/domain/caps/person.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes } from '../frame/exit-codes.ts';

/** Why a command that is about a user's cap has nothing to show. */
export function noCapOf(email: string, found: Exclude<Found, { kind: 'person' }>): CommandError {
  switch (found.kind) {
    case 'nobody':
      return unknownEmail(email, found.near);
    case 'uncappable':
      return new CommandError(
        `${plainText(email)} cannot be capped: ${describeUncapped(found.uncappable.reason)}`,
        exitCodes.failed,
        { reason: found.uncappable.reason },
      );
    case 'left':
      return new CommandError(
        `${plainText(email)} left the roster on ${found.user.goneSince ?? 'an unknown day'} and has no cap to keep; see "explain"`,
        exitCodes.failed,
        { reason: 'left' },
      );
  }
}

/** Nobody has this email: says who was perhaps meant. */
export function unknownEmail(email: string, near: readonly string[]): CommandError {
  const hint =
    near.length === 0
      ? 'the roster is read with every run, so a newcomer is known after the next one'
      : `did you mean ${near.map(plainText).join(', ')}?`;
  return new CommandError(`Nobody has the email ${plainText(email)}; ${hint}`, exitCodes.failed, { near });
}
