import { observeSessions } from '../../../domain/sessions/observe-sessions.ts';
import type { Session } from '../../../domain/sessions/session.ts';
import type { Observation } from '../../../domain/notifications/observation.ts';
import { findingOf } from '../../../domain/runs/finding.ts';
import { outboxNeeds, type Outbox, type RecipientStore } from '../../mail/ports.ts';
import { composeDueMails } from '../../notifications/due-mails.ts';
import { notify } from '../../notifications/notify.ts';
import { alertStoreNeeds, type AlertStore } from '../../notifications/ports.ts';
import { readRouting, type NotificationSettings } from '../../notifications/read-routing.ts';
import { passed, type Applied, type Job, type JobPorts, type RunOrder } from '../../runs/job.ts';
import type { LeaseNeeds } from '../../runs/leased-ports.ts';
import type { Ids, Journal, LeaseStore, RunStore } from '../../runs/ports.ts';
import { runJob } from '../../runs/run-job.ts';
import { sessionSourceNeeds, type SessionSource } from './ports.ts';

export interface SessionPorts extends JobPorts {
  readonly ids: Ids;
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  readonly journal: Journal;
  readonly sessions: SessionSource;
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

/** The part of the settings that the watcher needs; `contracts/settings.ts` explains each. */
export interface SessionSettings {
  readonly admins: readonly string[];
  readonly alerts: NotificationSettings;
  readonly sessions: { readonly ceilingCredits?: number };
}

/** Looks once at the sessions of the organization. */
export async function watchSessions(ports: SessionPorts, settings: SessionSettings, order: RunOrder) {
  return runJob(ports, order, sessionsJob(ports, settings));
}

function sessionsJob(
  { leases, ids, runs, journal }: SessionPorts,
  settings: SessionSettings,
): Job<SessionPorts, readonly Session[], readonly Observation[], undefined, Applied> {
  return {
    name: 'sessions',
    lease: { leases, ids, name: 'sessions', durationMs: 10 * 60_000, doing: 'looking at the sessions', needs },
    record: { runs, journal },
    collect: async ({ ports }) => {
      const pages = await Array.fromAsync(ports.sessions.pages());
      return pages.flatMap(({ sessions }) => sessions);
    },
    plan: async (_work, sessions) => observeSessions(sessions, settings.sessions.ceilingCredits),
    guard: async () => passed,
    apply: async () => ({}),
    outcome: async (_work, { plan }) => ({
      status: 'complete',
      alerts: 0,
      isUnfinished: false,
      problems: [],
      findings: plan.map((observation) => findingOf(observation)),
    }),
    notify: {
      observe: async ({ ports, run }, { plan }) => {
        const observations = { at: run.at, observed: plan, lookedFor: { 'session-runaway': 'all' } } as const;
        await notify(ports, run, {
          lease: 'sessions',
          observations,
          routing: await readRouting(ports.recipients, settings),
        });
      },
      compose: async ({ ports, run }, { nowMs }) => composeDueMails(ports, run, { lease: 'sessions', settings, nowMs }),
    },
  };
}

const needs: LeaseNeeds<SessionPorts> = {
  clock: 'free',
  steps: 'free',
  ids: 'free',
  leases: 'free',
  runs: 'free',
  journal: 'free',
  recipients: 'free',
  sessions: sessionSourceNeeds,
  alerts: alertStoreNeeds,
  outbox: outboxNeeds,
};
