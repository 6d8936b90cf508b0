import { type InvalidRow, describeInForce } from '../../budgets/invalid-budget.ts';
import type { Uncappable } from '../../caps/uncapped.ts';
import { channelIn, recipientTitle } from '../../channels/channel.ts';
import { type Anomaly, describeAnomaly } from '../../forecast/anomaly.ts';
import type { Rise } from '../../forecast/rise.ts';
import type { InvalidGrant } from '../../grants/grant.ts';
import type { Hold } from '../../kernel/runs/run.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../../kernel/texts/credits.ts';
import { shellWord } from '../../kernel/texts/shell-word.ts';
import { describeClockSkew } from '../../kernel/time/clock-skew.ts';
import { type Day, dayAndMonth, minuteText } from '../../kernel/time/day.ts';
import type { LimitRecord } from '../../limits/limit-record.ts';
import type { TroubleCause, TroubledRecipient } from '../../mail/recipient.ts';
import type { DoubleMatch } from '../../teams/assign-teams.ts';
import { type InvalidTeam, describeDoubles } from '../../teams/team-problems.ts';
import { observationOf, type Observation } from '../observation.ts';
import { shortKey } from '../short-key.ts';

/** An anomaly is resolved after a week without one, so that Monday is no news for people who work on weekdays. */
const anomalyResolvesAfterNights = 7;

/** `subject` is a user id, or `org`. A user's owners are notified of the user, admins of all. */
export function anomalyObservation(
  subject: { readonly key: string; readonly who: string; readonly owners: readonly string[] },
  anomaly: Anomaly,
  rise?: Rise,
): Observation {
  // Notified again only after growth by another factor of four.
  const size = Math.floor(Math.log(anomaly.usedCredits / Math.max(1, anomaly.usualCredits)) / Math.log(4));
  return observationOf({
    topic: 'anomaly',
    key: subject.key,
    fingerprint: `size-${size}`,
    severity: subject.key === 'org' ? 'high' : 'medium',
    owners: subject.owners,
    ...(subject.key !== 'org' && { person: subject.who }),
    headline: describeAnomaly(subject.who, anomaly, rise),
    details: ['No cap was changed for this. Look at the sessions of that day, or acknowledge it with a reason.'],
    resolvesAfterNights: anomalyResolvesAfterNights,
  });
}

function invalidEdit(
  problem: string,
  row: { readonly key: string; readonly headline: string; readonly details: readonly string[] } & Partial<Observation>,
): Observation {
  const details = [problem, ...row.details];
  return observationOf({ ...row, topic: 'invalid-edit', fingerprint: problem, severity: 'high', details });
}

/** Observes an unreadable row of the budgets table. The owners of its last valid version are notified too. */
export function invalidEditObservation(row: InvalidRow): Observation {
  const { scope, window, problem, lastValid } = row;
  const effect =
    lastValid === undefined
      ? 'is ignored; people it is for keep their limits'
      : `is ignored and version ${lastValid.version} goes on counting`;
  return invalidEdit(problem, {
    key: `${scope}/${window}`,
    owners: lastValid?.owners ?? [],
    headline: `The edit of the budget ${scope} (${window}) ${effect}`,
    details: [`${describeInForce(row)}.`],
    resolvedHeadline: `The budget ${scope} (${window}) is valid again`,
  });
}

/** Observes an unreadable top-up or exemption, with its user if that is readable. */
export function invalidGrantObservation({ kind, id, email, team, problem }: InvalidGrant): Observation {
  const whose = email ?? (team === undefined ? undefined : `who is in team ${team}`);
  const effect = whose === undefined ? 'counts for no one' : `is ignored, and ${whose} keeps the cap`;
  return invalidEdit(problem, {
    key: `${kind}/${id}`,
    headline: `The ${kind} ${id} in the table ${effect}`,
    details: ['Correct or delete the row in the table.'],
    resolvedHeadline: `The ${kind} ${id} is valid again, or gone`,
  });
}

const uncappableWhy = {
  'no-email': 'no email is known for them, and limits are set by email',
  'email-shared': 'they share an email with another account on the roster',
  'not-on-roster': 'they use credits and are not on the roster',
} as const;

