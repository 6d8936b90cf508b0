import { MINUTE_MS } from '../clock.ts';
import { given, type JsonObject } from '../json.ts';
import { isPresent } from '../members/member.ts';
import { randomOf } from '../random.ts';
import type { CreditMeter } from './credit-meter.ts';
import type { SessionDetails } from './drawn/session-details.ts';
import { minuteReaching, ownBy, type SessionPlan } from './drawn/session-plan.ts';
import type { SessionMark } from './session-marks.ts';
import { type TokenUsage, usageOf, usageSum } from './token-usage.ts';

/** A session list item (platform-api.md, "Session"; "the list item shape lists no status field"). */
export type SessionItem = {
  readonly sessionId: string;
  readonly messageCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly title?: string;
  readonly completedAt?: number;
  readonly computerId?: string;
  readonly sessionSettings: JsonObject;
};

export type SessionStatus = 'idle' | 'pending' | 'running';

/** With its creation (Unix ms). */
export interface CreatedSession {
  readonly plan: SessionPlan;
  readonly createdMs: number;
}

/** The inputs of a session's view at a moment (Unix ms). */
export interface SessionMoment {
  readonly asOfMs: number;
  readonly meter: CreditMeter;
  readonly creditScale: number;
  detailsOf(plan: SessionPlan): SessionDetails;
  readonly markOf: (sessionId: string) => SessionMark | undefined;
}

export function sessionItem(moment: SessionMoment, { plan, createdMs }: CreatedSession): SessionItem {
  const { title, computerId } = moment.detailsOf(plan);
  const mark = moment.markOf(plan.sessionId);
  const activeMs = Math.max(createdMs, lastCreditMinute(moment, plan) * MINUTE_MS);
  const completedMs = completedAtMs(moment, plan);
  return given({
    sessionId: plan.sessionId,
    messageCount: messageCountOf(moment, plan),
    createdAt: createdMs,
    updatedAt: Math.max(activeMs, completedMs ?? 0, mark?.patchedAtMs ?? 0),
    title,
    completedAt: completedMs,
    computerId,
    sessionSettings: { ...movingSettings(moment, { plan, createdMs }, activeMs), ...mark?.settings },
  });
}

/** Pending until its first credit, then running; idle at its end, archived, for a refused owner, and at times. */
export function sessionStatus(moment: SessionMoment, { plan }: CreatedSession): SessionStatus {
  const minute = minuteOf(moment);
  if (minute >= plan.stretch.until || moment.markOf(plan.sessionId)?.stoppedAtMs !== undefined) {
    return 'idle';
  }
  if (plan.character !== 'pending' && isHalted(moment, plan)) {
    return 'idle';
  }
  if (plan.inclusiveBy(minute) === 0) {
    return 'pending';
  }
  return waitsForUser(plan, minute) ? 'idle' : 'running';
}

const turnMinutes = 10;
const attendedMinutesMax = 480;

/** People read and think in between, and mostly stop after eight hours; autonomous sessions do not wait. */
function waitsForUser({ character, plantedId, sessionId, stretch }: SessionPlan, minute: number): boolean {
  if (plantedId !== undefined || (character !== 'ordinary' && character !== 'child')) {
    return false;
  }
  const turn = randomOf(0, 'turn', sessionId, Math.floor(minute / turnMinutes));
  return minute - stretch.from > attendedMinutesMax || turn.chance(0.5);
}

/** Visible messages: the question, and one per fixed amount of credits. */
export function messageCountOf(moment: SessionMoment, plan: SessionPlan): number {
  return plan.character === 'pending'
    ? 0
    : 1 + Math.floor(plan.inclusiveBy(minuteOf(moment)) / moment.detailsOf(plan).creditsPerMessage);
}

export function minuteOf({ asOfMs }: SessionMoment): number {
  return Math.floor(asOfMs / MINUTE_MS);
}

/** The end of the last consuming minute; its start when there is none. */
function lastCreditMinute(moment: SessionMoment, plan: SessionPlan): number {
  const minute = Math.min(minuteOf(moment), plan.stretch.until);
  const credits = plan.inclusiveBy(minute);
  return credits === 0 ? plan.stretch.from : (minuteReaching(plan, credits, minute) ?? minute);
}

/** Nothing was granted since the last credit despite demand, or nothing is wanted today. */
function isHalted(moment: SessionMoment, plan: SessionPlan): boolean {
  const spender = { owner: plan.owner, plantedId: plan.plantedId };
  const minute = Math.min(minuteOf(moment), plan.stretch.until);
  const since = { from: lastCreditMinute(moment, plan), until: minute };
  if (!isPresent(plan.owner, moment.asOfMs)) {
    return true;
  }
  const wanted = moment.meter.wanted(spender, since);
  return wanted > 0 ? moment.meter.granted(spender, since) === 0 : minute - since.from > quietMinutesMax;
}

/** A user who wants a credit every few hours still counts as active. */
const quietMinutesMax = 720;

/** An archived session is never completed. */
function completedAtMs(moment: SessionMoment, plan: SessionPlan): number | undefined {
  const isOver = plan.stretch.until <= minuteOf(moment) && plan.character !== 'pending';
  const isStopped = moment.markOf(plan.sessionId)?.stoppedAtMs !== undefined;
  return isOver && !isStopped && moment.detailsOf(plan).completes ? plan.stretch.until * MINUTE_MS : undefined;
}

function movingSettings(moment: SessionMoment, { plan, createdMs }: CreatedSession, activeMs: number): JsonObject {
  const children = plan.children.filter((child) => child.inclusiveBy(minuteOf(moment)) > 0);
  const { archivedAt, ...settings } = moment.detailsOf(plan).settings;
  return {
    ...settings,
    // A future archiving has not happened.
    ...(typeof archivedAt === 'string' && Date.parse(archivedAt) <= moment.asOfMs ? { archivedAt } : {}),
    assistantActiveTimeMs: Math.round((activeMs - createdMs) * 0.6),
    tokenUsage: ownUsage(moment, plan),
    inclusiveTokenUsage: inclusiveUsage(moment, plan),
    ...(children.length === 0
      ? {}
      : {
          childInclusiveTokenUsageBySessionId: Object.fromEntries(
            children.map((child) => [child.sessionId, inclusiveUsage(moment, child)]),
          ),
        }),
  };
}

function ownUsage(moment: SessionMoment, plan: SessionPlan): TokenUsage {
  return usageOf(ownBy(plan, minuteOf(moment)), moment.detailsOf(plan).ratios, moment.creditScale);
}

function inclusiveUsage(moment: SessionMoment, plan: SessionPlan): TokenUsage {
  const own = ownUsage(moment, plan);
  return plan.children.length === 0
    ? own
    : usageSum([own, ...plan.children.map((child) => inclusiveUsage(moment, child))]);
}
