import { endingBudgets } from '../../budgets/ending-budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import { lateAnchor } from '../../evidence/anchors/anchor.ts';
import type { HeadFacts } from '../../evidence/verify-chain.ts';
import { currentStops, nextStops, type CurrentStop } from '../../explanation/current-stops.ts';
import { poolOutlooks } from '../../explanation/pool-outlook.ts';
import type { Snapshot } from '../../explanation/snapshot.ts';
import { keptWith } from '../../kernel/kept-with.ts';
import type { LateRun, ScheduleTimes } from '../../kernel/runs/late-runs.ts';
import type { Hold, Run } from '../../kernel/runs/run.ts';
import { runRecordDocument } from '../../kernel/runs/use-cases/run-documents.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { addDays, dayAndMonth, minuteText } from '../../kernel/time/day.ts';
import type { OpenMail } from '../../mail/mail.ts';
import type { TroubledRecipient } from '../../mail/recipient.ts';
import { type AlertDocument, alertRowDocuments } from '../../notifications/use-cases/alert-document.ts';
import { poolDocument } from '../../pools/use-cases/pool-document.ts';
import { rosterCounts } from '../../roster/net-changes.ts';
import { canSuggest } from '../../suggestion/suggest-budgets.ts';
import { nextStep } from './next-step.ts';

/** What holds the limits back, and since when (ISO instant). */
export interface HeldNow extends Hold {
  readonly since: string;
}

interface StatusFacts {
  readonly at: string;
  readonly snapshot: Snapshot;
  readonly schedules: readonly ScheduleTimes[];
  readonly runs: readonly Run[];
  readonly cutOff: ReadonlySet<string>;
  readonly isRunning: boolean;
  /** How many are set in the settings. */
  readonly admins: number;
  readonly late: readonly LateRun[];
  readonly held: readonly HeldNow[];
  readonly alerts: readonly AlertDocument[];
  readonly muted: number;
  readonly mails: readonly OpenMail[];
  readonly troubled: readonly TroubledRecipient[];
  /** Absent when there is none or it cannot be read. */
  readonly evidence?: HeadFacts;
}

export type StatusDocumentOf = ReturnType<typeof statusDocument>;

export function statusDocument(facts: StatusFacts) {
  const facing = {
    at: facts.at,
    dataThrough: facts.snapshot.dataThrough ?? null,
    running: facts.isRunning,
    lastRuns: [...Map.groupBy(facts.runs, ({ job }) => job).values()].flatMap(([run]) =>
      run === undefined ? [] : [runRecordDocument(run, facts.cutOff.has(run.runId))],
    ),
    nextRuns: facts.isRunning ? nextRuns(facts.schedules) : [],
    stopped: currentStops(facts.snapshot)
      .map((stop) => stopDocument(stop, facts.snapshot))
      .toSorted((a, b) => compareText(a.email, b.email)),
    stoppedNext: nextStops(facts.snapshot),
    admins: facts.admins,
    budgets: facts.snapshot.budgets.length,
    pools: currentPools(facts.snapshot),
    held: facts.held.map(({ guard, plan, detail, since }) => ({ plan: plan ?? null, guard, reason: detail, since })),
    alerts: facts.alerts,
    alertRows: alertRowDocuments(facts.alerts),
    muted: facts.muted,
    late: [...facts.late.map(lateRunDocument), ...lateFigures(facts), ...lateSignature(facts)],
    undelivered: [...facts.troubled.map(troubleDocument), ...facts.mails.flatMap((mail) => unsent(mail, facts.at))],
    mail: mailCounts(facts.mails, facts.at),
    roster: rosterCounts(facts.snapshot, facts.at),
    ending: endingBudgets(facts.snapshot.budgets, facts.snapshot.today).map(({ budget: { scope, window, to } }) => ({
      scope: formatScope(scope),
      window,
      to,
    })),
  };
  const { use, people, exposureTerms } = facts.snapshot;
  const history = { use, people: people.persons, platformWindow: exposureTerms.moment.platformWindow };
  const next = nextStep({ ...facing, isSuggestable: facing.budgets === 0 && canSuggest(history) }) ?? null;
  return { ok: next === null, next, ...facing };
}

function nextRuns(schedules: readonly ScheduleTimes[]) {
  return schedules
    .flatMap(({ job, schedule, nextAt }) => (nextAt === undefined ? [] : [{ job, schedule, at: nextAt }]))
    .toSorted((a, b) => compareText(a.at, b.at));
}

