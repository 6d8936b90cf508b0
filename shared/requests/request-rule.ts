import type { FourEyesSettings } from '../kernel/access/four-eyes.ts';
import { comparePersons } from '../kernel/access/same-person.ts';
import { directEditor } from '../kernel/records/record-edit.ts';
import type { EditedKind } from '../kernel/records/record-kind.ts';
import { daysBetween } from '../kernel/time/day.ts';
import { matchesEmailGlob } from '../teams/member-rule.ts';
import type { CreditRequest } from './request.ts';

export const ruleLimits = { peopleMax: 50, teamsMax: 20, noteCharsMax: 300 } as const;

/** The source of credits that a rule approves: no reservation, a reservation in the pools, or larger pools. */
export const rulePools = ['as-budgeted', 'within', 'raise'] as const;

/** A rule that approves requests automatically. An absent field is no condition. */
export interface RequestRuleTerms {
  readonly name: string;
  readonly creditsMax: number;
  /** The most that rules give one person in a calendar month, UTC. */
  readonly personMonthMax: number;
  readonly monthMax?: number;
  readonly people?: readonly string[];
  readonly teams?: readonly string[];
  readonly daysMax?: number;
  readonly pools: (typeof rulePools)[number];
  readonly note?: string;
}

export type RequestRuleKey = { readonly name: string };

export const requestRuleKind: EditedKind<RequestRuleKey, RequestRuleTerms> = {
  name: 'request-rule',
  plainKey: ({ name }) => ({ name }),
  plain: ({ people, teams, ...terms }) => ({
    ...terms,
    people: people === undefined ? undefined : [...people],
    teams: teams === undefined ? undefined : [...teams],
  }),
  subject: ({ name }) => `request rule ${name}`,
  title: ({ name }) => `the request rule ${name}`,
  sets: ['people', 'teams'],
};

/** `given`: requests that rules have approved, of any month. */
interface RuleCase {
  readonly request: CreditRequest;
  readonly team?: string;
  readonly given: readonly CreditRequest[];
  readonly fourEyes: FourEyesSettings;
}

type KnownRule = RequestRuleTerms & { readonly updatedBy: string };

type AutoApproval =
  | { readonly kind: 'approve'; readonly rule: KnownRule }
  | { readonly kind: 'ask'; readonly because: readonly string[] };

/** Decides whether a rule approves a request: the first by name that does. */
export function decideAutoApproval(rules: readonly KnownRule[], asked: RuleCase): AutoApproval {
  const judged = rules
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((rule) => ({ rule, problem: whyNot(rule, asked) }));
  const found = judged.find(({ problem }) => problem === undefined);
  return found === undefined
    ? { kind: 'ask', because: judged.map(({ rule, problem }) => `Rule ${rule.name}: ${problem ?? ''}`) }
    : { kind: 'approve', rule: found.rule };
}

/** A requester may not grant their own request through a rule either. */
function whyNotBy(author: string, email: string, { ownLimit, identities }: RuleCase['fourEyes']): string | undefined {
  const likeness = author === directEditor ? 'unknown' : comparePersons(author, email, identities);
  if (likeness === 'unknown' && ownLimit !== false) {
    return `was last set by ${author}, who may be the person who asks`;
  }
  return likeness === 'same' ? 'was last set by the person who asks' : undefined;
}

function whyNot(rule: KnownRule, { request, team, given, fourEyes }: RuleCase): string | undefined {
  const { email, credits, askedAt, until } = request;
  const month = askedAt.slice(0, 7);
  const inMonth = given.filter(({ decision }) => decision?.rule !== undefined && decision.at.startsWith(month));
  const toPerson = sumOf(inMonth.filter((each) => each.email === email));
  const byRule = sumOf(inMonth.filter(({ decision }) => decision?.rule === rule.name));
  const days = daysBetween(askedAt.slice(0, 10), until) + 1;
  const problemOfAuthor = whyNotBy(rule.updatedBy, email, fourEyes);
  if (problemOfAuthor !== undefined) {
    return problemOfAuthor;
  }
  if (rule.people !== undefined && !rule.people.some((pattern) => matchesEmailGlob(pattern, email))) {
    return 'is not for this person';
  }
  if (rule.teams !== undefined && (team === undefined || !rule.teams.includes(team))) {
    return 'is not for this team';
  }
  if (credits > rule.creditsMax) {
    return `gives ${rule.creditsMax} at most`;
  }
  if (toPerson + credits > rule.personMonthMax) {
    return `gives a person ${rule.personMonthMax} a month, and rules gave them ${toPerson} in ${month}`;
  }
  if (rule.monthMax !== undefined && byRule + credits > rule.monthMax) {
    return `gives ${rule.monthMax} a month, and gave ${byRule} in ${month}`;
  }
  return rule.daysMax !== undefined && days > rule.daysMax ? `gives for ${rule.daysMax} days at most` : undefined;
}

function sumOf(requests: readonly CreditRequest[]): number {
  return requests.reduce((sum, { decision }) => sum + (decision?.credits ?? 0), 0);
}
