import { findingOf, type Finding } from '../../kernel/runs/finding.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { sessionsJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type RunOrder, type Verdict, type WorkEnd } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob, untilDeadline } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds } from '../../kernel/runs/use-cases/watcher-ports.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import type { LookedForUnder } from '../../notifications/conditions/decide-conditions.ts';
import type { Observation } from '../../notifications/observation.ts';
import { compareSeverity } from '../../notifications/severity.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { findSessions, type SessionFinding } from '../find-sessions.ts';
import { observeAction, observeFinding, type ActionsOf } from '../observe-sessions.ts';
import { sessionPlatformNeeds, sessionStoreNeeds } from '../ports.ts';
import {
  actionId,
  isUnsettled,
  shownAction,
  wantedActions,
  type TakenAction,
  type WantedAction,
} from '../session-action.ts';
import { type Acted, type ActOrder, actOnSessions } from './act-on-sessions.ts';
import { collectSessions, type CollectedSessions } from './collect-sessions.ts';
import type { SessionPorts, SessionSettings, SessionWork } from './session-work.ts';
import { storeWalk } from './walk-sessions.ts';

interface SessionPlan {
  readonly findings: readonly SessionFinding[];
  readonly wanted: readonly WantedAction[];
  readonly due: readonly WantedAction[];
  /** Actions left to the next run by the limit per run. */
  readonly waiting: number;
  readonly collected: CollectedSessions;
}
type End = WorkEnd<CollectedSessions, SessionPlan, Acted>;

/** Checks the organization's sessions once and takes the actions of the policies. `run-job.ts` holds the frame. */
export async function watchSessions(ports: SessionPorts, settings: SessionSettings, order: RunOrder) {
  return runJob(ports, order, frameOf(ports), async (job) => {
    const { run, aheadMs } = job;
    const work = { ports: job.ports, run, settings, order, aheadMs };
    const end = await endOf(async () => {
      const collected = await collectSessions(untilDeadline(work));
      const made = plan(work, collected);
      const applied = await applyPermitted(job, guard(made.due, collected.doubts), async (permit) => {
        await storeWalk(work.ports.known, collected);
        return act(work, { ...collected, due: permit?.mayAct === false ? [] : made.due });
      });
      return { collected, plan: made, ...applied };
    });
    return closeRun(job, end, outcomeOf, {
      observe: async (own) => {
        const observations = { at: run.at, observed: observationsOf(own), lookedFor: lookedForIn(own) };
        const routing = await readRouting(work.ports.recipients, settings);
        await notify(work.ports, run, { lease: 'sessions', observations, routing });
      },
      compose: async (_outcome, nowMs) => composeDueMails(work.ports, run, { lease: 'sessions', settings, nowMs }),
    });
  });
}

function frameOf({ leases, ids, runs, journal }: SessionPorts) {
  return {
    name: sessionsJob,
    lease: { leases, ids, name: sessionsJob, durationMs: 10 * 60_000, doing: 'looking at the sessions', needs },
    record: { runs, journal },
  };
}

const needs: LeaseNeeds<SessionPorts> = {
  ...watcherNeeds,
  policies: 'free',
  sessions: sessionPlatformNeeds,
  known: sessionStoreNeeds,
};

function plan({ run, settings }: SessionWork, collected: CollectedSessions): SessionPlan {
  const { sessions, policies, taken } = collected;
  const found = findSessions(sessions, settings.sessions, Date.parse(run.at));
  const findings = found.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const wanted = wantedActions(findings, policies);
  const open = wanted.filter((action) => {
    const state = taken.get(actionId(action))?.state;
    return action.mode === 'act' && (state === undefined || state === 'put-off' || state === 'intended');
  });
  const { actionsMax } = settings.sessions;
  return {
    findings,
    wanted,
    due: open.slice(0, actionsMax),
    waiting: Math.max(0, open.length - actionsMax),
    collected,
  };
}

