import type { SignInSource } from '../../application/enforcement/live/ports.ts';
import type { EnforcementCalls } from './platform-calls.ts';
import { raiseAsPortError } from './port-error.ts';

const pageSize = 100;

/** When the users of the platform signed in last, as the SignInSource port. */
export function platformSignIns(client: Pick<EnforcementCalls, 'organizationUsers'>): SignInSource {
  return {
    async listSince(sinceMs) {
      const userIds: string[] = [];
      try {
        for await (const { rows } of client.organizationUsers({ limit: pageSize })) {
          for (const { id, lastSignInAt } of rows) {
            // How the platform writes the moment is not shown (platform-api.md, "Organization user").
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
