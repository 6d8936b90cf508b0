import type { JsonObject } from '../json.ts';
import { messagesSaidBy, saidAtMs } from './session-messages.ts';
import type { SessionPlan } from './session-plan.ts';
import { type TokenUsage, usageSum, usageTimes } from './token-usage.ts';

/** What PATCH left on a session. All times in Unix ms. */
export type SessionPatchMark = {
  readonly settings: JsonObject;
  readonly patchedAtMs: number;
  /** When the session was archived, and with that stopped; undefined while it may go on. */
  readonly stoppedAtMs?: number | undefined;
};

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

/** A session and what was patched on it, as of a moment (Unix ms). */
export type SessionMoment = {
  readonly plan: SessionPlan;
  readonly nowMs: number;
  readonly markOf: (sessionId: string) => SessionPatchMark | undefined;
};

const pendingMs = 60_000;

/** The session as a list shows it. */
export function sessionItem(moment: SessionMoment): SessionItem {
  const { plan, nowMs } = moment;
  const mark = moment.markOf(plan.sessionId);
  const messageCount = messagesSaidBy(plan, lastActiveMs(moment));
  const lastMessageMs = saidAtMs(plan, Math.max(0, messageCount - 1));
  const endMs = plan.startMs + plan.durationMs;
  return {
    sessionId: plan.sessionId,
    messageCount,
    createdAt: plan.startMs,
    updatedAt: Math.max(lastMessageMs, mark?.patchedAtMs ?? 0),
    ...(plan.title === undefined ? {} : { title: plan.title }),
    ...(plan.completes && endMs <= nowMs && mark?.stoppedAtMs === undefined ? { completedAt: endMs } : {}),
    ...(plan.computerId === undefined ? {} : { computerId: plan.computerId }),
    sessionSettings: { ...movingSettings(moment), ...mark?.settings },
  };
}

/** Pending for the first minute, then running until its last message is said or it is archived, then idle. */
export function sessionStatus(moment: SessionMoment): SessionStatus {
  const { plan, nowMs } = moment;
  if (lastActiveMs(moment) < nowMs || nowMs >= plan.startMs + plan.durationMs) {
    return 'idle';
  }
  return nowMs - plan.startMs < pendingMs ? 'pending' : 'running';
}

/** How many messages are visible at the moment. */
export function visibleMessages(moment: SessionMoment): number {
  return messagesSaidBy(moment.plan, lastActiveMs(moment));
}

function movingSettings(moment: SessionMoment): JsonObject {
  const { plan } = moment;
  const own = ownUsage(moment);
  const children = plan.children
    .map((child) => ({ sessionId: child.sessionId, usage: ownUsage({ ...moment, plan: child }) }))
    .filter(({ usage }) => usage.serviceCredits > 0);
  const { archivedAt, ...settings } = plan.settings;
  return {
    ...settings,
    // An archiving that lies ahead of the clock has not happened.
    ...(typeof archivedAt === 'string' && Date.parse(archivedAt) <= moment.nowMs ? { archivedAt } : {}),
    assistantActiveTimeMs: Math.round((lastActiveMs(moment) - plan.startMs) * 0.6),
    tokenUsage: own,
    inclusiveTokenUsage: usageSum([own, ...children.map(({ usage }) => usage)]),
    ...(children.length === 0
      ? {}
      : {
          childInclusiveTokenUsageBySessionId: Object.fromEntries(
            children.map(({ sessionId, usage }) => [sessionId, usage]),
          ),
        }),
  };
}

function ownUsage(moment: SessionMoment): TokenUsage {
  return usageTimes(moment.plan.perMessage, visibleMessages(moment));
}

function lastActiveMs({ plan, nowMs, markOf }: SessionMoment): number {
  const stoppedAtMs = markOf(plan.sessionId)?.stoppedAtMs ?? Number.POSITIVE_INFINITY;
  return Math.min(nowMs, plan.startMs + plan.durationMs, stoppedAtMs);
}
