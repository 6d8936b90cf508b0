import { nearestWord } from '../kernel/texts/nearest-word.ts';
import { emailKey, isEmail, isOneEmail } from '../roster/email.ts';

/**
 * The kinds of scope, and what each allows. `binds`: `pool`: the people of the scope together, with a guarantee;
 * `person`: one person, who may have a reservation; `each`: each person of the scope alone, unless they have a budget of
 * their own; `no-one`: it only alerts.
 */
export const scopeKinds = {
  org: { form: 'org', binds: 'pool', whose: 'the organization together' },
  default: { form: 'default', binds: 'each', whose: 'each person without an own or a team’s default budget' },
  team: { form: 'team:NAME', binds: 'pool', whose: 'the members of a team together' },
  members: { form: 'members:TEAM', binds: 'each', whose: 'each member of a team without an own budget' },
  user: { form: 'user:EMAIL', binds: 'person', whose: 'one person' },
  model: { form: 'model:ID', binds: 'no-one', whose: 'the organization’s use of a model; only alerts' },
} as const satisfies Record<string, ScopeRules>;

interface ScopeRules {
  readonly form: string;
  readonly binds: 'pool' | 'person' | 'each' | 'no-one';
  readonly whose: string;
}

type ScopeKind = keyof typeof scopeKinds;

export const scopeKindNames = Object.keys(scopeKinds) as [ScopeKind, ...ScopeKind[]];

/** Every form of a scope, for help and remedies. */
export const scopeForms = listed(scopeKindNames.map((kind) => scopeKinds[kind].form));

export type Scope =
  | { readonly kind: 'org' }
  | { readonly kind: 'default' }
  | { readonly kind: 'team'; readonly name: string }
  | { readonly kind: 'members'; readonly name: string }
  | { readonly kind: 'user'; readonly email: string }
  | { readonly kind: 'model'; readonly id: string };

export type PoolScope = Extract<Scope, { kind: 'org' | 'team' }>;
/** Applies to each of its people alone, so that their top-ups count in it. */
type PersonalScope = Extract<Scope, { kind: 'user' | 'members' | 'default' }>;

export function isPoolScope(scope: Scope | undefined): scope is PoolScope {
  return scope !== undefined && scopeKinds[scope.kind].binds === 'pool';
}

export function isPersonalScope(scope: Scope): scope is PersonalScope {
  const { binds } = scopeKinds[scope.kind];
  return binds === 'person' || binds === 'each';
}

/** Whether people inherit it: each person of the scope alone, unless they have a budget of their own. */
export function isInherited(scope: Scope): scope is Extract<Scope, { kind: 'members' | 'default' }> {
  return scopeKinds[scope.kind].binds === 'each';
}

/** The team that a scope names. */
export function teamIn(scope: Scope): string | undefined {
  return scope.kind === 'team' || scope.kind === 'members' ? scope.name : undefined;
}

const maxNameLength = 256;

/** Reads one of `scopeForms`. An email is returned in its matching form. */
export function parseScope(text: string): Scope | undefined {
  const trimmed = text.trim();
  if (trimmed === 'org' || trimmed === 'default') {
    return { kind: trimmed };
  }
  const [, kind, rest] = /^(team|members|user|model):(.+)$/s.exec(trimmed) ?? [];
  const name = rest?.trim() ?? '';
  if (kind === 'user') {
    return isOneEmail(name) ? { kind, email: emailKey(name) } : undefined;
  }
  if (name === '' || name.length > maxNameLength) {
    return undefined;
  }
  return kind === 'model' ? { kind, id: name } : kind === 'team' || kind === 'members' ? { kind, name } : undefined;
}

/** What is allowed instead of an invalid scope, and the nearest valid one. */
export function scopeRemedy(text: string, allowed = scopeForms): string {
  const emails = emailsIn(text);
  if (emails.some((email) => email.includes('*'))) {
    return `give ${allowed}; for all of ${emails[0]} make a team with that member, and give team:NAME`;
  }
  return `give ${allowed}${nearestText(emails, 'user:') || (allowed === scopeForms ? meantScope(text) : '')}`;
}

/** What is allowed instead of an invalid email (`remedy`), and the nearest valid one. */
export function emailRemedy(text: string, remedy = 'give an email'): string {
  const emails = emailsIn(text);
  return emails.some((email) => email.includes('*'))
    ? `${remedy}; a * stands for several people, and here each is named`
    : `${remedy}${nearestText(emails, '')}`;
}

/** The scope whose kind is misspelled: `member:web` is near `members:web`. */
function meantScope(text: string): string {
  const [, word = '', name] = /^([^:]*)(?::(.*))?$/su.exec(text.trim()) ?? [];
  const kinds = scopeKindNames.filter((kind) => scopeKinds[kind].form.includes(':') === (name !== undefined));
  const kind = name?.trim() === '' ? undefined : nearestWord(word, kinds);
  const meant = kind === undefined ? undefined : parseScope(name === undefined ? kind : `${kind}:${name}`);
  return meant === undefined ? '' : `; the nearest is ${formatScope(meant)}`;
}

function emailsIn(text: string): readonly string[] {
  const parts = text.split(/[\s,;:<>"()[\]\\|]+/u).map((part) => part.replaceAll(/^'+|['.]+$/gu, ''));
  const emails = parts.filter((part) => part.includes('@'));
  return emails.every(isEmail) ? emails : [];
}

function nearestText(emails: readonly string[], prefix: string): string {
  const [first, second] = emails.map((email) => `${prefix}${emailKey(email)}`);
  if (first === undefined) {
    return '';
  }
  return second === undefined
    ? `; the nearest is ${first}`
    : `; one row or command is for one person: ${first}, then ${second}`;
}

/** Returns the text that `parseScope` reads, which is also the scope's key in the budgets table. */
export function formatScope(scope: Scope): string {
  switch (scope.kind) {
    case 'org':
    case 'default':
      return scope.kind;
    case 'team':
    case 'members':
      return `${scope.kind}:${scope.name}`;
    case 'user':
      return `user:${scope.email}`;
    case 'model':
      return `model:${scope.id}`;
  }
}

function listed(forms: readonly string[]): string {
  return `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`;
}
