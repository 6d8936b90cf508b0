import type { LookAlikes } from './look-alike.ts';

/** The header in which the admin API names the look-alike accounts of an answer. */
export const lookAlikeHeader = 'Curfew-Look-Alikes';

/** Headers of all kinds share a few kilobytes on their way. */
const longestHeader = 4_000;

/** Look-alikes as a header, as many as fit: `b0b%40acme.example u-17, bob%40acme.example u-4`; undefined for none. */
export function lookAlikeText(accounts: LookAlikes): string | undefined {
  const parts: string[] = [];
  let length = 0;
  for (const [address, userId] of accounts) {
    const part = `${encodeURIComponent(address)} ${encodeURIComponent(userId)}`;
    length += part.length + 2;
    if (length > longestHeader) {
      break;
    }
    parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The inverse of `lookAlikeText`; what cannot be read is left out. */
export function lookAlikesIn(text: string | null): LookAlikes {
  return new Map(
    (text ?? '').split(', ').flatMap((part) => {
      const [address, userId, ...more] = part.split(' ').map(decoded);
      return address === undefined || userId === undefined || more.length > 0 ? [] : [[address, userId] as const];
    }),
  );
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
