import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { ChannelMessageDocument } from '../../channels/contract/channel-message.ts';
import { tableDefinitions } from '../../kernel/contract/tables.ts';
import { patientBackoff, type Backoff } from '../../kernel/store/backoff.ts';
import { eachAtMost } from '../../kernel/store/batches.ts';
import { isMade, findItem } from '../../kernel/store/one-item.ts';
import { queryAll } from '../../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import { writeEach } from '../../kernel/store/transact.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { severities } from '../../notifications/severity.ts';
import { MailLinkDocument } from '../contract/mail-documents.ts';
import {
  isOpenMail,
  unknownMail,
  type MailState,
  type OpenMail,
  type OutboxMail,
  type UnknownMail,
  type Mail,
} from '../mail.ts';
import type { Outbox } from '../ports.ts';

const StateItem = storing<MailState>()(
  z.lazy(() =>
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('written'), attempts: z.int().min(0), tryAfter: z.iso.datetime().optional() }),
      z.object({ kind: z.literal('sending'), attempts: z.int().min(0), owner: z.string(), since: z.string() }),
      z.object({ kind: z.literal('sent'), messageId: z.string(), at: z.string() }),
      z.object({ kind: z.literal('refused'), problem: z.string() }),
      z.object({
        kind: z.literal('unknown'),
        problem: z.string(),
        carriedBy: z.string().optional(),
        isClosed: z.literal(true).optional(),
      }),
    ]),
  ),
);

const openMark = 'open';

const mailItem = () =>
  z.object({
    mailId: z.string().min(1),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    runId: z.string(),
    severity: z.enum(severities).optional(),
    carries: z.array(z.string()),
    tells: z.array(z.string()).optional(),
    standIns: z.array(z.string()).optional(),
    links: z.array(MailLinkDocument).optional(),
    notBefore: z.iso.datetime().optional(),
    message: ChannelMessageDocument.optional(),
    note: z.string().optional(),
    state: StateItem,
    writtenAt: z.string(),
    /** The index key of open mails: a mail without it is not listed there. */
    open: z.literal(openMark).optional(),
  });

// Built on first use: most runs have no mail.
const OutboxItem = storing<Mail>()(z.lazy(mailItem));

const OpenMailItem = z.lazy(() => mailItem().pick({ mailId: true, notBefore: true, state: true, writtenAt: true }));

function newOutboxItem(mail: Mail, writtenAt: string): Item {
  const state: MailState = { kind: 'written', attempts: 0 };
  return { ...mail, state, writtenAt, open: openMark };
}

function outboxMail(item: z.output<typeof OutboxItem>): OutboxMail {
  const { state, writtenAt, open: _open, ...mail } = item;
  return { mail, state, writtenAt };
}

/** Mails in memory at once, with their texts. */
const readsAtOnce = 4;

/** The outbox table. Sent mails keep their texts as evidence. */
export function dynamoOutbox(dynamo: DynamoDBDocumentClient, table: string, backoff: Backoff = patientBackoff): Outbox {
  /** These attributes of the index's items, oldest first. Eventually consistent. */
  async function listIndex(attributes: readonly string[]): Promise<readonly Item[]> {
    const { name, partitionKey } = tableDefinitions.outbox.sparseIndex;
    // `state` is reserved in DynamoDB, so every name uses a placeholder.
    const placeholders = attributes.map((attribute) => [`#${attribute}`, attribute]);
    return queryAll(dynamo, {
      TableName: table,
      IndexName: name,
      KeyConditionExpression: '#open = :open',
      ExpressionAttributeNames: { '#open': partitionKey, ...Object.fromEntries(placeholders) },
      ExpressionAttributeValues: { ':open': openMark },
      ProjectionExpression: placeholders.map(([placeholder]) => placeholder).join(', '),
    });
  }

  async function listOpenStates(): Promise<readonly OpenMail[]> {
    const listed = await listIndex(['mailId', 'notBefore', 'state', 'writtenAt']);
    return listed
      .map((item) => readItem(OpenMailItem, item, { table, key: String(item['mailId']) }))
      .filter(({ state }) => isOpenMail(state))
      .toSorted(oldestFirst);
  }

  async function find(mailId: string): Promise<OutboxMail | undefined> {
    const item = await findItem(dynamo, table, { mailId });
    return item === undefined ? undefined : mailIn(item, table);
  }

  return {
    async write(mails, at) {
      const puts = mails.map((mail) => ({
        Put: {
          TableName: table,
          Item: checkItem(OutboxItem, newOutboxItem(mail, at), { table, key: mail.mailId }),
          ConditionExpression: 'attribute_not_exists(mailId)',
        },
      }));
      // A refused mail exists already, perhaps from an earlier attempt of this call.
      await writeEach(dynamo, puts, backoff);
    },
    find,
    async listUnknown() {
      const unknown: UnknownMail[] = [];
      // Read again from the table: a mail that the index shows as sending may since be of unknown outcome.
      const begun = (await listOpenStates()).filter(({ state }) => state.kind !== 'written');
      await eachAtMost(readsAtOnce, begun, async ({ mailId }) => {
        const found = await find(mailId);
        unknown.push(...(found === undefined ? [] : unknownMail(found)));
      });
      return unknown.toSorted(oldestFirst);
    },
    listOpenStates,
    async move(mailId, seen, next) {
      return isMade(dynamo.send(moveOf({ table, mailId }, seen, next)));
    },
  };
}

/** A mail already in the next state was moved by an earlier attempt of this call. */
function moveOf(
  { table, mailId }: { readonly table: string; readonly mailId: string },
  seen: MailState,
  next: MailState,
): UpdateCommand {
  const mark = isOpenMail(next)
    ? { update: ', #open = :open', values: { ':open': openMark } }
    : { update: ' REMOVE #open' };
  return new UpdateCommand({
    TableName: table,
    Key: { mailId },
    UpdateExpression: `SET #state = :next${mark.update}`,
    ConditionExpression: '#state = :seen OR #state = :next',
    ExpressionAttributeNames: { '#state': 'state', '#open': tableDefinitions.outbox.sparseIndex.partitionKey },
    ExpressionAttributeValues: {
      ':seen': seen,
      ':next': checkItem(StateItem, { ...next }, { table, key: mailId }),
      ...mark.values,
    },
  });
}

function mailIn(item: Item, table: string): OutboxMail {
  return outboxMail(readItem(OutboxItem, item, { table, key: String(item['mailId']) }));
}

function oldestFirst(a: Pick<OpenMail, 'mailId' | 'writtenAt'>, b: Pick<OpenMail, 'mailId' | 'writtenAt'>): number {
  return compareText(`${a.writtenAt} ${a.mailId}`, `${b.writtenAt} ${b.mailId}`);
}
