import type { MemoryJournal } from '../../journal/store/memory-journal.ts';
import { isSameStored, storedCopy } from '../../kernel/contract/stored-copy.ts';
import { StaleRecordError } from '../../kernel/records/ports.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { hintKey, lastHints, type Hint, type Visit } from '../hint.ts';
import type { HookToken } from '../hook-token.ts';
import type { Invitation } from '../invitation.ts';
import type { HintStore, HookTokenStore, InvitationStore } from '../ports.ts';

/** `dynamoHintStore` in memory. */
export function memoryHintStore(): HintStore {
  const stored = new Map<string, Hint>();
  const visits = new Map<string, Visit>();
  const starts = new Map<string, number>();
  return {
    async record(hints) {
      lastHints(hints).forEach((hint) => stored.set(hintKey(hint), storedCopy(hint)));
      return Promise.resolve();
    },
    async listSince(sinceMs) {
      const wanted = [...stored.values()].filter(({ atMs }) => atMs >= sinceMs);
      return Promise.resolve(storedCopy(lastHints(wanted)));
    },
    async recordVisit(visit) {
      visits.set(`${dayOf(visit.atMs)} ${visit.person}`, storedCopy(visit));
      return Promise.resolve();
    },
    async listVisitsSince(sinceMs) {
      const since = dayOf(sinceMs);
      return Promise.resolve([...visits.values()].filter(({ atMs }) => dayOf(atMs) >= since).map(storedCopy));
    },
    async claimStart(job, { nowMs, everyMs }) {
      const isFree = (starts.get(job) ?? -Infinity) <= nowMs - everyMs;
      if (isFree) {
        starts.set(job, nowMs);
      }
      return Promise.resolve(isFree);
    },
  };
}

/** `dynamoHookTokenStore` in memory. */
export function memoryHookTokenStore(journal: MemoryJournal): HookTokenStore {
  const rows = new Map<string, HookToken>();
  return {
    find: async (id) => Promise.resolve(storedCopy(rows.get(id))),
    list: async () => Promise.resolve(storedCopy(sortedBy([...rows.values()], ({ id }) => id))),
    async put(token, entry) {
      const row = rows.get(token.id);
      if (isSameStored(row, token)) {
        return Promise.resolve();
      }
      const isAsSeen = token.revokedAt === undefined ? row === undefined : row?.revokedAt === undefined;
      if (!isAsSeen) {
        throw new StaleRecordError('the token was changed meanwhile');
      }
      journal.record(entry);
      rows.set(token.id, storedCopy(token));
      return Promise.resolve();
    },
  };
}

/** `dynamoInvitationStore` in memory. */
export function memoryInvitationStore(): InvitationStore {
  const rows = new Map<string, Invitation>();
  const told = new Map<string, string>();
  return {
    async put(invitations) {
      invitations.forEach((each) => rows.set(each.userId, storedCopy(each)));
      return Promise.resolve();
    },
    listNotified: async () =>
      Promise.resolve(
        sortedBy([...rows.values()], ({ userId }) => userId).map((invitation) => ({
          invitation: storedCopy(invitation),
          isNotified: told.get(invitation.userId) === invitation.at,
        })),
      ),
    async markNotified({ userId, at }) {
      if (rows.get(userId)?.at === at) {
        told.set(userId, at);
      }
      return Promise.resolve();
    },
  };
}
