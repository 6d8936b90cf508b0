import type { Approval, ComputerRecord } from '../../../computers/computer-record.ts';
import type { ComputerStore, FleetFacts } from '../../../computers/ports.ts';
import type { KeptPage, PageKey } from '../../../digest/digest-pages.ts';
import type { DigestStore } from '../../../digest/ports.ts';
import { branchKey, type BranchRecord } from '../../../readiness/branch-record.ts';
import type { ReadingProgress, ReadinessStore } from '../../../readiness/ports.ts';
import type { KnownSession } from '../../../sessions/known-session.ts';
import type { SessionStore } from '../../../sessions/ports.ts';
import { actionId, type TakenAction } from '../../../sessions/session-action.ts';
import type { SessionWalk } from '../../../sessions/session-walk.ts';
import { storedCopy } from '../../contract/stored-copy.ts';
import { sortedBy, compareText } from '../../texts/compare-text.ts';

/** `dynamoReadinessStore` in memory. */
export function memoryReadinessStore(): ReadinessStore {
  const records = new Map<string, BranchRecord>();
  let progress: ReadingProgress = { missing: [], withdrawn: [] };

  return {
    list: async () => storedCopy(sortedBy(records, ([key]) => key).map(([, record]) => record)),
    async put(changed) {
      changed.forEach((record) => records.set(branchKey(record), storedCopy(record)));
    },
    async forget(forgotten) {
      forgotten.forEach((record) => records.delete(branchKey(record)));
    },
    progress: async () => storedCopy(progress),
    async putProgress(given) {
      progress = storedCopy(given);
    },
  };
}

/** `dynamoDigestStore` in memory. */
export function memoryDigestStore(): DigestStore {
  const pages = new Map<string, KeptPage>();

  return {
    async keep(page) {
      if (!pages.has(keyOf(page))) {
        pages.set(keyOf(page), storedCopy(page));
      }
    },
    list: async (countMax) => storedCopy(newest([...pages.values()]).slice(0, countMax)),
    find: async (named) => storedCopy(pages.get(keyOf(named))),
  };
}

function keyOf({ dueOn, scope }: PageKey): string {
  return `${dueOn} ${scope}`;
}

function newest(pages: readonly KeptPage[]): readonly KeptPage[] {
  return pages.toSorted((a, b) => compareText(keyOf(b), keyOf(a)));
}

/** `dynamoSessionStore` in memory. */
export function memorySessionStore(): SessionStore {
  const sessions = new Map<string, KnownSession>();
  const actions = new Map<string, TakenAction>();
  let walk: SessionWalk | undefined;

  return {
    list: async () => Promise.resolve(sortedBy(sessions, ([id]) => id).map(([, session]) => storedCopy(session))),
    async put(some) {
      some.forEach((session) => sessions.set(session.sessionId, storedCopy(session)));
      return Promise.resolve();
    },
    readWalk: async () => Promise.resolve(storedCopy(walk)),
    async putWalk(given) {
      walk = storedCopy(given);
      return Promise.resolve();
    },
    listActions: async () => Promise.resolve(sortedBy(actions, ([id]) => id).map(([, action]) => storedCopy(action))),
    async putAction(action) {
      const id = actionId(action);
      if ((actions.get(id)?.version ?? 0) !== action.version - 1) {
        return Promise.resolve(false);
      }
      actions.set(id, storedCopy(action));
      return Promise.resolve(true);
    },
  };
}

/** `dynamoComputerStore` in memory. */
export function memoryComputerStore(): ComputerStore {
  const records = new Map<string, ComputerRecord>();
  const approvals = new Map<string, Approval>();
  let facts: FleetFacts = { words: {} };

  return {
    async read() {
      return storedCopy({
        records: sortedBy(records, ([name]) => name).map(([, record]) => record),
        approvals: sortedBy(approvals, ([name]) => name).map(([, approval]) => approval),
        facts,
      });
    },
    async put(changed) {
      changed.forEach((record) => records.set(record.name, storedCopy(record)));
    },
    async putFacts(given) {
      facts = storedCopy(given);
    },
    async forget(names) {
      names.forEach((name) => records.delete(name));
    },
    async approve(given) {
      given.forEach((approval) => approvals.set(approval.name, storedCopy(approval)));
    },
  };
}
