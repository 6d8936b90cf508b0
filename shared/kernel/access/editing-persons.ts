import type { Budget } from '../../budgets/budget.ts';
import type { Scope } from '../../budgets/scope.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import { assignTeams } from '../../teams/assign-teams.ts';
import { compareTeams, type Team, type TeamTerms } from '../../teams/team.ts';
import type { Day } from '../time/day.ts';
import type { Caller } from './caller.ts';
import { isBound, type AccessRules, type Gain } from './four-eyes.ts';
import type { EditingPerson } from './own-gains.ts';
import { emailsOf, likenessTo, personBehind } from './same-person.ts';

export function emailsIn(scope: Scope): readonly string[] {
  return scope.kind === 'user' ? [scope.email] : [];
}

export interface PeopleTables {
  readonly users: readonly KnownUser[];
  readonly teams: readonly Team[];
  readonly budgets: readonly Budget[];
}

interface EditorEmails {
  readonly isMeant: (email: string) => boolean;
  readonly emails: readonly string[];
}

/** Undefined where no four-eyes rule applies, and for an author who has no limit. */
export function editorEmails(caller: Caller, { fourEyes }: AccessRules): EditorEmails | undefined {
  const { identities } = fourEyes;
  if (!isBound(caller, fourEyes, 'ownLimit')) {
    return undefined;
  }
  const emails = emailsOf(caller.name, identities);
  if (personBehind(caller, identities).kind === 'nobody' && emails.length === 0) {
    return undefined;
  }
  const likeness = likenessTo(caller.name, identities);
  return { emails, isMeant: (email) => likeness(email) !== 'other' };
}

/** An account of the author. Before the person is on the roster, its id is the email. */
type Account = EditingPerson & { readonly userId: string };

/** Returns every account that the caller may be; all users if the caller is unknown. */
export function personsOf(
  { users, teams, budgets }: PeopleTables,
  self: EditorEmails | undefined,
  { named, today }: { readonly named: readonly string[]; readonly today: Day },
): readonly Account[] {
  if (self === undefined) {
    return [];
  }
  const { teamOf } = assignTeams(users, teams);
  // When an own budget ends, the default applies from then on.
  const lasting = budgets.filter(({ from, to }) => to === undefined && (from === undefined || from <= today));
  const owners = new Set(lasting.flatMap(({ scope }) => emailsIn(scope)));
  const known = users.flatMap(({ userId, email = '' }) => {
    const key = emailKey(email);
    return self.isMeant(key) ? [{ userId, email: key, team: teamOf.get(userId), hasOwnBudget: owners.has(key) }] : [];
  });
  const there = new Set(known.map(({ email }) => email));
  // The default does not apply to people who are not on the roster: only rows that name them count.
  const meant = [...named, ...self.emails, ...teams.flatMap(({ members }) => emailsNamed(members))];
  const others = [...new Set(meant)].filter((email) => !there.has(email) && self.isMeant(email));
  return [
    ...known,
    ...others.map((email) => ({ userId: email, email, team: teamNaming(email, teams), hasOwnBudget: true })),
  ];
}

function emailsNamed(members: TeamTerms['members']): readonly string[] {
  return members.flatMap((rule) => (rule.kind === 'email' ? rule.email : []));
}

function teamNaming(email: string, teams: readonly Team[]): string | undefined {
  const naming = teams.filter(({ members }) => emailsNamed(members).includes(email));
  return naming.toSorted(compareTeams)[0]?.name;
}

/** Edits by which the author changes their own team. Someone else must judge which team gives more. */
export function movesOf(
  known: PeopleTables,
  {
    key: { name },
    terms,
    at,
  }: { readonly key: { readonly name: string }; readonly terms?: TeamTerms; readonly at: string },
  self: EditorEmails | undefined,
): readonly Gain[] {
  const stamp = { version: 0, updatedBy: '', updatedAt: '' };
  const others = known.teams.filter((team) => team.name !== name);
  const after = { ...known, teams: terms === undefined ? others : [...others, { ...terms, ...stamp }] };
  const named = emailsNamed(terms?.members ?? []);
  const [before, moved] = [known, after].map((tables) => personsOf(tables, self, { named, today: at.slice(0, 10) }));
  const teamBefore = new Map(before?.map(({ userId, team }) => [userId, team]));
  return (moved ?? [])
    .filter(({ userId, team }) => team !== teamBefore.get(userId))
    .map(({ email }) => ({ email, what: `to move oneself by the team "${name}"` }));
}
