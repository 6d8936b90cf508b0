import type { Anomaly } from '../anomaly/anomaly.ts';
import { describeAnomaly } from '../anomaly/describe-anomaly.ts';
import { describeInForce, type InvalidRow } from '../budgets/invalid-budget.ts';
import type { Uncappable } from '../caps/person.ts';
import type { Rise } from '../forecast/rise.ts';
import type { Hold } from '../runs/run.ts';
import { grouped } from '../texts/grouped.ts';
import type { Day } from '../time/day.ts';
import type { Matter } from './matter.ts';

/** An anomaly of yesterday stands until a week without one: working weekdays only, Monday is not news again. */
const anomalyGoneAfterNights = 7;

/** `subject` is a user id, or `org`; `who` as people know them. A user's owners hear of the user, admins of all. */
export function anomalyMatter(
  subject: { readonly key: string; readonly who: string; readonly owners: readonly string[] },
  anomaly: Anomaly,
  rise?: Rise,
): Matter {
  // It is told again only when it has grown by another factor of four.
  const size = Math.floor(Math.log(anomaly.usedCredits / Math.max(1, anomaly.usualCredits)) / Math.log(4));
  return {
    topic: 'anomaly',
    key: subject.key,
    fingerprint: `size-${size}`,
    severity: subject.key === 'org' ? 'high' : 'medium',
    owners: subject.owners,
    tellsAdmins: true,
    headline: describeAnomaly(subject.who, anomaly, rise),
    details: ['No cap was changed for this. Look at the sessions of that day, or acknowledge it with a reason.'],
    goneAfterNights: anomalyGoneAfterNights,
  };
}

/** A row of the budgets table that cannot be read as a budget. Told to the owners of its last valid version too. */
export function invalidEditMatter(row: InvalidRow): Matter {
  const { scope, window, problem, lastValid } = row;
  const effect =
    lastValid === undefined
      ? 'is ignored and whoever it is for keeps their cap'
      : `is ignored and version ${lastValid.version} goes on counting`;
  return {
    topic: 'invalid-edit',
    key: `${scope}/${window}`,
    fingerprint: problem,
    severity: 'high',
    owners: lastValid?.owners ?? [],
    tellsAdmins: true,
    headline: `The edit of the budget ${scope} (${window}) ${effect}`,
    details: [problem, `${describeInForce(row)}.`],
    goneHeadline: `The budget ${scope} (${window}) is valid again`,
    goneAfterNights: 1,
  };
}

/** A top-up or exemption whose row cannot be read. Whose it is, is known where that much can be read. */
export function invalidGrantMatter(row: {
  readonly kind: string;
  readonly id: string;
  readonly email?: string;
  readonly team?: string;
  readonly problem: string;
}): Matter {
  const { kind, id, email, team, problem } = row;
  const whose = email ?? (team === undefined ? undefined : `who is in team ${team}`);
  const effect = whose === undefined ? 'counts for nobody' : `is ignored, and ${whose} keeps the cap`;
  return {
    topic: 'invalid-edit',
    key: `${kind}/${id}`,
    fingerprint: problem,
    severity: 'high',
    owners: [],
    tellsAdmins: true,
    headline: `The ${kind} ${id} in the table ${effect}`,
    details: [problem, 'Mend or delete the row in the table.'],
    goneHeadline: `The ${kind} ${id} is valid again, or gone`,
    goneAfterNights: 1,
  };
}

const uncappableWhy = {
  'no-email': 'no email is known for them, and limits are set by email',
  'email-shared': 'they share an email with somebody else on the roster',
  'not-on-roster': 'they use credits and are not on the roster',
} as const;

/** Somebody whom no limit holds, with the credits at stake in the platform window. */
export function uncappableMatter({ userId, reason, creditsAtStake }: Uncappable): Matter {
  return {
    topic: 'uncappable',
    key: userId,
    fingerprint: reason,
    severity: 'medium',
    owners: [],
    tellsAdmins: true,
    headline: `User ${userId} cannot be capped: ${uncappableWhy[reason]}`,
    details: [`${grouped(creditsAtStake.platform ?? 0)} credits used this window; nothing stops further use.`],
    goneHeadline: `User ${userId} can be capped now`,
    goneAfterNights: 1,
  };
}

/** After so many nights, a row that the platform refuses is a matter of its own. */
export const failingNightsMin = 3;

/** A user's row that the platform has refused for three nights or more; undefined before. */
export function failingRowMatter(row: {
  readonly userId: string;
  readonly email: string;
  readonly nights: number;
  readonly problem: string;
}): Matter | undefined {
  if (row.nights < failingNightsMin) {
    return undefined;
  }
  return {
    topic: 'row-failing',
    key: row.userId,
    fingerprint: 'refused',
    severity: 'high',
    owners: [],
    tellsAdmins: true,
    headline: `The cap of ${row.email} could not be set for ${row.nights} nights; the old one stands`,
    details: [`The platform says: ${row.problem}`, 'Each run tries again. Check the user on the platform.'],
    goneHeadline: `The cap of ${row.email} is set again`,
    goneAfterNights: 1,
  };
}

/** A guard that holds the caps. Whether it waits for approval or for figures is said by its detail. */
export function guardHeldMatter(
  held: Pick<Hold, 'detail'> & { readonly guard: string; readonly plan?: string },
): Matter {
  const remedy =
    held.plan === undefined
      ? 'The next run tries again by itself.'
      : `Look at the plan and approve or reject it: curfew approve ${held.plan}`;
  return {
    topic: 'guard-held',
    key: held.guard,
    fingerprint: held.plan ?? 'held',
    severity: 'high',
    owners: [],
    tellsAdmins: true,
    headline: `No cap was changed: ${held.guard} holds the run. The caps that stand go on protecting`,
    details: [held.detail, remedy],
    goneHeadline: `Caps are set again: ${held.guard} no longer holds the run`,
    goneAfterNights: 1,
  };
}

/** A restatement that breaks what the promise of a strict pool rests on. `costCredits`: the most it can have cost. */
export function promiseBrokenMatter(broken: {
  readonly scope: string;
  readonly day: Day;
  readonly beforeCredits: number;
  readonly afterCredits: number;
  readonly costCredits: number;
  readonly owners: readonly string[];
}): Matter {
  const { scope, day, beforeCredits, afterCredits, costCredits } = broken;
  return {
    topic: 'promise-broken',
    key: `${scope}/${day}`,
    fingerprint: `${afterCredits}`,
    severity: 'critical',
    owners: broken.owners,
    tellsAdmins: true,
    headline: `The pool ${scope} may be overspent by up to ${grouped(costCredits)} credits: the platform restated ${day}`,
    details: [
      `${day} went from ${grouped(beforeCredits)} to ${grouped(afterCredits)} credits after it counted as known.`,
      'If the platform does this more often, raise the setting settleDays.',
    ],
    goneAfterNights: 1,
  };
}