function stopDocument({ userId, email, limitCredits, usedCredits, cause, until }: CurrentStop, snapshot: Snapshot) {
  return {
    email,
    userId,
    team: snapshot.assignment.teamOf.get(userId) ?? null,
    /** A budget, or the ceiling of every limit; null when the next run raises the limit. */
    by: cause?.kind ?? null,
    scope: cause?.kind === 'budget' ? formatScope(cause.scope) : null,
    window: cause?.kind === 'budget' ? cause.window : null,
    until: until === undefined ? null : `${until}T00:00:00.000Z`,
    limit: limitCredits,
    used: usedCredits,
  };
}

/** The pools in their current windows, the earliest to run out first. */
export const currentPools = keptWith(({ shares, today, people }: Snapshot) => {
  const emails = new Map(people.persons.map(({ userId, email }) => [userId, email]));
  return poolOutlooks(shares, today)
    .filter(({ pool }) => !pool.isNext)
    .map((outlook) => poolDocument(outlook, (userId) => emails.get(userId) ?? userId))
    .toSorted(
      (a, b) =>
        promiseOrder.indexOf(a.promised) - promiseOrder.indexOf(b.promised) ||
        (a.runwayDays ?? Infinity) - (b.runwayDays ?? Infinity) ||
        compareText(`${a.scope} ${a.window}`, `${b.scope} ${b.window}`),
    );
});

const promiseOrder = ['broken', 'pending', 'kept'];

function lateRunDocument({ job, schedule, dueAt }: LateRun) {
  return { job, dueAt, detail: `The ${schedule} run of ${job} that was due ${minuteText(dueAt)} is not recorded` };
}

/** UTC hour by which yesterday's figures are due; older unknown figures are always late. */
const figuresDueHour = 6;

function lateFigures({ snapshot, at }: StatusFacts) {
  const { today, untrustedDays } = snapshot;
  const dueBy = Number(at.slice(11, 13)) >= figuresDueHour ? addDays(today, -1) : addDays(today, -2);
  return untrustedDays
    .filter(({ day, known }) => day <= dueBy && (known !== undefined || snapshot.dataThrough !== undefined))
    .map(({ day, known }) => ({
      job: 'enforce',
      dueAt: `${addDays(day, 1)}T0${figuresDueHour}:00:00.000Z`,
      detail: `The figures of ${dayAndMonth(day)} are not complete: ${known?.doubts.map(({ detail }) => detail).join('; ') ?? 'never read'}`,
    }));
}

function lateSignature({ evidence }: StatusFacts) {
  const signedAt = evidence === undefined ? undefined : lateAnchor(evidence);
  return signedAt === undefined
    ? []
    : [
        {
          job: 'controls',
          dueAt: signedAt,
          detail: `The evidence of the controls was last anchored ${minuteText(signedAt)}`,
        },
      ];
}

function troubleDocument({ address, trouble }: TroubledRecipient) {
  const { cause, since, detail } = trouble;
  return { what: cause as string, to: address as string | null, mail: trouble.mailId ?? null, since, detail };
}

/** Mails are sent within a minute; after this long the sender is broken. */
const sendingMinutesMax = 20;

/** Sending a mail takes less than a minute; after this long its sender was interrupted. */
const cutOffMs = 2 * 60_000;

function isUnknown({ state }: OpenMail, at: string): boolean {
  return state.kind === 'unknown' || (state.kind === 'sending' && Date.parse(at) - Date.parse(state.since) >= cutOffMs);
}

/** Mails of unknown outcome, being sent, and waiting. */
function mailCounts(mails: readonly OpenMail[], at: string) {
  const unknown = mails.filter((mail) => isUnknown(mail, at)).length;
  const waiting = mails.filter(({ state }) => state.kind === 'written').length;
  return { unknown, sending: mails.length - unknown - waiting, waiting };
}

function unsent(mail: OpenMail, at: string) {
  const { mailId, state, writtenAt, notBefore } = mail;
  const about = { to: null, mail: mailId, since: writtenAt };
  if (isUnknown(mail, at)) {
    const problem =
      state.kind === 'unknown' ? state.problem : 'the run that was sending it ended before the mail service answered';
    const carriedBy = state.kind === 'unknown' ? state.carriedBy : undefined;
    const detail = `No one knows whether it was sent: ${problem}`;
    return carriedBy === undefined
      ? [{ what: 'unknown', ...about, detail }]
      : [{ what: 'reported', ...about, detail: `${detail}; a later mail has said so` }];
  }
  const dueAt = notBefore ?? writtenAt;
  const isLate = Date.parse(at) - Date.parse(dueAt) > sendingMinutesMax * 60_000;
  const isTurnedAway = state.kind === 'written' && state.attempts > 0;
  if (!isLate && !isTurnedAway) {
    return [];
  }
  const tries = isTurnedAway ? `, and was turned away ${state.attempts} times` : '';
  return [{ what: 'unsent', ...about, detail: `It is not sent yet${tries}` }];
}
