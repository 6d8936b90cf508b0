import { formatScope } from '../budgets/scope.ts';
import type { Observation } from '../notifications/observation.ts';
import { shortKey } from '../notifications/short-key.ts';
import { counted } from '../texts/counted.ts';
import { grouped } from '../texts/grouped.ts';
import type { IdleUser } from './idle-users.ts';
import { isPool, type RosterSeen } from './roster-findings.ts';
import type { Twins } from './twins.ts';

/** So many idle users are named. */
const namedMax = 10;

/**
 * What is so for as long as nobody mends it. Users who share an email or are not on the roster are not among it: the run
 * that sets limits notifies of everybody whom it cannot cap.
 */
export function observeRoster({ twins, idle = [] }: RosterSeen, idleDays: number): readonly Observation[] {
  const byPool = Map.groupBy(idle, ({ binding }) =>
    binding !== undefined && isPool(binding) ? formatScope(binding.scope) : '',
  );
  return [
    ...twins.filter(({ kind }) => kind === 'look-alike').map(twinsObservation),
    ...[...byPool].map(([pool, users]) => idleObservation(pool, users, idleDays)),
  ];
}

function twinsObservation({ reading, users }: Twins): Observation {
  const emails = users.map(({ email }) => email).join(' and ');
  return {
    topic: 'look-alike-users',
    key: shortKey(reading),
    fingerprint: users.map(({ userId, email }) => `${userId} ${email}`).join(','),
    severity: 'high',
    owners: [],
    notifiesAdmins: true,
    headline: `Two accounts on the roster look the same: ${emails}`,
    details: [
      `They are ${users.map(({ userId }) => `user ${userId}`).join(' and ')}, each with a limit of their own.`,
      'Find out who made the later one: an account that imitates another may be a fraud. Remove it on the platform, or acknowledge this with a reason.',
    ],
    resolvedHeadline: `No two accounts look like ${reading} any more`,
    resolvesAfterNights: 1,
  };
}

function idleObservation(pool: string, users: readonly IdleUser[], idleDays: number): Observation {
  const leftCredits = users.reduce((sum, user) => sum + user.leftCredits, 0);
  const shown = users.slice(0, namedMax).map(({ email, leftCredits: left, lastUsedOn }) => {
    const last = lastUsedOn === undefined ? 'no use known' : `last use ${lastUsedOn}`;
    return `${email}: ${grouped(left)} credits left, ${last}.`;
  });
  const more = users.length - shown.length;
  const where = pool === '' ? '' : ` of ${pool}`;
  return {
    topic: 'idle-limits',
    key: pool === '' ? 'own' : pool,
    // Nobody hears of it again until there are twice as many.
    fingerprint: `size-${Math.floor(Math.log2(users.length))}`,
    severity: 'low',
    owners: [],
    notifiesAdmins: true,
    headline: `${counted(users.length, 'user')}${where} used nothing in ${idleDays} days and may use ${grouped(leftCredits)} credits`,
    details: [
      ...shown,
      ...(more > 0 ? [`And ${grouped(more)} more: curfew run roster --dry-run lists all.`] : []),
      pool === ''
        ? 'A smaller budget of their own takes nothing from anybody who works.'
        : `The pool keeps this back from its other members. A small budget of their own, or taking them out of the team, sets it free.`,
    ],
    resolvedHeadline: `No idle user${where} holds a large limit any more`,
    resolvesAfterNights: 2,
  };
}
