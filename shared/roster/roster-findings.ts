import { formatScope, isPoolScope } from '../budgets/scope.ts';
import { describeUncapped, type Uncappable } from '../caps/uncapped.ts';
import { capViewOf } from '../explanation/cap-view.ts';
import { platformWindowOf, type Snapshot } from '../explanation/snapshot.ts';
import type { Finding } from '../kernel/runs/finding.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { compareText, sortedBy } from '../kernel/texts/compare-text.ts';
import { creditsPhrase } from '../kernel/texts/credits.ts';
import { dayAndMonth, dayText, minuteText } from '../kernel/time/day.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { settledLimit } from '../limits/settled-limit.ts';
import { emailKey } from './email.ts';
import { type IdleTerms, type IdleUser, idleUsers } from './idle-users.ts';
import { type NetChange, netChanges, type ReadingSpan } from './net-changes.ts';
import { findTwins, type Twins } from './twins.ts';

/** A domain that replaces another one for people who keep their names before the `@`. */
interface DomainChange<Each> {
  readonly from: string;
  readonly to: string;
  readonly people: readonly Each[];
}

/** From this number of people, a change counts as one of the domain. */
const peopleMin = 3;

/** Separates changes of a whole domain from those of single addresses. */
export function domainChanges<Each extends { readonly from: string; readonly to: string }>(
  renamings: readonly Each[],
): { readonly domains: readonly DomainChange<Each>[]; readonly others: readonly Each[] } {
  const byDomains = Map.groupBy(renamings, ({ from, to }) => {
    const [before, after] = [partsOf(from), partsOf(to)];
    return before.name === after.name ? `${before.domain} ${after.domain}` : undefined;
  });
  const domains: DomainChange<Each>[] = [];
  const others: Each[] = [];
  for (const [domain, people] of byDomains) {
    if (domain === undefined || people.length < peopleMin) {
      others.push(...people);
    } else {
      const [from = '', to = ''] = domain.split(' ');
      domains.push({ from, to, people });
    }
  }
  return {
    domains: domains.toSorted((a, b) => compareText(a.from, b.from) || compareText(a.to, b.to)),
    others: sortedBy(others, ({ from }) => from),
  };
}

function partsOf(address: string): { readonly name: string; readonly domain: string } {
  const key = emailKey(address);
  const at = key.lastIndexOf('@');
  return { name: key.slice(0, at), domain: key.slice(at + 1) };
}

export type RosterFindingKind = NetChange['kind'] | 'twins' | 'not-capped' | 'off-roster' | 'idle-limit';

interface RosterFinding extends Finding {
  readonly kind: RosterFindingKind;
}

export interface ChangeFinding extends RosterFinding {
  readonly people: number;
}

export interface RosterSeen {
  readonly changes: readonly ChangeFinding[];
  readonly twins: readonly Twins[];
  readonly uncappable: readonly Uncappable[];
  readonly idle?: readonly IdleUser[];
}

type FindingText = Pick<Finding, 'severity' | 'detail'>;

/** Examines the stored roster. Without a span, for the first look, no event is reported. */
export function seeRoster(snapshot: Snapshot, terms: IdleTerms, span: ReadingSpan | undefined): RosterSeen {
  const { users, people } = snapshot;
  const views = people.persons.map((person) => capViewOf(person, snapshot));
  const idle = idleUsers(views, snapshot, terms);
  return {
    changes: span === undefined ? [] : changeFindings(netChanges(users, span), snapshot),
    twins: findTwins(users),
    uncappable: people.uncappable,
    idle,
  };
}

export function rosterFindings(seen: RosterSeen, { users, usage }: Snapshot): readonly RosterFinding[] {
  const emails = new Map(
    [...usage.users.values(), ...users.map(({ userId, email }) => ({ userId, emailKey: email }))].flatMap(
      ({ userId, emailKey: email }) => (email === undefined ? [] : [[userId, email] as const]),
    ),
  );
  const known = new Set(users.map(({ userId }) => userId));
  return [
    ...seen.changes.map(({ people: _people, ...finding }) => finding),
    ...seen.twins.map(twinsFinding),
    ...seen.uncappable.map((user) => uncappableFinding(user, { emails, known })),
    ...(seen.idle ?? []).map(idleFinding),
  ];
}

function changeFindings(changes: readonly NetChange[], snapshot: Snapshot): readonly ChangeFinding[] {
  const renamed = changes.flatMap((change) => {
    const { kind, user, emailBefore } = change;
    return kind !== 'email-changed' || emailBefore === undefined || user.email === undefined
      ? []
      : [{ change, from: emailBefore, to: user.email }];
  });
  const { domains } = domainChanges(renamed);
  const ofDomains = new Set(domains.flatMap(({ people }) => people.map(({ change }) => change)));
  return [
    ...changes.filter((change) => !ofDomains.has(change)).map((change) => changeFinding(change, snapshot)),
    ...domains.map(({ from, to, people }) => ({
      kind: 'email-changed' as const,
      subject: `@${to}`,
      severity: 'low' as const,
      detail: `${to} in place of ${from} for ${counted(people.length, 'person', 'people')}, since ${dayText(people[0]?.change.at.slice(0, 10) ?? '')}`,
      action: null,
      people: people.length,
    })),
  ];
}

