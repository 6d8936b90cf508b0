import { DeleteCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { eachAtMost } from '../kernel/store/batches.ts';
import { scanAll } from '../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../kernel/store/stored-item.ts';
import type { ComputerRecord, Approval } from './computer-record.ts';
import type { ComputerStore, FleetFacts } from './ports.ts';

const parts = { computer: 'computer', approval: 'approval', facts: 'facts' } as const;
const factsId = 'fleet';
const writesAtOnce = 8;

const Text = z.string();
const Status = z.enum(['provisioning', 'active', 'error', 'other']);

const Step = z.object({
  id: Text.optional(),
  name: Text.optional(),
  word: Text.optional(),
  error: Text.optional(),
  startedAtMs: z.number().optional(),
  completedAtMs: z.number().optional(),
  installSessionId: Text.optional(),
});

const action = z.enum(['create', 'install-deps']);

const ComputerItem = storing<ComputerRecord>()(
  z.object({
    part: z.literal(parts.computer),
    id: z.string().min(1),
    name: z.string().min(1),
    readAt: Text.optional(),
    goneSince: Text.optional(),
    found: z
      .object({
        id: Text,
        name: Text,
        provider: Text,
        createdAtMs: z.number(),
        status: Status.optional(),
        steps: z.array(Step).optional(),
        ownerKind: Text.optional(),
        ownerId: Text.optional(),
      })
      .optional(),
    attempts: z.array(
      z.object({
        action,
        at: Text,
        cause: Text,
        status: z.enum(['unknown', 'done', 'failed']),
        problem: Text.optional(),
      }),
    ),
  }),
);

const ApprovalItem = storing<Approval>()(
  z.object({
    part: z.literal(parts.approval),
    id: z.string().min(1),
    name: z.string().min(1),
    action,
    cause: Text,
    by: Text,
    at: Text,
  }),
);

const WordSeen = storing<FleetFacts['words'][string]>()(
  z.object({
    finished: Text.optional(),
    failed: Text.optional(),
    running: Text.optional(),
  }),
);

const FactsItem = storing<FleetFacts>()(
  z.object({
    part: z.literal(parts.facts),
    id: z.literal(factsId),
    words: z.record(z.string(), WordSeen),
    searchedOn: Text.optional(),
    wholeAt: Text.optional(),
  }),
);

/** The fleet's computers: one item per computer, one per approval, and one of facts about the fleet. */
export function dynamoComputerStore(dynamo: DynamoDBDocumentClient, table: string): ComputerStore {
  const put = async (schema: z.ZodType, item: Item & { readonly id: string }): Promise<void> => {
    await dynamo.send(new PutCommand({ TableName: table, Item: checkItem(schema, item, { table, key: item.id }) }));
  };
  const read = <T extends { readonly part: string; readonly id: string }>(schema: z.ZodType<T>, item: Item) => {
    const { part: _part, id: _id, ...value } = readItem(schema, item, { table, key: String(item['id']) });
    return value;
  };

  return {
    async read() {
      const items = await scanAll(dynamo, { TableName: table, ConsistentRead: true });
      const of = (part: string) => items.filter((item) => item['part'] === part);
      const [facts] = of(parts.facts);
      return {
        records: of(parts.computer).map((item) => read(ComputerItem, item)),
        approvals: of(parts.approval).map((item) => read(ApprovalItem, item)),
        facts: facts === undefined ? { words: {} } : read(FactsItem, facts),
      };
    },
    async put(records) {
      await eachAtMost(writesAtOnce, records, async (record) =>
        put(ComputerItem, { part: parts.computer, id: record.name, ...record }),
      );
    },
    putFacts: async (facts) => put(FactsItem, { part: parts.facts, id: factsId, ...facts }),
    async forget(names) {
      await eachAtMost(writesAtOnce, names, async (id) => {
        await dynamo.send(new DeleteCommand({ TableName: table, Key: { part: parts.computer, id } }));
      });
    },
    async approve(approvals) {
      await eachAtMost(writesAtOnce, approvals, async (approval) =>
        put(ApprovalItem, { part: parts.approval, id: approval.name, ...approval }),
      );
    },
  };
}