/** No action rests on an untrusted list. */
function guard(
  due: readonly WantedAction[],
  doubts: readonly string[],
): Verdict<{ readonly mayAct: boolean } | undefined> {
  if (due.length === 0 || doubts.length === 0) {
    return passed;
  }
  const detail = `the list of sessions was not whole: ${doubts.join('; ')}. ${counted(due.length, 'action')} on sessions wait for the next run`;
  return { kind: 'held', hold: { guard: 'trust-gate', detail }, permit: { mayAct: false } };
}

async function act(work: SessionWork, order: ActOrder): Promise<Acted> {
  if (order.due.length === 0 && ![...order.taken.values()].some(isUnsettled)) {
    return { taken: order.taken, needless: new Set() };
  }
  return actOnSessions(work, order);
}

function outcomeOf(end: End): RunOutcome {
  const { plan: made, collected } = end;
  const { doubts, problems } = collected;
  const failed = failedIn(end).map(({ headline }) => headline);
  const all = [
    ...(doubts.length === 0 ? [] : [`The list of sessions was not whole: ${doubts.join('; ')}`]),
    ...problems,
    ...failed,
  ];
  const more = made.waiting === 0 ? [] : [`${counted(made.waiting, 'action')} more wait: one run does only so many`];
  const status = end.kind === 'held' ? 'held' : all.length === 0 ? 'complete' : 'partial';
  return {
    status,
    ...(end.kind === 'held' && { held: end.hold }),
    alerts: 0,
    isUnfinished: false,
    problems: [...all, ...more],
    findings: made.findings.flatMap((finding) => findingsOf(finding, end)),
  };
}

/** A finding, once per action taken for it. */
function findingsOf(finding: SessionFinding, end: End): readonly Finding[] {
  const actions = actionsOf(end);
  const observation = observeFinding(finding, actions);
  const own = actions.wanted.filter(
    (wanted) => wanted.sessionId === finding.session.sessionId && wanted.finding === finding.kind,
  );
  const shown = own.flatMap((wanted) => shownAction(wanted, actions.taken.get(actionId(wanted))) ?? []);
  const about = { ...observation, headline: `${finding.what.charAt(0).toUpperCase()}${finding.what.slice(1)}` };
  return shown.length === 0 ? [findingOf(about)] : shown.map((action) => findingOf(about, { action }));
}

function actionsOf(end: End): ActionsOf {
  const { wanted, collected } = end.plan;
  const applied = end.kind === 'planned' ? undefined : end.applied;
  return {
    wanted: wanted.filter((action) => applied?.needless.has(actionId(action)) !== true),
    taken: applied?.taken ?? collected.taken,
  };
}

function observationsOf(end: End): readonly Observation[] {
  const actions = actionsOf(end);
  return [...end.plan.findings.map((finding) => observeFinding(finding, actions)), ...failedIn(end)];
}

/** Actions on existing sessions with an unknown or wrong outcome. */
function failedIn(end: End): readonly Observation[] {
  return actionsOnListed(end)
    .filter(
      ({ state, problem }) => state === 'intended' || state === 'failed' || (state === 'done' && problem !== undefined),
    )
    .map(observeAction);
}

function actionsOnListed(end: End): readonly TakenAction[] {
  const { sessions } = end.collected;
  return [...actionsOf(end).taken.values()].filter(({ sessionId }) => sessions.has(sessionId));
}

/** An untrusted list resolves no condition: what it lacks may exist. */
function lookedForIn(end: End): LookedForUnder<'sessions'> {
  const { sessions, doubts } = end.collected;
  const looked = doubts.length === 0 ? 'all' : [...sessions.keys()];
  const settled = doubts.length === 0 ? 'all' : actionsOnListed(end).map(actionId);
  return {
    'session-over-ceiling': looked,
    'session-unusual': looked,
    'session-running-long': looked,
    'session-pending-long': looked,
    'session-error-loop': looked,
    'session-action-failed': settled,
  };
}
