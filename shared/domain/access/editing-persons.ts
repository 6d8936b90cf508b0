import type { Budget } from '../budgets/budget.ts';
import type { Scope } from '../budgets/scope.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { assignTeams } from '../teams/assign-teams.ts';
import { compareTeams, type Team, type TeamTerms } from '../teams/team.ts';
import type { Day } from '../time/day.ts';
import type { Caller } from './caller.ts';
import { isBound, type AccessRules, type Gain } from './four-eyes.ts';
import type { EditingPerson } from './own-gains.ts';
import { emailsOf, likenessTo, personBehind } from './same-person.ts';

/** The email that a scope names. */
export function emailsIn(scope: Scope): readonly string[] {
  return scope.kind === 'user' ? [scope.email] : [];
}

/** The tables that say who is whom. */
export interface PeopleTables {
  readonly users: readonly KnownUser[];
  readonly teams: readonly Team[];
  readonly budgets: readonly Budget[];
}

/** The one who edits, as somebody who could raise their own limit. */
interface EditorEmails {
  /** Whether an email may be theirs. */
  readonly isMeant: (email: string) => boolean;
  /** Emails that are theirs, on the roster or not. */
  readonly emails: readonly string[];
}

/** Undefined where no rule is against it, and for an author who is no person with a limit. */
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

/** An account of a person who edits; of one who is not on the roster yet the id is their email. */
type Account = EditingPerson & { readonly userId: string };

/**
 * Whoever a caller may be: everybody on the roster with the email, which twins share, or simply everybody where nobody
 * knows; besides those an edit names, who may join later.
 */
export function personsOf(
  { users, teams, budgets }: PeopleTables,
  self: EditorEmails | undefined,
  { named, today }: { readonly named: readonly string[]; readonly today: Day },
): readonly Account[] {
  if (self === undefined) {
    return [];
  }
  const { teamOf } = assignTeams(users, teams);
  // A budget of one's own that ends one day leaves the default to bind from then on.
  const lasting = budgets.filter(({ from, to }) => to === undefined && (from === undefined || from <= today));
  const owners = new Set(lasting.flatMap(({ scope }) => emailsIn(scope)));
  const known = users.flatMap(({ userId, email = '' }) => {
    const key = emailKey(email);
    return self.isMeant(key) ? [{ userId, email: key, team: teamOf.get(userId), hasOwnBudget: owners.has(key) }] : [];
  });
  const there = new Set(known.map(({ email }) => email));
  // The default of whoever is not on the roster binds nobody: only what names them is theirs.
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

/** The team that names an email; undefined where none does. */
function teamNaming(email: string, teams: readonly Team[]): string | undefined {
  const naming = teams.filter(({ members }) => emailsNamed(members).includes(email));
  return naming.toSorted(compareTeams)[0]?.name;
}

/** An edit of one team; without terms it is removed. */
interface TeamEdit {
  readonly key: { readonly name: string };
  readonly terms?: TeamTerms;
  /** ISO instant. */
  readonly at: string;
}

/** An edit of teams by which somebody changes their own team: which of the two gives more is for somebody else to judge. */
export function movesOf(
  known: PeopleTables,
  { key: { name }, terms, at }: TeamEdit,
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
