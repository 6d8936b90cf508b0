import { readLookAlikes } from '../../notifications/use-cases/read-routing.ts';
import { type LookAlikes, tellApart } from '../texts/look-alike.ts';

/** They change with the roster, once a night. */
const freshMs = 60_000;

/** Has texts tell look-alikes apart as the alerts of an installation know them, and returns them. Rejects only by `onError`. */
export function knownLookAlikes({
  installation,
  now,
  onError,
}: {
  readonly installation: Parameters<typeof readLookAlikes>[0];
  readonly now: () => number;
  /** Told why they could not be read; those of before count on. */
  readonly onError: (error: unknown) => void;
}): () => Promise<LookAlikes> {
  let [known, readAtMs]: [Promise<LookAlikes>, number] = [Promise.resolve(new Map()), -Infinity];
  return async () => {
    const nowMs = now();
    if (nowMs - readAtMs >= freshMs) {
      const before = known;
      readAtMs = nowMs;
      // A mark less is better than no answer.
      known = readLookAlikes(installation).catch(async (error: unknown) => {
        onError(error);
        return before;
      });
    }
    const accounts = await known;
    tellApart(accounts);
    return accounts;
  };
}

/** Those that a document names anywhere. */
export function namedIn(document: unknown, accounts: LookAlikes): LookAlikes {
  if (accounts.size === 0) {
    return accounts;
  }
  const text = JSON.stringify(document).toLowerCase();
  return new Map([...accounts].filter(([address]) => text.includes(address)));
}