/** Observes a user for whom no limit can be set, with their credits in the platform window. `record`: the last one. */
export function uncappableObservation(
  { userId, reason, creditsAtStake }: Uncappable,
  record?: LimitRecord,
): Observation {
  const last = record?.confirmed?.limitCredits;
  const effect =
    last === undefined
      ? 'nothing stops further use'
      : `the last limit, ${creditsText(last)} for ${record?.email}, stays in force, and no mail can tell them when it is used up`;
  return observationOf({
    topic: 'uncappable',
    key: userId,
    fingerprint: reason,
    severity: 'medium',
    headline: `User ${userId} cannot be capped: ${uncappableWhy[reason]}`,
    details: [`${creditsPhrase(creditsAtStake.platform ?? 0)} used this window; ${effect}.`],
    resolvedHeadline: `User ${userId} can be capped now`,
  });
}

const failingNightsMin = 3;

/** Observes users' rows that the platform has refused for three nights or more. */
export function failingRowObservations(
  records: readonly LimitRecord[],
  unlimitedCredits: number,
): readonly Observation[] {
  const rows = records.flatMap(({ userId, email, failure }) =>
    failure === undefined ? [] : [{ userId, email, ...failure }],
  );
  const unlimited = rows.filter(({ limitCredits = 0 }) => limitCredits >= unlimitedCredits);
  const others = rows.filter((row) => !unlimited.includes(row));
  return [
    ...(unlimited.length === 0 ? [] : [refusedUnlimitedObservation(unlimited, unlimitedCredits)]),
    ...others.flatMap((row) => failingRowObservation(row) ?? []),
  ];
}

/** The platform has a maximum limit, and the number for no limit is above it: this persists. */
function refusedUnlimitedObservation(rows: readonly FailingRow[], unlimitedCredits: number): Observation {
  const named = rows.slice(0, refusedNamedMax).map(({ email }) => email);
  const more = rows.length - named.length;
  return observationOf({
    topic: 'row-failing',
    key: 'unlimitedCredits',
    fingerprint: `refused ${unlimitedCredits}`,
    severity: 'high',
    headline: `The platform refuses ${grouped(unlimitedCredits)} as a limit (unlimitedCredits in the settings) for ${counted(rows.length, 'person', 'people')} whose budgets say unlimited; their old limits are in force`,
    details: [
      `For ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} the platform says: ${rows[0]?.problem ?? ''}`,
      'Its document shows no largest limit. Set a number that it takes and that cannot be used up: npx curfew settings set unlimitedCredits 1000000000',
    ],
    resolvedHeadline: 'The platform takes what is sent for unlimited',
  });
}

const refusedNamedMax = 10;

interface FailingRow {
  readonly userId: string;
  readonly email: string;
  readonly nights: number;
  readonly problem: string;
}

function failingRowObservation(row: FailingRow): Observation | undefined {
  if (row.nights < failingNightsMin) {
    return undefined;
  }
  return observationOf({
    topic: 'row-failing',
    key: row.userId,
    person: row.email,
    fingerprint: 'refused',
    severity: 'high',
    headline: `The cap of ${row.email} could not be set for ${row.nights} nights; the old one is in force`,
    details: [`The platform says: ${row.problem}`, 'Each run tries again. Check the user on the platform.'],
    resolvedHeadline: `The cap of ${row.email} is set again`,
  });
}

/** Observes a guard that holds the caps. Its detail says whether it waits for approval or for figures. */
export function guardHeldObservation(held: Hold & { readonly guard: string; readonly plan?: string }): Observation {
  const remedy =
    held.plan === undefined
      ? 'The next run tries again.'
      : `Look at the plan and approve or reject it: npx curfew approve ${held.plan}`;
  return observationOf({
    topic: 'guard-held',
    key: held.guard,
    // A plan that replaces another and does the same is no news.
    fingerprint: held.notice ?? held.plan ?? 'held',
    severity: 'high',
    headline: `${held.guard} holds the run: caps that can wait stay as they are`,
    details: [held.detail, remedy],
    resolvedHeadline: `Caps are set again: ${held.guard} no longer holds the run`,
  });
}

