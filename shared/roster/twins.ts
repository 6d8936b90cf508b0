import { keptWith } from '../kernel/kept-with.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { hasMarkedLetters, type LookAlikes, readingOf } from '../kernel/texts/look-alike.ts';
import { emailKey } from './email.ts';
import type { KnownUser } from './person.ts';

export interface Twins {
  /** `same-email`: equal apart from case and white space. `look-alike`: other letters that look the same. */
  readonly kind: 'same-email' | 'look-alike';
  readonly reading: string;
  readonly users: readonly (KnownUser & { readonly email: string })[];
}

/** Finds users on the roster whose emails look alike. Order does not matter. */
export const findTwins = keptWith((users: readonly KnownUser[]): readonly Twins[] => {
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
});

/** The accounts of a pair as its alert keeps them. */
export function twinsFingerprint(users: Twins['users']): string {
  return users.map(({ userId, email }) => `${userId} ${email}`).join(',');
}

/** From the fingerprints of open alerts: the accounts that only their ids tell apart, since no letter is marked. */
export function toldApartById(fingerprints: readonly string[]): LookAlikes {
  return new Map(
    fingerprints.flatMap((fingerprint) => {
      const accounts = Array.from(
        fingerprint.matchAll(/(?:^|,)(\S+) ([^,]+)/gu),
        ([, userId = '', email = '']) => [emailKey(email), userId] as const,
      );
      return accounts.some(([email]) => hasMarkedLetters(email)) ? [] : accounts;
    }),
  );
}
