import { medianOf, robustDeviationOf } from '../forecast/statistics.ts';
import { grouped } from '../kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import { msPerDay, msPerMinute, dayOf } from '../kernel/time/day.ts';
import type { Severity } from '../notifications/severity.ts';
import { isEnded, type KnownSession } from './known-session.ts';
import { leastCredits, childIdsIn } from './session-credits.ts';
import type { Session } from './session.ts';

const msPerHour = 60 * msPerMinute;

export const sessionFindingKinds = ['over-ceiling', 'unusual', 'running-long', 'pending-long', 'error-loop'] as const;
export type SessionFindingKind = (typeof sessionFindingKinds)[number];

export interface SessionFinding {
  readonly kind: SessionFindingKind;
  readonly session: KnownSession;
  readonly severity: Severity;
  /** A sentence without its subject: `has used …`. */
  readonly what: string;
  /** Another degree is news: credits that have doubled again. */
  readonly degree: number;
}

/** The thresholds of findings; `contracts/settings/settings.ts` explains each. */
export interface SessionThresholds {
  readonly ceilingCredits?: number | undefined;
  readonly unusualSpreads: number;
  readonly runningHoursMax: number;
  readonly pendingMinutesMax: number;
  readonly errorMessagesMin: number;
}

/** Finds problems of an organization's sessions, by session. Those that an earlier look saw ended are left out. */
export function findSessions(
  sessions: ReadonlyMap<string, KnownSession>,
  thresholds: SessionThresholds,
  nowMs: number,
): readonly SessionFinding[] {
  const usual = usualCredits(sessions, { nowMs, spreads: thresholds.unusualSpreads });
  const open = [...sessions.values()]
    .filter((session) => session.wasEnded !== true && !isArchivedNow(session) && isLively(session, nowMs))
    .toSorted((a, b) => Number(a.sessionId > b.sessionId) - Number(a.sessionId < b.sessionId));
  const { ceilingCredits } = thresholds;
  const overCeiling = ceilingCredits === undefined ? [] : past(open, sessions, ceilingCredits);
  const reported = new Set(overCeiling.map(({ session }) => session.sessionId));
  const far = usual === undefined ? [] : past(open, sessions, usual.far).map((each) => ofUnusual(each, usual));
  return [
    ...overCeiling.map((each) => ofCeiling(each, ceilingCredits ?? 0)),
    ...far.filter(({ session }) => !reported.has(session.sessionId)),
    ...open.flatMap((session) => (isEnded(session, nowMs) ? [] : ofState(session, thresholds, nowMs))),
  ];
}

/** An archived session cannot use anything more; a completed one is reported once. */
function isArchivedNow({ archivedAt }: KnownSession): boolean {
  return archivedAt !== undefined && archivedAt !== '';
}

/** A session without activity for a day uses nothing, unless the platform calls it active. */
function isLively({ updatedAtMs, status }: KnownSession, nowMs: number): boolean {
  return updatedAtMs > nowMs - msPerDay || status === 'running' || status === 'pending';
}

interface PastLine {
  readonly session: KnownSession;
  readonly credits: number;
}

/** The sessions above a number of credits, without the use of children that are above it themselves. */
function past(
  open: readonly KnownSession[],
  all: ReadonlyMap<string, KnownSession>,
  line: number,
): readonly PastLine[] {
  const usedBy = (session: KnownSession): number => leastCredits(session, all) ?? 0;
  const isPast = (id: string): boolean => {
    const child = all.get(id);
    return child !== undefined && usedBy(child) > line;
  };
  return open.flatMap((session) => {
    const credits = usedBy(session);
    const ofChildren = [...new Set(session.childIds)]
      .filter(isPast)
      .reduce((sum, id) => sum + usedBy(all.get(id) ?? session), 0);
    return credits - ofChildren > line ? [{ session, credits }] : [];
  });
}

function ofCeiling({ session, credits }: PastLine, ceilingCredits: number): SessionFinding {
  const what = `has used ${sessionCredits(credits)}, past the ceiling of ${sessionCredits(ceilingCredits)}`;
  return { kind: 'over-ceiling', session, severity: 'high', what, degree: doublings(credits, ceilingCredits) };
}

function ofUnusual({ session, credits }: PastLine, { median, far }: UsualCredits): SessionFinding {
  const times = grouped(Math.round(credits / Math.max(median, 1e-9)));
  const what = `has used ${sessionCredits(credits)}, ${times} times the median of the last weeks (${creditsText(Math.round(median))})`;
  return { kind: 'unusual', session, severity: 'high', what, degree: doublings(credits, far) };
}

function ofState(session: KnownSession, thresholds: SessionThresholds, nowMs: number): readonly SessionFinding[] {
  const { status, askedAtMs = nowMs, statusSinceMs = askedAtMs, lastMessages } = session;
  // As of the look that has seen it: later is unknown.
  const forMs = askedAtMs - statusSinceMs;
  const found: SessionFinding[] = [];
  if (status === 'running' && forMs > thresholds.runningHoursMax * msPerHour) {
    const what = `has not finished in ${Math.floor(forMs / msPerHour)} hours`;
    found.push({ kind: 'running-long', session, severity: 'medium', what, degree: 0 });
  }
  if (status === 'pending' && forMs > thresholds.pendingMinutesMax * msPerMinute) {
    const what = `has been pending for ${grouped(Math.floor(forMs / msPerMinute))} minutes`;
    found.push({ kind: 'pending-long', session, severity: 'low', what, degree: 0 });
  }
  if (lastMessages !== undefined && lastMessages.errors >= thresholds.errorMessagesMin && status !== 'idle') {
    const what = `repeats the same error: ${lastMessages.errors} of its last ${lastMessages.counted} messages`;
    found.push({ kind: 'error-loop', session, severity: 'medium', what, degree: 0 });
  }
  return found;
}

function sessionCredits(credits: number): string {
  return creditsPhrase(Math.round(credits), 'session credits');
}

function doublings(credits: number, line: number): number {
  return line <= 0 ? 0 : Math.floor(Math.log2(credits / line));
}

/** Usual use of a session of the organization, in the platform's unit. */
interface UsualCredits {
  readonly median: number;
  readonly far: number;
  readonly sessions: number;
}

/** With fewer sessions, or sessions of fewer days, the usual is unknown. */
const sessionsMin = 10;
const daysMin = 3;
const daysBack = 28;
/** Almost equal sessions would make every other one unusual. */
const logSpreadMin = 0.5;

/** Usual use, robust: median and spread of log credits of sessions without a parent. Undefined before three days. */
function usualCredits(
  sessions: ReadonlyMap<string, Session>,
  { nowMs, spreads }: { readonly nowMs: number; readonly spreads: number },
): UsualCredits | undefined {
  const children = childIdsIn(sessions.values());
  const recent = [...sessions.values()].filter(
    ({ sessionId, createdAtMs }) => !children.has(sessionId) && createdAtMs > nowMs - daysBack * msPerDay,
  );
  const days = new Set(recent.map(({ createdAtMs }) => dayOf(createdAtMs)));
  const logs = recent
    .map((session) => leastCredits(session, sessions) ?? 0)
    .filter((credits) => credits > 0)
    .map(Math.log);
  if (days.size < daysMin || logs.length < sessionsMin) {
    return undefined;
  }
  const middle = medianOf(logs);
  const spread = Math.max(robustDeviationOf(logs), logSpreadMin);
  return { median: Math.exp(middle), far: Math.exp(middle + spreads * spread), sessions: logs.length };
}
