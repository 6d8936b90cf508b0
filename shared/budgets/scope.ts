import { emailKey, isEmail, isOneEmail } from '../roster/email.ts';

/** What a budget is for: the organization, one team, one user, or every user without an own budget. */
export type Scope =
  | { readonly kind: 'org' }
  | { readonly kind: 'default' }
  | { readonly kind: 'team'; readonly name: string }
  | { readonly kind: 'user'; readonly email: string };

export function isPoolScope(scope: Scope | undefined): scope is Extract<Scope, { kind: 'org' | 'team' }> {
  return scope?.kind === 'org' || scope?.kind === 'team';
}

const maxNameLength = 256;

/** Reads `org`, `default`, `team:NAME` or `user:EMAIL`. The email is returned in its matching form. */
export function parseScope(text: string): Scope | undefined {
  const trimmed = text.trim();
  if (trimmed === 'org' || trimmed === 'default') {
    return { kind: trimmed };
  }
  const [, kind, rest] = /^(team|user):(.+)$/s.exec(trimmed) ?? [];
  const name = rest?.trim() ?? '';
  if (kind === 'team') {
    return name === '' || name.length > maxNameLength ? undefined : { kind: 'team', name };
  }
  return isOneEmail(name) ? { kind: 'user', email: emailKey(name) } : undefined;
}

/** What is allowed instead of an invalid scope, and the nearest valid one. */
export function scopeRemedy(text: string, allowed = 'org, default, team:NAME or user:EMAIL'): string {
  const emails = emailsIn(text);
  if (emails.some((email) => email.includes('*'))) {
    return `give ${allowed}; for all of ${emails[0]} make a team with that member, and give team:NAME`;
  }
  return `give ${allowed}${nearestText(emails, 'user:')}`;
}

/** What is allowed instead of an invalid email (`remedy`), and the nearest valid one. */
export function emailRemedy(text: string, remedy = 'give an email'): string {
  const emails = emailsIn(text);
  return emails.some((email) => email.includes('*'))
    ? `${remedy}; a * stands for several people, and here each is named`
    : `${remedy}${nearestText(emails, '')}`;
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
      return `team:${scope.name}`;
    case 'user':
      return `user:${scope.email}`;
  }
}
