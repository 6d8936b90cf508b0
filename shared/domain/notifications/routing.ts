import { emailKey } from '../roster/email.ts';

/** Who there is to be notified. Emails are matched in their lower-case form and kept as given. */
export interface Routing {
  readonly admins: readonly string[];
  /** Told in place of those who cannot be reached; the admins when empty. */
  readonly fallback: readonly string[];
  /** Addresses that bounced or complained, in their matching form. */
  readonly unreachable: ReadonlySet<string>;
}

/**
 * The addresses that a notification for some people goes to, each once. Whoever cannot be reached is replaced by the
 * fallback list, and so is nobody at all: what is worth a notification reaches somebody.
 */
export function routeTo(emails: readonly string[], routing: Routing): readonly string[] {
  const reachable = emails.filter((email) => isReachable(email, routing));
  const isWhole = emails.length > 0 && reachable.length === emails.length;
  return distinct(isWhole ? reachable : [...reachable, ...substitutes(routing)]);
}

export function isReachable(email: string, { unreachable }: Routing): boolean {
  return !unreachable.has(emailKey(email));
}

function substitutes(routing: Routing): readonly string[] {
  const fallback = routing.fallback.filter((email) => isReachable(email, routing));
  return fallback.length > 0 ? fallback : routing.admins.filter((email) => isReachable(email, routing));
}

function distinct(emails: readonly string[]): readonly string[] {
  const byKey = new Map(emails.toReversed().map((email) => [emailKey(email), email]));
  return [...byKey.values()].toSorted();
}
