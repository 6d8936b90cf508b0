import { describeUncapped } from '../domain/caps/person.ts';
import type { Found } from '../domain/explanation/find-person.ts';
import { plainText } from '../terminal/plain-text.ts';
import { Problem } from './problem.ts';

/** Why an operation that is about a user's cap has nothing to show. */
export function noCapOf(email: string, found: Exclude<Found, { kind: 'person' }>): Problem {
  switch (found.kind) {
    case 'nobody':
      return unknownEmail(email, found.near);
    case 'uncappable':
      return new Problem(
        'not-found',
        `${plainText(email)} cannot be capped: ${describeUncapped(found.uncappable.reason)}`,
        { facts: { reason: found.uncappable.reason } },
      );
    case 'left':
      return new Problem(
        'not-found',
        `${plainText(email)} left the roster on ${found.user.goneSince ?? 'an unknown day'} and has no cap to keep; see "explain"`,
        { facts: { reason: 'left' } },
      );
  }
}

/** Nobody has this email: says who was perhaps meant. */
export function unknownEmail(email: string, near: readonly string[]): Problem {
  const hint =
    near.length === 0
      ? 'the roster is read with every run, so a newcomer is known after the next one'
      : `did you mean ${near.map(plainText).join(', ')}?`;
  return new Problem('not-found', `Nobody has the email ${plainText(email)}; ${hint}`, { facts: { near } });
}