function changeFinding(change: NetChange, snapshot: Snapshot): ChangeFinding {
  const { kind, user } = change;
  const subject = user.email ?? `user ${user.userId}`;
  return { kind, subject, action: null, people: 1, ...describeChange(change, snapshot) };
}

function describeChange({ kind, user, at, emailBefore }: NetChange, snapshot: Snapshot): FindingText {
  const record = snapshot.limits.get(user.userId);
  const day = at.slice(0, 10);
  switch (kind) {
    case 'joined':
      return { severity: 'info', detail: `On the roster since ${dayText(day)}: ${describeLimit(record)}` };
    case 'returned':
      return { severity: 'low', detail: `Back on the roster since ${dayText(day)}: ${describeLimit(record)}` };
    case 'left': {
      const rest = describeRest(record, user.userId, snapshot);
      return { ...rest, detail: `Not on the roster since ${dayText(day)}: ${rest.detail}` };
    }
    case 'email-changed': {
      const now = user.email === undefined ? 'no email any more, so that no limit can be set' : user.email;
      return { severity: 'low', detail: `Was ${emailBefore ?? 'unknown'}, since ${dayText(day)} has ${now}` };
    }
  }
}

function describeLimit(record: LimitRecord | undefined): string {
  const limitCredits = settledLimit(record);
  return limitCredits === undefined
    ? 'no confirmed limit yet'
    : `a limit of ${creditsPhrase(limitCredits)}, sent on ${minuteText(record?.confirmed?.at ?? '')}`;
}

/** What a person who left may still consume: Curfew keeps the last limit, since the account may still work. */
function describeRest(record: LimitRecord | undefined, userId: string, { usage }: Snapshot): FindingText {
  const limits = [record?.confirmed, ...(record?.unsettled ?? [])].flatMap((sent) => sent?.limitCredits ?? []);
  if (limits.length === 0) {
    return { severity: 'medium', detail: 'no limit was ever sent, so that nothing stops the account while it works' };
  }
  const usedCredits = usage.users.get(userId)?.credits.platform ?? 0;
  const left = Math.max(0, Math.max(...limits) - usedCredits);
  const until = platformWindowOf(usage).through;
  return left === 0
    ? { severity: 'info', detail: 'nothing is left of the last limit' }
    : { severity: 'low', detail: `up to ${creditsPhrase(left)} until ${dayAndMonth(until)} while the account works` };
}

function twinsFinding({ kind, users }: Twins): RosterFinding {
  const named = users.map(({ email, userId }) => `${email} (user ${userId})`).join(', ');
  const said: FindingText =
    kind === 'same-email'
      ? {
          severity: 'medium',
          detail: `${named} have the same email but for letter case: the platform sets limits by email alone`,
        }
      : {
          severity: 'high',
          detail: `${named} look the same and are written with different letters: one may imitate the other`,
        };
  return { kind: 'twins', subject: users[0]?.email ?? '', ...said, action: null };
}

/** An account that was never on the roster is unknown to the organization, whatever its email. */
function uncappableFinding(
  { userId, reason, creditsAtStake }: Uncappable,
  { emails, known }: { readonly emails: ReadonlyMap<string, string>; readonly known: ReadonlySet<string> },
): RosterFinding {
  const used = `${creditsPhrase(creditsAtStake.platform ?? 0)} used this window`;
  const isKnown = known.has(userId);
  return {
    kind: isKnown ? 'not-capped' : 'off-roster',
    subject: emails.get(userId) ?? `user ${userId}`,
    severity: isKnown ? 'medium' : 'high',
    detail: `${isKnown ? 'Cannot' : 'Was never on the roster and cannot'} be capped, ${used}: ${describeUncapped(reason)}`,
    action: null,
  };
}

function idleFinding({ email, leftCredits, lastUsedOn, binding }: IdleUser): RosterFinding {
  const since = lastUsedOn === undefined ? 'No use is known' : `Nothing used since ${dayText(lastUsedOn)}`;
  const pool =
    binding !== undefined && isPoolScope(binding.scope) ? `, held back from ${formatScope(binding.scope)}` : '';
  return {
    kind: 'idle-limit',
    subject: email,
    severity: 'low',
    detail: `${since}: the limit leaves ${creditsPhrase(leftCredits)}${pool}`,
    action: null,
  };
}
