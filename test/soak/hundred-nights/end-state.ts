import { gunzipSync } from 'node:zlib';

import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { stateFolderAt } from '../../../local/state/state-folder.ts';
import { openOwnStorage } from '../../../local/storage/open-own-storage.ts';
import type { Machine } from './machine.ts';

/** What is to be the same at the end of both runs: sorted lines by what they are of. */
type EndState = ReadonlyMap<string, readonly string[]>;

/** A mail of the outbox. */
export interface WrittenMail {
  readonly mailId: string;
  readonly to: string;
  readonly subject: string;
  readonly state: string;
  /** A later mail reports that its outcome is unknown. */
  readonly isCarried: boolean;
}

/** All that a run left behind. */
export interface Left {
  readonly state: EndState;
  readonly written: readonly WrittenMail[];
}

/** Tables whose items are facts, and not how or in how many steps they came about. */
const factTables = [
  'budgets',
  'teams',
  'grants',
  'versions',
  'records',
  'users',
  'recipients',
  'limits',
  'ledger',
] as const;

/** Entries of the journal about the way: a night that failed raises a limit later, or reads a day again. */
export const wayKinds: ReadonlySet<string> = new Set(['journal cap-changed', 'journal day-complete']);

/** The entries of the journal that say what was done, and not with which run. */
const factKinds = new Set([
  'cap-changed',
  'budget-changed',
  'team-changed',
  'settings-changed',
  'day-complete',
  'day-restated',
]);

/**
 * Counters of writes, instants of looks, earlier values, and what was seen of the roster, of a limit or of a day on the
 * way: they say how often something was tried.
 */
const triesOnly = new Set([
  'events',
  'counted',
  'confirmedUsedCredits',
  'clearedByRunId',
  'suspectSince',
  'fence',
  'entry',
  'id',
  'seenAt',
  'sentAt',
  'readAt',
  'replaced',
  'confirmedAt',
  'confirmedAnsweredAt',
  'confirmedRunId',
]);

type Item = Readonly<Record<string, unknown>>;

const Mail = z.object({
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.object({ kind: z.string(), carriedBy: z.string().optional() }),
});
const Limits = z.record(z.string(), z.object({ limit: z.unknown() }));
const Usage = z.array(
  z.object({ email: z.string().nullable(), date: z.string(), granted: z.number(), refused: z.number() }),
);

/** Reads what the installation and the platform have at the end; nothing may be at work on them. */
export async function readLeft(machine: Machine): Promise<Left> {
  const storage = await openOwnStorage(stateFolderAt(machine.stateDir), { onTrouble: () => {} });
  const { dynamo, tables } = storage;
  const state = new Map<string, readonly string[]>();
  try {
    for (const key of factTables) {
      state.set(`table ${key}`, sortedLines((await itemsOf(dynamo, tables[key])).map((item) => normalized(item))));
    }
    const journal = (await itemsOf(dynamo, tables.journal)).flatMap(entriesIn);
    const facts = journal.filter(({ kind }) => factKinds.has(String(kind)));
    for (const [kind, entries] of Map.groupBy(facts, (entry) => String(entry['kind']))) {
      state.set(
        `journal ${kind}`,
        sortedLines(entries.map(({ day, subject, detail }) => normalized({ day, subject, detail }))),
      );
    }
    const written = (await itemsOf(dynamo, tables.outbox)).map((item) => {
      const { state: sent, ...mail } = Mail.parse(item);
      return { ...mail, state: sent.kind, isCarried: sent.carriedBy !== undefined };
    });
    const limits = Limits.parse(await answer(`${machine.platformUrl}/__sim/limits`));
    state.set(
      'limits on the platform',
      sortedLines(Object.entries(limits).map(([email, { limit }]) => ({ email, limit }))),
    );
    const usage = Usage.parse(await answer(`${machine.platformUrl}/__sim/usage`));
    state.set('credits granted and refused', sortedLines(usage));
    return { state, written };
  } finally {
    await storage.close();
  }
}

async function answer(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

async function itemsOf(client: DynamoDBDocumentClient, TableName: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    items.push(...Items);
  }
  return items;
}

/** The entries of an item of the journal, which may hold those of a whole run. */
function entriesIn(item: Item): readonly Item[] {
  const { packed, day } = item;
  return typeof packed === 'string'
    ? z
        .array(z.looseObject({}))
        .parse(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()))
        .map((entry) => ({ ...entry, day }))
    : [item];
}

function sortedLines(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).toSorted();
}

const instant = /T\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
/** Unix milliseconds of this century; an unlimited limit is below, and no amount of the demo is above. */
const msLeast = 1_500_000_000_000;

/** Without instants within a day, ids of runs and writes, and counts of tries; packed text is unpacked. */
function normalized(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => normalized(each));
  }
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).filter(([name]) => !triesOnly.has(name));
    return Object.fromEntries(
      kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, normalized(each, name)]),
    );
  }
  if (typeof value === 'string') {
    return key === 'text' && value.startsWith('H4sI')
      ? unpacked(value)
      : value.replaceAll(instant, '').replaceAll(uuid, 'id');
  }
  return typeof value === 'number' && value > msLeast ? new Date(value).toISOString().slice(0, 10) : value;
}

function unpacked(text: string): unknown {
  const plain = gunzipSync(Buffer.from(text, 'base64')).toString();
  try {
    return normalized(JSON.parse(plain));
  } catch {
    return plain;
  }
}
