import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AlertStore, PendingNotice } from '../../application/notifications/ports.ts';
import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import { type AlertState, isSettled } from '../../domain/alerts/alert-state.ts';
import { invariant } from '../../domain/invariant.ts';
import { close, listOpen, putNew, putUnlessNewer, readEntries, setMail, type AlertTable } from './alert-entries.ts';
import { AlertStateItem, NoticeItem } from './alert-item.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { eachAtMost } from './in-chunks.ts';
import { checkItem, readItem, type Item } from './stored-item.ts';

const concurrencyMax = 8;

/** The keys of states and notices in the index of open entries. */
const openMarks = { state: 'state', notice: 'notice' } as const;
const noticePrefix = 'notice/';

const StateEntry = z.object({
  entryId: z.string(),
  /** That of the state: what a run as of an earlier moment is refused by. */
  at: z.string(),
  state: AlertStateItem,
  open: z.literal(openMarks.state).exactOptional(),
});

const NoticeEntry = z.object({
  entryId: z.string(),
  at: z.string(),
  notice: NoticeItem,
  mailId: z.string().exactOptional(),
  open: z.literal(openMarks.notice).exactOptional(),
});

/** The alerts table. Nothing is removed from it: a stored notification is not sent again. */
export function dynamoAlertStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): AlertStore {
  const entries: AlertTable = { dynamo, table, backoff };

  return {
    async read(alertIds) {
      const open = await listOpen(entries, openMarks.state);
      const items = await readEntries(entries, [...open, ...alertIds]);
      return items.map((item) => entryIn(StateEntry, item, table).state).toSorted(byAlertId);
    },
    async find(alertIds) {
      const items = await readEntries(entries, alertIds);
      return items.map((item) => entryIn(StateEntry, item, table).state).toSorted(byAlertId);
    },
    async put(states) {
      invariant(new Set(states.map(({ alertId }) => alertId)).size === states.length, 'no alert is put twice');
      const items = states.map((state) => stateEntry(state, table));
      await eachAtMost(concurrencyMax, items, async (item) => putUnlessNewer(entries, item));
    },
    async enqueue(notices) {
      invariant(new Set(notices.map(({ noticeId }) => noticeId)).size === notices.length, 'no notice is owed twice');
      const items = notices.map((notice) => noticeEntry(notice, table));
      // A refusal is a notice that is there already, maybe by an earlier attempt of this very call.
      await eachAtMost(concurrencyMax, items, async (item) => putNew(entries, item));
    },
    async listPending() {
      const items = await readEntries(entries, await listOpen(entries, openMarks.notice));
      const notices = items.map((item) => entryIn(NoticeEntry, item, table));
      return notices
        .filter(({ open }) => open !== undefined)
        .map(owedIn)
        .toSorted(byNoticeId);
    },
    async assign(choices) {
      await eachAtMost(concurrencyMax, choices, async ({ noticeId, mailId }) =>
        setMail(entries, `${noticePrefix}${noticeId}`, mailId),
      );
    },
    async settle(noticeIds) {
      await eachAtMost(concurrencyMax, noticeIds, async (noticeId) => close(entries, `${noticePrefix}${noticeId}`));
    },
  };
}

function stateEntry(state: AlertState, table: string): Item {
  const open = isSettled(state) ? {} : { open: openMarks.state };
  const entry = { entryId: state.alertId, at: state.asOf, state, ...open };
  return checkItem(StateEntry, entry, { table, key: state.alertId });
}

function noticeEntry(notice: AlertNotice, table: string): Item {
  const entryId = `${noticePrefix}${notice.noticeId}`;
  const entry = { entryId, at: notice.at, notice, open: openMarks.notice };
  return checkItem(NoticeEntry, entry, { table, key: entryId });
}

function entryIn<T>(schema: z.ZodType<T>, item: Item, table: string): T {
  return readItem(schema, item, { table, key: String(item['entryId']) });
}

function owedIn({ notice, mailId }: z.output<typeof NoticeEntry>): PendingNotice {
  return mailId === undefined ? { notice } : { notice, mailId };
}

function byAlertId(a: AlertState, b: AlertState): number {
  return compare(a.alertId, b.alertId);
}

function byNoticeId(a: PendingNotice, b: PendingNotice): number {
  return compare(a.notice.noticeId, b.notice.noticeId);
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
