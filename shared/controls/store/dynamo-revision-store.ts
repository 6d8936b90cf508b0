import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { invariant } from '../../kernel/invariant.ts';
import { HistoryConflictError } from '../../kernel/runs/ports.ts';
import { patientBackoff, type Backoff } from '../../kernel/store/backoff.ts';
import { eachAtMost, getAll } from '../../kernel/store/batches.ts';
import { writeHistory } from '../../kernel/store/history-put.ts';
import { isMade } from '../../kernel/store/one-item.ts';
import { itemsUnder, queryAll } from '../../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import {
  addedVersion,
  continues,
  versionsMax,
  type RevisionEntry,
  type RevisionPlace,
} from '../history/revision-entry.ts';
import type { RevisionStore } from '../ports.ts';
import { contentOf, PieceItem, pieceItems } from './revision-content.ts';

const concurrencyMax = 4;

const text = z.string().optional();

const EntryItem = storing<RevisionEntry>()(
  z.object({
    part: z.string(),
    place: z.string(),
    series: z.int().min(1),
    revision: z.int().min(0),
    versionCount: z.int().min(1),
    versions: z
      .array(
        z.object({
          digest: z.string().min(1),
          seenAt: z.string(),
          actor: z.object({ id: text, email: text, name: text }),
          updatedAt: z.string(),
          sameAs: text,
        }),
      )
      .min(1),
  }),
);

/** The revisions table. Contents lie under their digest, never replaced; an entry is written after its content. */
export function dynamoRevisionStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): RevisionStore {
  async function query(part: string, range: Partial<EntryQuery>): Promise<readonly Item[]> {
    const { test, place, isDescending = false, countMax } = range;
    const places = test && { sort: 'place', test: `#sort ${test} :place`, values: { ':place': place ?? '' } };
    const found = itemsUnder(table, { part }, places);
    return queryAll(dynamo, { ...found, ScanIndexForward: !isDescending }, countMax);
  }

  return {
    async find(series, revisions) {
      const keys = revisions.map((revision) => ({ part: seriesPart(series), place: placeOf(revision) }));
      const items = await getAll(dynamo, { table, backoff }, keys);
      return items.map((item) => entryIn(item, table)).toSorted((a, b) => a.revision - b.revision);
    },
    async list(series, from, countMax) {
      const range = { test: '>=', place: placeOf(Math.max(0, from)), countMax } as const;
      const items = await query(seriesPart(series), range);
      return items.map((item) => entryIn(item, table));
    },
    async findBelow(series, revision) {
      const range = { test: '<', place: placeOf(revision), isDescending: true, countMax: 1 } as const;
      const [item] = await query(seriesPart(series), range);
      return item === undefined ? undefined : entryIn(item, table);
    },
    async read(entry, digest) {
      const part = contentPart(entry, digest);
      const items = await query(part, {});
      return contentOf(items.map((item) => readItem(PieceItem, item, { table, key: part })));
    },
    async put(entry, content) {
      invariant(entry.revision === content.revision, 'an entry and its content are of the same revision');
      const part = contentPart(entry, addedVersion(entry).digest);
      const pieces = await pieceItems(part, content);
      // One by one: the permission for batch writes includes deletion, and this is evidence.
      await eachAtMost(concurrencyMax, pieces, async (piece) => {
        const written = await writeHistory(dynamo, { schema: PieceItem, item: piece, table, key: part });
        if (written === 'otherwise') {
          throw new HistoryConflictError(`the content ${part} of table ${table} is another than the one to be written`);
        }
      });
      await putEntry({ dynamo, table, backoff }, entry);
    },
  };
}

interface EntryQuery {
  readonly test: '>=' | '<';
  readonly place: string;
  readonly isDescending: boolean;
  readonly countMax: number;
}

/** An entry only grows, except for its last place. Throws HistoryConflictError. */
async function putEntry(
  {
    dynamo,
    table,
    backoff,
  }: { readonly dynamo: DynamoDBDocumentClient; readonly table: string; readonly backoff: Backoff },
  entry: RevisionEntry,
): Promise<void> {
  const key = { part: seriesPart(entry.series), place: placeOf(entry.revision) };
  const item = { ...key, ...entry, versionCount: entry.versions.length };
  const put = new PutCommand({
    TableName: table,
    Item: checkItem(EntryItem, item, { table, key: `${key.part} ${key.place}` }),
    ...isContinuedBy(entry),
  });
  if (await isMade(dynamo.send(put))) {
    return;
  }
  // An older run may write after a newer one: the stored entry then continues this one.
  const [there] = await getAll(dynamo, { table, backoff }, [key]);
  if (there === undefined || !continues(entryIn(there, table), entry)) {
    throw new HistoryConflictError(`the revision ${entry.revision} of table ${table} is another than was read`);
  }
}

/** The condition that `entry` contains everything stored. */
function isContinuedBy({ versions }: RevisionEntry) {
  const stay = versions.slice(0, versionsMax - 1);
  return {
    ConditionExpression: [
      'attribute_not_exists(place) OR (versionCount <= :count',
      ...stay.map((_, index) => `(versions[${index}] = :v${index} OR versionCount <= :n${index})`),
    ]
      .join(' AND ')
      .concat(')'),
    ExpressionAttributeValues: {
      ':count': versions.length,
      ...Object.fromEntries(
        stay.flatMap((version, index) => [
          [`:v${index}`, version],
          [`:n${index}`, index],
        ]),
      ),
    },
  };
}

function seriesPart(series: number): string {
  return `series/${series}`;
}

function contentPart({ series, revision }: RevisionPlace, digest: string): string {
  return `content/${series}/${revision}/${digest}`;
}

/** Zero-padded, so that it sorts like the number. */
function placeOf(revision: number): string {
  invariant(Number.isSafeInteger(revision) && revision >= 0, 'a stored revision has a valid number');
  return String(revision).padStart(16, '0');
}

function entryIn(item: Item, table: string): RevisionEntry {
  const key = `${String(item['part'])} ${String(item['place'])}`;
  const { series, revision, versions } = readItem(EntryItem, item, { table, key });
  return { series, revision, versions };
}
