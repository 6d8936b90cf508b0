import { emailKey, isEmail, isOneEmail } from '../roster/email.ts';

/** What a budget is for: the organization, one team, one user, or every user without a budget of their own. */
export type Scope =
  | { readonly kind: 'org' }
  | { readonly kind: 'default' }
  | { readonly kind: 'team'; readonly name: string }
  | { readonly kind: 'user'; readonly email: string };

/** Whether several people share what a budget of the scope has. */
export function isPoolScope(scope: Scope | undefined): scope is Extract<Scope, { kind: 'org' | 'team' }> {
  return scope?.kind === 'org' || scope?.kind === 'team';
}

const maxNameLength = 256;

/** Reads `org`, `default`, `team:NAME` or `user:EMAIL`. A user's email is kept in its matching form. */
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

/** What to give in the place of a text that is no scope: what is allowed, and what it was nearest to. */
export function scopeRemedy(text: string): string {
  const nearest = nearestScope(
    text
      .trim()
      .replace(/^users?\s*:/iu, '')
      .trim(),
  );
  return `give org, default, team:NAME or user:EMAIL${nearest === undefined ? '' : `; ${nearest}`}`;
}

function nearestScope(name: string): string | undefined {
  const parts = name.split(/[\s,;:<>"()[\]\\|]+/u).map((part) => part.replaceAll(/^'+|['.]+$/gu, ''));
  const emails = parts.filter((part) => part.includes('@'));
  const [first = ''] = emails;
  if (emails.length === 0 || !emails.every(isEmail)) {
    return undefined;
  }
  if (emails.some((email) => email.includes('*'))) {
    return `for all of ${first} make a team with that member, and give team:NAME`;
  }
  return emails.length === 1
    ? `the nearest is user:${emailKey(first)}`
    : `one row or command is for one person: ${emails
        .slice(0, 2)
        .map((email) => `user:${emailKey(email)}`)
        .join(', then ')}`;
}

/** The text that `parseScope` reads, and the scope's key in the budgets table. */
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
