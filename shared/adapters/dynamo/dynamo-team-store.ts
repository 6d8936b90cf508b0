import { isDeepStrictEqual } from 'node:util';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StaleRecordError, type TeamEdit, type TeamStore } from '../../application/edits/ports.ts';
import { isAsSeen } from '../../contracts/records/stored-record.ts';
import { readTeam, storedTeams, teamOf } from '../../contracts/records/team-rows.ts';
import { invariant } from '../../domain/invariant.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { compareTeams, type Team } from '../../domain/teams/team.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { journalEntry, journalItem, journalKey, journalPut } from './journal-item.ts';
import { scanAll } from './read-pages.ts';
import type { Item } from './stored-item.ts';
import { transact, type Write } from './transact.ts';
import { versionCondition } from './version-condition.ts';

interface Tables {
  readonly teams: string;
  readonly journal: string;
}

/** The teams table. People may read and write its rows directly, so a row is never trusted. */
export function dynamoTeamStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): TeamStore {
  async function find(TableName: string, Key: Item): Promise<Item | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  /** A refused edit may be one that was made already: by an attempt whose answer was lost, or by an earlier run. */
  async function settleRefusal(edit: TeamEdit, wanted: Team | undefined, entry: JournalEntry): Promise<void> {
    // The entry is read first: a concurrent edit of the row cannot make our own edit look undone.
    const written = await find(tables.journal, journalKey(entry));
    const row = await find(tables.teams, { name: edit.name });
    const isOwnEntry =
      written !== undefined && isDeepStrictEqual(journalEntry(written, tables.journal), structuredClone(entry));
    if (
      isOwnEntry ||
      (wanted !== undefined && storedTeams.holds(row, wanted, (version) => version === wanted.version))
    ) {
      return;
    }
    invariant(written === undefined || !isAsSeen(row, edit), 'two journal entries never share an id');
    throw new StaleRecordError(`the team ${edit.name} is no longer at version ${edit.seenVersion}`);
  }

  return {
    async list() {
      const rows = await scanAll(dynamo, { TableName: tables.teams, ConsistentRead: true });
      const read = rows.toSorted(byName).map((row) => readTeam(row));
      return {
        teams: read.flatMap((one) => (one.kind === 'team' ? [one.team] : [])).toSorted(compareTeams),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async edit(edit, author, entry) {
      const wanted = teamOf(edit, author);
      const write = wanted === undefined ? deleteOf(tables.teams, edit) : putOf(tables.teams, edit, wanted);
      const outcome = await transact(
        dynamo,
        [write, journalPut(journalItem(entry, tables.journal), tables.journal)],
        backoff,
      );
      if (outcome.kind === 'refused') {
        await settleRefusal(edit, wanted, entry);
      }
    },
  };
}

function putOf(TableName: string, edit: TeamEdit, team: Team): Write {
  const { condition, names, values } = versionCondition(edit);
  return {
    Put: {
      TableName,
      Item: storedTeams.format(team),
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

function deleteOf(TableName: string, edit: TeamEdit): Write {
  const { condition, names, values } = versionCondition(edit);
  return {
    Delete: {
      TableName,
      Key: { name: edit.name },
      ConditionExpression: `attribute_exists(#name) AND (${condition})`,
      ExpressionAttributeNames: { ...names, '#name': 'name' },
      ExpressionAttributeValues: values,
    },
  };
}

function byName(a: Item, b: Item): number {
  const [first, second] = [String(a['name']), String(b['name'])];
  return Number(first > second) - Number(first < second);
}
