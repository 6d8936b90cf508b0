import type { Roster } from '../../enforcement/ports.ts';
import type { EnforcementCalls } from '../../kernel/platform/platform-calls.ts';
import { raiseAsPortError } from '../../kernel/platform/port-error.ts';
import type { SignInSource } from '../../live/ports.ts';
import { isSecretEntry } from '../../redaction/redact-text.ts';
import type { ReadUser } from '../person.ts';
import type { OrganizationUser } from './organization-users.ts';

const pageSize = 100;
const metadataKeysMax = 50;
const metadataCharsMax = 256;

export function platformRoster(client: EnforcementCalls): Roster {
  return {
    async *read(from) {
      try {
        const looksSecret = secretFinder();
        for await (const page of client.organizationUsers({
          limit: pageSize,
          cursor: from,
        })) {
          const { rows, quarantined, nextCursor: next } = page;
          yield {
            users: rows.map((row) => toReadUser(row, looksSecret)),
            unreadable: quarantined.length,
            next,
          };
        }
      } catch (error) {
        raiseAsPortError(error);
      }
    },
  };
}

function toReadUser(user: OrganizationUser, looksSecret: LooksSecret): ReadUser {
  const { id: userId, email, firstName, lastName, createdAt } = user;
  const metadata = metadataOf(user.metadata);
  const secretKeys = Object.entries(metadata ?? {}).flatMap(([key, value]) => (looksSecret(key, value) ? [key] : []));
  return {
    userId,
    email,
    firstName,
    lastName,
    createdAt,
    metadata,
    ...(secretKeys.length > 0 && { secretKeys }),
  };
}

type LooksSecret = (key: string, value: string) => boolean;

/** Detects likely secrets; values repeated over many users are checked once. */
function secretFinder(): LooksSecret {
  const known = new Map<string, boolean>();
  return (key, value) => {
    const entry = JSON.stringify([key, value]);
    const found = known.get(entry) ?? isSecretEntry(key, value);
    known.set(entry, found);
    return found;
  };
}

/** The shape of `metadata` is not documented: plain values are kept as bounded text, nested ones are dropped. */
function metadataOf(metadata: OrganizationUser['metadata']): Readonly<Record<string, string>> | undefined {
  if (metadata === undefined) {
    return undefined;
  }
  const plain = Object.entries(metadata).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[key.slice(0, metadataCharsMax), String(value).slice(0, metadataCharsMax)] as const]
      : [],
  );
  return Object.fromEntries(plain.slice(0, metadataKeysMax));
}

/** Users' last sign-ins. */
export function platformSignIns(client: Pick<EnforcementCalls, 'organizationUsers'>): SignInSource {
  return {
    async listSince(sinceMs) {
      const userIds: string[] = [];
      try {
        for await (const { rows } of client.organizationUsers({ limit: pageSize })) {
          for (const { id, lastSignInAt } of rows) {
            // The platform's time format is not documented (platform-api.md, "Organization user").
            if (lastSignInAt !== undefined && Date.parse(lastSignInAt) >= sinceMs) {
              userIds.push(id);
            }
          }
        }
      } catch (error) {
        raiseAsPortError(error);
      }
      return userIds;
    },
  };
}
