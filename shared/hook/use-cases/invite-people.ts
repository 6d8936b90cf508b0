import type { UserStore } from '../../enforcement/ports.ts';
import type { TeamStore } from '../../kernel/records/ports.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { routedPeople } from '../../notifications/routing.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import { assignTeams } from '../../teams/assign-teams.ts';
import { invitationEntry, isLatelyInvited, type Invitation } from '../invitation.ts';
import type { HookTokenStore, InvitationStore } from '../ports.ts';
import { workingTokens } from './connect-hook.ts';

interface InvitePorts {
  readonly users: UserStore;
  readonly teams: TeamStore;
  readonly hookTokens: HookTokenStore;
  readonly invitations: InvitationStore;
  readonly journal: Journal;
}

/** The invited people: by email, or all members of a team. */
export type Invited = { readonly emails: readonly string[] } | { readonly team: string };

/** `connected`: has a valid key. `lately`: was mailed within a day. */
interface InvitedPerson {
  readonly email: string;
  readonly userId: string;
  readonly status: 'invited' | 'connected' | 'lately';
}

type InviteOutcome =
  | { readonly kind: 'done'; readonly people: readonly InvitedPerson[] }
  /** Nothing was sent: these addresses belong to no user or to several. */
  | { readonly kind: 'unknown-people'; readonly emails: readonly string[] }
  | { readonly kind: 'unknown-team'; readonly known: readonly string[] };

/** Invites people to connect the hook on their machines: a mail to each who has none and was not mailed lately. */
export async function invitePeople(
  ports: InvitePorts,
  invited: Invited,
  by: { readonly name: string; readonly at: string },
): Promise<InviteOutcome> {
  const users = await ports.users.list();
  const persons = new Map([...routedPeople(users).emails].map(([userId, email]) => [emailKey(email), userId]));
  const found = await findPeople(ports, invited, { users, persons });
  if ('kind' in found) {
    return found;
  }
  const connected = new Set(workingTokens(await ports.hookTokens.list()).map(({ userId }) => userId));
  const before = new Map(
    (await ports.invitations.listNotified()).map(({ invitation }) => [invitation.userId, invitation]),
  );
  const nowMs = Date.parse(by.at);
  const people = found.people.map((person): InvitedPerson => {
    const last = before.get(person.userId);
    const isLate = last !== undefined && isLatelyInvited(last, nowMs);
    return { ...person, status: connected.has(person.userId) ? 'connected' : isLate ? 'lately' : 'invited' };
  });
  const invitations = people
    .filter(({ status }) => status === 'invited')
    .map(({ userId, email }): Invitation => ({ userId, email, at: by.at, by: by.name }));
  if (invitations.length > 0) {
    await ports.journal.append([invitationEntry(invitations, by)]);
    await ports.invitations.put(invitations);
  }
  return { kind: 'done', people };
}

async function findPeople(
  { teams }: InvitePorts,
  invited: Invited,
  {
    users,
    persons,
  }: {
    readonly users: readonly KnownUser[];
    /** User ids by address, where the address belongs to one user. */
    readonly persons: ReadonlyMap<string, string>;
  },
): Promise<
  { readonly people: readonly Omit<InvitedPerson, 'status'>[] } | Exclude<InviteOutcome, { readonly kind: 'done' }>
> {
  if ('team' in invited) {
    const rows = (await teams.list()).teams;
    const { teamOf } = assignTeams(users, rows);
    const members = [...persons].filter(([, userId]) => teamOf.get(userId) === invited.team);
    return rows.some(({ name }) => name === invited.team)
      ? { people: sortedBy(members, ([email]) => email).map(([email, userId]) => ({ email, userId })) }
      : { kind: 'unknown-team', known: rows.map(({ name }) => name) };
  }
  const emails = [...new Set(invited.emails.map(emailKey))];
  const unknown = emails.filter((email) => !persons.has(email));
  return unknown.length > 0
    ? { kind: 'unknown-people', emails: unknown }
    : { people: emails.flatMap((email) => ({ email, userId: persons.get(email) ?? '' })) };
}
