import { sortedBy } from '../kernel/texts/compare-text.ts';
import { readingOf } from '../kernel/texts/look-alike.ts';
import { emailKey } from './email.ts';
import type { KnownUser } from './person.ts';

/** Users whose emails read alike. */
export interface Twins {
  /** `same-email`: letter case and blanks apart, so that the platform may take one for the other. `look-alike`: other letters that look the same. */
  readonly kind: 'same-email' | 'look-alike';
  /** The email as all of them read. */
  readonly reading: string;
  /** By user id; two or more. */
  readonly users: readonly (KnownUser & { readonly email: string })[];
}

/** Finds everybody on the roster whose email reads like another's. The order of users changes nothing. */
export function findTwins(users: readonly KnownUser[]): readonly Twins[] {
  const named = users.flatMap((user) =>
    user.email === undefined || user.goneSince !== undefined ? [] : [{ ...user, email: user.email }],
  );
  const groups = [...Map.groupBy(named, ({ email }) => readingOf(emailKey(email)))];
  const twins = groups
    .filter(([, [, second]]) => second !== undefined)
    .map(([reading, alike]): Twins => {
      const emails = new Set(alike.map(({ email }) => emailKey(email)));
      return {
        kind: emails.size === 1 ? 'same-email' : 'look-alike',
        reading,
        users: sortedBy(alike, ({ userId }) => userId),
      };
    });
  return sortedBy(twins, ({ reading }) => reading);
}
