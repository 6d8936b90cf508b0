import { formatScope, isPoolScope } from '../budgets/scope.ts';
import { counted, grouped } from '../kernel/texts/amounts.ts';
import { creditsPhrase } from '../kernel/texts/credits.ts';
import { accountMark, hasMarkedLetters } from '../kernel/texts/look-alike.ts';
import { dayAndMonth, dayText } from '../kernel/time/day.ts';
import type { MailContent, MailSection } from '../mail/content.ts';
import { left, tableSection } from '../mail/table-parts.ts';
import { observationOf, type Observation } from '../notifications/observation.ts';
import { shortKey } from '../notifications/short-key.ts';
import type { IdleUser } from './idle-users.ts';
import { type ChangeFinding, type RosterSeen, type RosterFindingKind } from './roster-findings.ts';
import { twinsFingerprint, type Twins } from './twins.ts';

const namedMax = 10;

/** Observes lasting problems, except users who cannot be capped: the run that sets limits notifies of them. */
export function observeRoster({ twins, idle = [] }: RosterSeen, idleDays: number): readonly Observation[] {
  const byPool = Map.groupBy(idle, ({ binding }) =>
    binding !== undefined && isPoolScope(binding.scope) ? formatScope(binding.scope) : '',
  );
  return [
    ...twins.filter(({ kind }) => kind === 'look-alike').map(twinsObservation),
    ...[...byPool].map(([pool, users]) => idleObservation(pool, users, idleDays)),
  ];
}

/** Addresses that no mark tells apart are told apart by the ends of their ids. */
function twinsObservation({ reading, users }: Twins): Observation {
  const isMarked = users.some(({ email }) => hasMarkedLetters(email));
  const emails = users.map(({ email, userId }) => (isMarked ? email : `${email} ${accountMark(userId)}`));
  return observationOf({
    topic: 'look-alike-users',
    key: shortKey(reading),
    fingerprint: twinsFingerprint(users),
    severity: 'high',
    headline: `Two accounts on the roster look the same: ${emails.join(' and ')}`,
    details: [
      `They are ${users.map(({ userId }) => `user ${userId}`).join(' and ')}, each with a limit of their own.`,
      'Find out who made the later one: an account that imitates another may be a fraud. Remove it on the platform, or acknowledge this with a reason.',
    ],
    resolvedHeadline: `No two accounts look like ${reading} any more`,
  });
}

function idleObservation(pool: string, users: readonly IdleUser[], idleDays: number): Observation {
  const leftCredits = users.reduce((sum, user) => sum + user.leftCredits, 0);
  const shown = users.slice(0, namedMax).map(({ email, leftCredits: left, lastUsedOn }) => {
    const last = lastUsedOn === undefined ? 'no use known' : `last use ${lastUsedOn}`;
    return `${email}: ${creditsPhrase(left)} left, ${last}.`;
  });
  const more = users.length - shown.length;
  const where = pool === '' ? '' : ` of ${pool}`;
  return observationOf({
    topic: 'idle-limits',
    key: pool === '' ? 'own' : pool,
    // Notified again only when there are twice as many.
    fingerprint: `size-${Math.floor(Math.log2(users.length))}`,
    severity: 'low',
    headline: `${counted(users.length, 'user')}${where} used nothing in ${idleDays} days and may use ${creditsPhrase(leftCredits)}`,
    details: [
      ...shown,
      ...(more > 0 ? [`And ${grouped(more)} more: npx curfew run roster --dry-run`] : []),
      pool === ''
        ? 'A smaller budget of their own takes nothing from anybody who works.'
        : `The pool keeps this back from its other members. A small budget of their own, or taking them out of the team, sets it free.`,
    ],
    resolvedHeadline: `No idle user${where} holds a large limit any more`,
    resolvesAfterNights: 2,
  });
}

const groups = [
  { kind: 'joined', heading: 'Joined', one: 'person', many: 'people' },
  { kind: 'left', heading: 'Left', one: 'person', many: 'people' },
  { kind: 'returned', heading: 'Came back', one: 'person', many: 'people' },
  { kind: 'email-changed', heading: 'Changed their email', one: 'person', many: 'people' },
] as const satisfies readonly {
  readonly kind: RosterFindingKind;
  readonly heading: string;
  readonly one: string;
  readonly many: string;
}[];

/** Returns the mail about changes on the roster. `through`: the day of the last reported reading. */
export function describeRosterChanges(
  changes: readonly ChangeFinding[],
  { through, runId }: { readonly through: string; readonly runId: string },
): MailContent {
  const counts = groups.flatMap(({ kind, heading, one, many }) => {
    const found = changes.filter((change) => change.kind === kind);
    return found.length === 0 ? [] : [`${heading.toLowerCase()}: ${counted(peopleIn(found), one, many)}`];
  });
  const said = counts.join(', ');
  return {
    subject: `Curfew ${dayAndMonth(through)}: roster, ${said}`,
    tone: changes.some(({ severity }) => severity === 'medium') ? 'warning' : 'good',
    lead: `On the roster as of ${dayText(through)}, ${said}.`,
    sections: groups.flatMap(({ kind, heading }) =>
      sectionOf(
        heading,
        changes.filter((change) => change.kind === kind),
      ),
    ),
    foot: [
      `Run ${runId}. The last limit of a person who left stays in force, since the account may still work: remove the account on the platform.`,
      'You get this mail because you are an admin of this installation.',
    ],
  };
}

function peopleIn(changes: readonly ChangeFinding[]): number {
  return changes.reduce((sum, { people }) => sum + people, 0);
}

function sectionOf(heading: string, changes: readonly ChangeFinding[]): readonly MailSection[] {
  const about = { heading: `${heading} (${peopleIn(changes)})`, columns: [left('Who'), left('What')] };
  return tableSection(about, changes, ({ subject, detail }) => [subject, detail]);
}
