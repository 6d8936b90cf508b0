import type { UserStore } from '../../enforcement/ports.ts';
import type { Visible } from '../../kernel/records/api/visible-to.ts';
import type { TeamStore } from '../../kernel/records/ports.ts';
import { nearestHint } from '../../kernel/texts/nearest-word.ts';
import { emailKey, nearEmails } from '../../roster/email.ts';

/** A warning when no user on the roster, as it was last read, has an email: a typing mistake, or a new user. */
export async function warnIfUnknown(users: UserStore, email: string, visible: Visible): Promise<readonly string[]> {
  const known = (await users.list()).flatMap((user) => user.email ?? []);
  const [near] = nearEmails(email, known.filter(visible.email), 1);
  const nearest = near === undefined ? '' : `; did you mean ${near}`;
  return known.some((each) => emailKey(each) === email)
    ? []
    : [`${email} is not on the roster as it was last read; it counts once they are${nearest}`];
}

/** A warning when there is no team of a name. */
export async function warnIfUnknownTeam(teams: TeamStore, name: string, visible: Visible): Promise<readonly string[]> {
  const known = (await teams.list()).teams.map((team) => team.name);
  const nearest = nearestHint(name, known.filter(visible.team), (near) => `"${near}"`);
  return known.includes(name) ? [] : [`there is no team "${name}" yet; it counts once there is${nearest}`];
}
