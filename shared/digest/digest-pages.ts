import { isInForce, type Budget } from '../budgets/budget.ts';
import { teamIn } from '../budgets/scope.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { Day, DayRange } from '../kernel/time/day.ts';
import type { MailContent } from '../mail/content.ts';
import { emailKey } from '../roster/email.ts';
import type { DigestScope } from './sections/parts.ts';

export interface DigestAudience {
  readonly admins: readonly string[];
  readonly weeklyDigest: {
    readonly isOn: boolean;
    readonly recipients: readonly string[];
    readonly toTeamOwners: boolean;
  };
}

export interface DigestPage {
  readonly scope: DigestScope;
  readonly recipients: readonly string[];
}

/** Returns the organization's page, and one for each set of teams with a common owner. No person gets two. */
export function digestPages(
  { admins, weeklyDigest }: DigestAudience,
  budgets: readonly Budget[],
  today: Day,
): readonly DigestPage[] {
  if (!weeklyDigest.isOn) {
    return [];
  }
  const named = weeklyDigest.recipients.length === 0 ? admins : weeklyDigest.recipients;
  const readers = new Map(named.map((email) => [emailKey(email), email]));
  const owned = new Map<string, { readonly email: string; readonly teams: Set<string> }>();
  for (const budget of weeklyDigest.toTeamOwners ? budgets : []) {
    const { scope, owners } = budget;
    const team = teamIn(scope);
    if (team !== undefined && isInForce(budget, today)) {
      for (const email of owners.filter((owner) => !readers.has(emailKey(owner)))) {
        const owner = owned.get(emailKey(email)) ?? { email, teams: new Set<string>() };
        owner.teams.add(team);
        owned.set(emailKey(email), owner);
      }
    }
  }
  const bySet = Map.groupBy(owned.values(), ({ teams }) => JSON.stringify([...teams].toSorted()));
  const pages = [...bySet].map(([, owners]): DigestPage => {
    const [first] = owners;
    const scope = { kind: 'teams', names: [...(first?.teams ?? [])].toSorted() } as const;
    return { scope, recipients: owners.map(({ email }) => email).toSorted() };
  });
  const organization: DigestPage = { scope: { kind: 'org' }, recipients: [...readers.values()].toSorted() };
  return [...(readers.size === 0 ? [] : [organization]), ...sortedBy(pages, ({ scope }) => scopeName(scope))];
}

/** `org`, `team:web` or, for several, `team:core,web`: names a page in ids and findings. */
export function scopeName(scope: DigestScope): string {
  return scope.kind === 'org' ? 'org' : `team:${scope.names.join(',')}`;
}

export interface WrittenPage {
  readonly scope: string;
  readonly recipients: readonly string[];
  readonly content: MailContent;
}

/** Names a page: the day its digest is due, and whom it is for. */
export interface PageKey {
  readonly dueOn: Day;
  readonly scope: WrittenPage['scope'];
}

export interface KeptPage extends WrittenPage {
  readonly teams?: readonly string[];
  /** The day its digest is due. */
  readonly dueOn: Day;
  readonly week: DayRange;
  readonly writtenBy: string;
  readonly at: string;
}
