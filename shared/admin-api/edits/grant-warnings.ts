import type { TeamStore } from '../../application/edits/ports.ts';
import type { UserStore } from '../../application/enforcement/ports.ts';
import { emailKey } from '../../domain/roster/email.ts';

/** A warning when nobody on the roster, as it was last read, has an email. A new user may be on it soon. */
export async function warnIfUnknown(users: UserStore, email: string): Promise<readonly string[]> {
  const known = await users.list();
  const isKnown = known.some((user) => user.email !== undefined && emailKey(user.email) === email);
  return isKnown ? [] : [`${email} is not on the roster as it was last read; it counts once they are`];
}

/** A warning when there is no team of a name. */
export async function warnIfUnknownTeam(teams: TeamStore, name: string): Promise<readonly string[]> {
  const known = await teams.list();
  const isKnown = known.teams.some((team) => team.name === name);
  return isKnown ? [] : [`there is no team "${name}" yet; it counts once there is`];
}
