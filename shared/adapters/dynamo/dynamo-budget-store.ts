import { isDeepStrictEqual } from 'node:util';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  StaleRecordError,
  type BudgetEdit,
  type BudgetRowKey,
  type BudgetStore,
  type InvalidBudget,
} from '../../application/edits/ports.ts';
import { isMade, readBudget, storedBudgets } from '../../contracts/records/budget-rows.ts';
import { isAsSeen } from '../../contracts/records/stored-record.ts';
import type { Budget } from '../../domain/budgets/budget.ts';
import { budgetOfVersion, versionOfEdit } from '../../domain/budgets/budget-version.ts';
import { invariant } from '../../domain/invariant.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { everyVersion, lastVersion, versionPut } from './budget-versions.ts';
import { budgetDelete, budgetGone, budgetPut, budgetStamp, rowKeyOf } from './budget-writes.ts';
import { journalEntry, journalItem, journalKey, journalPut } from './journal-item.ts';
import { scanAll } from './read-pages.ts';
import type { Item } from './stored-item.ts';
import { transact } from './transact.ts';

interface Tables {
  readonly budgets: string;
  readonly versions: string;
  readonly journal: string;
}

/** The budgets table. People may read and write its rows directly, so a row is never trusted. */
export function dynamoBudgetStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): BudgetStore {
  return { ...budgetReads(dynamo, tables), ...budgetEdits(dynamo, tables, backoff) };
}

function budgetReads(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
): Pick<BudgetStore, 'list' | 'find' | 'listVersions'> {
  async function standingIn(invalid: InvalidBudget, key: BudgetRowKey): Promise<InvalidBudget> {
    const last = await lastVersion(dynamo, tables.versions, key);
    const lastValid = last === undefined ? undefined : budgetOfVersion(last);
    return lastValid === undefined ? invalid : { ...invalid, lastValid };
  }

  return {
    async list() {
      const rows = await scanAll(dynamo, { TableName: tables.budgets, ConsistentRead: true });
      const budgets: Budget[] = [];
      const invalid: InvalidBudget[] = [];
      for (const row of rows.toSorted(byKey)) {
        const read = readBudget(row);
        const broken = read.kind === 'invalid' ? await standingIn(read.invalid, keyIn(row)) : undefined;
        invalid.push(...(broken === undefined ? [] : [broken]));
        const budget = read.kind === 'budget' ? read.budget : broken?.lastValid;
        budgets.push(...(budget === undefined ? [] : [budget]));
      }
      return { budgets, invalid };
    },
    async find({ scope, window }) {
      const row = await findItem(dynamo, tables.budgets, { scope, window });
      const last = await lastVersion(dynamo, tables.versions, { scope, window });
      return {
        row: row === undefined ? { kind: 'none' } : readBudget(row),
        ...(last === undefined ? {} : { last }),
      };
    },
    async listVersions(key) {
      return everyVersion(dynamo, tables.versions, key);
    },
  };
}

function budgetEdits(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff,
): Pick<BudgetStore, 'edit' | 'adopt'> {
  async function isWritten(entry: JournalEntry): Promise<'as-own' | 'otherwise' | 'not'> {
    const written = await findItem(dynamo, tables.journal, journalKey(entry));
    if (written === undefined) {
      return 'not';
    }
    const isOwn = isDeepStrictEqual(journalEntry(written, tables.journal), structuredClone(entry));
    return isOwn ? 'as-own' : 'otherwise';
  }

  /** A refused edit may be one that was made already: by an attempt whose answer was lost, or by an earlier run. */
  async function settleRefusal(edit: BudgetEdit, wanted: Budget | undefined, entry: JournalEntry): Promise<void> {
    // The entry is read first: a concurrent edit of the row cannot make our own edit look undone.
    const written = await isWritten(entry);
    const row = await findItem(dynamo, tables.budgets, rowKeyOf(edit));
    if (written === 'as-own' || (wanted !== undefined && isMade(row, wanted, edit))) {
      return;
    }
    invariant(written === 'not' || !isAsSeen(row, edit), 'two journal entries never share an id');
    throw staleAt(rowKeyOf(edit), edit.seenVersion);
  }

  return {
    async edit(edit, author, entry) {
      const wanted = storedBudgets.edited({ ...edit, key: edit }, author);
      const write = wanted === undefined ? budgetDelete(tables.budgets, edit) : budgetPut(tables.budgets, edit, wanted);
      const version = versionPut(versionOfEdit(edit, author), tables.versions);
      const journal = journalPut(journalItem(entry, tables.journal), tables.journal);
      const outcome = await transact(dynamo, [write, version, journal], backoff);
      if (outcome.kind === 'refused') {
        await settleRefusal(edit, wanted, entry);
      }
    },
    async adopt(edit, entry) {
      const { version, seenVersion } = edit;
      const write = version.terms === undefined ? budgetGone(tables.budgets, edit) : budgetStamp(tables.budgets, edit);
      const journal = journalPut(journalItem(entry, tables.journal), tables.journal);
      const outcome = await transact(dynamo, [write, versionPut(version, tables.versions), journal], backoff);
      if (outcome.kind === 'refused' && (await isWritten(entry)) !== 'as-own') {
        throw staleAt(rowKeyOf(version), seenVersion);
      }
    },
  };
}

async function findItem(dynamo: DynamoDBDocumentClient, TableName: string, Key: Item): Promise<Item | undefined> {
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item;
}

function staleAt({ scope, window }: BudgetRowKey, seenVersion: number): StaleRecordError {
  return new StaleRecordError(`the budget ${scope} / ${window} is no longer at version ${seenVersion}`);
}

function byKey(a: Item, b: Item): number {
  const [first, second] = [keyText(a), keyText(b)];
  return Number(first > second) - Number(first < second);
}

function keyIn(row: Item): BudgetRowKey {
  return { scope: String(row['scope']), window: String(row['window']) };
}

function keyText(row: Item): string {
  const { scope, window } = keyIn(row);
  return `${scope} / ${window}`;
}
