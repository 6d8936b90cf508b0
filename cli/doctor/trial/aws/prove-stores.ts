import { setTimeout as sleep } from 'node:timers/promises';

import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';

import { budgetKind, type BudgetTerms } from '../../../../shared/budgets/budget.ts';
import { dynamoBudgetStore } from '../../../../shared/budgets/store.ts';
import { dynamoPlanStore } from '../../../../shared/enforcement/store.ts';
import { tableDefinitions } from '../../../../shared/kernel/contract/tables.ts';
import { editRecord } from '../../../../shared/kernel/records/use-cases/edit-record.ts';
import { FencedOffError } from '../../../../shared/kernel/runs/ports.ts';
import { dynamoLeaseStore } from '../../../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { randomIds } from '../../../../shared/kernel/runtime/random-ids.ts';
import { dynamoLimitStore } from '../../../../shared/limits/store.ts';
import type { Outbox } from '../../../../shared/mail/ports.ts';
import { dynamoOutbox } from '../../../../shared/mail/store/dynamo-outbox.ts';
import { type CheckResult, failed, ok } from '../../check.ts';
import type { TrialWork } from '../open-work.ts';

const mail = {
  mailId: 'smoke/mail',
  to: 'nobody@example.com',
  subject: 'never sent',
  text: 'never sent',
  html: 'never sent',
  runId: 'smoke',
  carries: [],
};

const remedy = 'see whether the endpoint is DynamoDB itself';
const pollMs = 500;
const pollsMax = 40;

/** A mail in the outbox moves on once: the claim of a second sender, made on the state seen before, is refused. */
export async function provesConditions({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const outbox = dynamoOutbox(dynamo, tables.outbox);
  const at = new Date(nowMs).toISOString();
  const seen = { kind: 'written', attempts: 0 } as const;
  const claimOf = (owner: string) => ({ kind: 'sending', attempts: 1, owner, since: at }) as const;

  await outbox.write([mail], at);
  const isListed = await isFoundByIndex(outbox);
  const isFirstMade = await outbox.move(mail.mailId, seen, claimOf('first'));
  const isSecondMade = await outbox.move(mail.mailId, seen, claimOf('second'));
  await outbox.move(mail.mailId, claimOf('first'), { kind: 'sent', messageId: 'none', at });

  if (!isFirstMade || isSecondMade) {
    return failed('DynamoDB did not hold to the condition of a write', remedy);
  }
  return isListed
    ? ok()
    : failed('the index of the outbox did not list a new item within 20 seconds', 'run the trial again');
}

/** An index lags behind its table. */
async function isFoundByIndex(outbox: Outbox): Promise<boolean> {
  for (let poll = 1; poll <= pollsMax; poll += 1) {
    if ((await outbox.listOpenStates()).length > 0) {
      return true;
    }
    await sleep(pollMs);
  }
  return false;
}

const window = 'month';

const terms: BudgetTerms = {
  scope: { kind: 'user', email: 'nobody@example.com' },
  window,
  amount: { kind: 'credits', credits: 1 },
  mode: 'observe',
  thresholds: [],
  forecastAlert: false,
  owners: [],
};

/** A budget is written with its version and its journal entry; the same edit on what is not there any more is refused. */
export async function provesTransactions({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const budgets = dynamoBudgetStore(dynamo, tables);
  const edits = { kind: budgetKind, store: budgets, ids: randomIds };
  const author = { name: 'trial', at: new Date(nowMs).toISOString(), way: 'command' } as const;
  const key = { scope: 'user:nobody@example.com', window };

  const added = await editRecord(edits, { kind: 'add', after: terms }, author);
  const { row } = await budgets.find(key);
  if (added.kind !== 'done' || row.kind !== 'record') {
    return failed('a budget that was written could not be read back', remedy);
  }
  const dearer = { ...terms, amount: { kind: 'credits', credits: 2 } } as const;
  await editRecord(edits, { kind: 'change', before: row.record, after: dearer }, author);
  const stale = await editRecord(edits, { kind: 'remove', before: row.record }, author);
  const versions = await budgets.listVersions(key);
  const left = await budgets.find(key);
  if (left.row.kind === 'record') {
    await editRecord(edits, { kind: 'remove', before: left.row.record }, author);
  }
  return stale.kind === 'stale' && left.row.kind === 'record' && versions.length === 2
    ? ok()
    : failed('a transaction was made in part, or on a row that had moved', remedy);
}

const name = 'smoke';
const durationMs = 60_000;
/** Nobody of that id is on any roster. */
const record = { userId: 'smoke-nobody', email: 'nobody@example.com', unsettled: [] };

/** Two writers in turn: the second waits while the lease is held, and the first can write nothing after its turn. */
export async function provesFencing({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const leases = dynamoLeaseStore(dynamo, tables.leases);
  const limits = dynamoLimitStore(dynamo, tables.limits);
  const first = await leases.acquire(name, { owner: 'first', nowMs, durationMs });
  const tooEarly = await leases.acquire(name, { owner: 'second', nowMs, durationMs });
  const second = await leases.acquire(name, { owner: 'second', nowMs: nowMs + durationMs, durationMs });
  if (first.kind !== 'acquired' || tooEarly.kind !== 'held' || second.kind !== 'acquired') {
    return failed('a lease was given to two at once, or to no one', remedy);
  }
  await limits.put([record], second.lease.fence);
  const isFencedOff = await limits.put([record], first.lease.fence).then(
    () => false,
    (error: unknown) => {
      if (error instanceof FencedOffError) {
        return true;
      }
      throw error;
    },
  );
  await leases.release(second.lease);
  // The night that is tried later on these tables must find no limit.
  await dynamo.send(new DeleteCommand({ TableName: tables.limits, Key: { userId: record.userId } }));
  return isFencedOff && second.lease.fence > first.lease.fence
    ? ok()
    : failed('a write of an earlier holder of the lease was let through', remedy);
}

/** A plan as a guard would hold it: it lies in the table with the Unix second after which it may vanish. */
export async function provesExpiry({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const at = new Date(nowMs).toISOString();
  const planId = 'smoke';
  const plan = { planId, at, heldAt: at, expiresAt: at, runId: 'smoke', detail: '', changesCount: 0, changes: [] };
  const store = dynamoPlanStore(dynamo, tables.plans);

  await store.put(plan);
  const isKept = (await store.find(planId)) !== undefined;
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tables.plans, Key: { planId }, ConsistentRead: true }),
  );
  const expiry: unknown = Item?.[tableDefinitions.plans.timeToLiveAttribute];
  return isKept && typeof expiry === 'number' && expiry * 1000 > nowMs
    ? ok()
    : failed('a plan was not kept with its expiry', remedy);
}