/** Observes a restatement that breaks a strict pool's guarantee. `costCredits`: the most it can have cost. */
export function promiseBrokenObservation(broken: {
  readonly scope: string;
  readonly day: Day;
  readonly beforeCredits: number;
  readonly afterCredits: number;
  readonly costCredits: number;
  /** Unique per pool; absent: scope and day. */
  readonly key?: string;
  readonly owners: readonly string[];
}): Observation {
  const { scope, day, beforeCredits, afterCredits, costCredits } = broken;
  return observationOf({
    topic: 'promise-broken',
    key: broken.key ?? `${scope}/${day}`,
    fingerprint: `${day}-${afterCredits}`,
    severity: 'critical',
    owners: broken.owners,
    headline: `The pool ${scope} may be overspent by up to ${creditsPhrase(costCredits)}: the platform restated ${dayAndMonth(day)}`,
    details: [
      `${dayAndMonth(day)} went from ${creditsText(beforeCredits)} to ${creditsPhrase(afterCredits)} after it counted as known.`,
      'If the platform does this more often, raise pools.settleDays in the settings.',
    ],
  });
}

/** Observes that this machine's clock is behind the platform's by some milliseconds; ahead if negative. */
export function clockOffObservation(skewMs: number): Observation {
  return observationOf({
    topic: 'clock-off',
    key: 'all',
    // Reported again when it is off by twice as much, or in the other direction.
    fingerprint: `${skewMs < 0 ? 'ahead' : 'behind'}-${Math.floor(Math.log2(Math.abs(skewMs)))}`,
    severity: 'high',
    headline: describeClockSkew(skewMs),
    details: [
      'Windows turn at midnight UTC by the platform’s clock, and runs begin by that of this machine.',
      'Synchronize the clock of the machine that Curfew runs on. What is tolerated is the setting clockToleranceSeconds.',
    ],
    resolvedHeadline: 'The clock of this machine agrees with the platform’s again',
  });
}

/** Observes an unreadable row of the teams table. */
export function invalidTeamObservation({ name, problem, isOpen }: InvalidTeam): Observation {
  const whom = isOpen ? 'people in no other team keep their limits' : 'people it names keep their limits';
  return invalidEdit(problem, {
    key: `team:${name}`,
    headline: `The edit of the team ${name} cannot be read, and ${whom}`,
    details: ['Correct the row in the table, or delete it and set the team with the command line.'],
    resolvedHeadline: `The team ${name} is valid again`,
  });
}

/** Observes users who match several teams, as one condition, which changes with the users. */
export function severalTeamsObservations(doubles: readonly DoubleMatch[]): readonly Observation[] {
  const observation = observationOf({
    topic: 'several-teams',
    key: 'all',
    fingerprint: shortKey(JSON.stringify(doubles.map(({ userId, teams }) => [userId, teams]))),
    severity: 'low',
    headline: describeDoubles(doubles),
    details: ['See "npx curfew teams list". Each of them counts in one team, never in two.'],
    resolvedHeadline: 'No user matches several teams any more',
  });
  return doubles.length === 0 ? [] : [observation];
}

const headlines: Readonly<Record<TroubleCause, (address: string) => string>> = {
  bounce: (address) => `Mail to ${address} bounces: others get it in their place`,
  complaint: (address) => `${address} reported a mail of Curfew as unwanted: others get it in their place`,
  reject: (address) => `A mail to ${address} was not let out: others get it in their place`,
  refused: (address) => `The ${recipientTitle(address)} takes no message: others get them in its place`,
};

/** Observes an address that mail does not reach. It is resolved once an admin has cleared it. */
export function unreachableObservation(recipient: TroubledRecipient): Observation {
  const { address, trouble, cleared } = recipient;
  const { cause, since, detail, subject } = trouble;
  const channel = channelIn(address);
  const remedies =
    channel === undefined
      ? [
          'Correct the address, and take it off the list of SES (docs/operating.md, Clearing an address).',
          `Then: npx curfew alerts unreachable clear ${shellWord(address)}`,
        ]
      : [`Try it, which clears this when a message arrives: npx curfew channels test ${channel.name}`];
  return observationOf({
    topic: 'unreachable',
    key: address,
    // Raised again when it recurs after it was cleared, even without a run in between.
    fingerprint: `${cause}/${cleared?.at ?? 'first'}`,
    severity: 'high',
    headline: headlines[cause](address),
    details: [
      channel === undefined
        ? `Since ${minuteText(since)}, in the words of the mail service: ${detail}.`
        : `Since ${minuteText(since)}: ${detail}.`,
      ...(subject === undefined ? [] : [`The mail “${subject}” may not have been read.`]),
      ...remedies,
    ],
    resolvedHeadline:
      channel === undefined ? `Mail goes to ${address} again` : `The ${recipientTitle(address)} takes messages again`,
  });
}
