import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { memoryTeamStore } from '../../shared/teams/memory-store.ts';
import { dynamoTeamStore } from '../../shared/teams/store.ts';
import { rules } from '../support/teams.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeTeamStore, type TeamBench } from './team-store-contract.ts';

const engine = useEngine();

async function dynamoBench(): Promise<TeamBench> {
  const tables = await engine.freshTables('teams', 'versions', 'journal');
  const dynamo = engine.dynamo();
  return {
    store: dynamoTeamStore(dynamo, tables),
    journal: dynamoJournal(dynamo, tables.journal),
    async writeByHand(row) {
      await dynamo.send(new PutCommand({ TableName: tables.teams, Item: row }));
    },
    async removeByHand(name) {
      await dynamo.send(new DeleteCommand({ TableName: tables.teams, Key: { name } }));
    },
  };
}

describeTeamStore('in memory', async () => {
  const journal = memoryJournal();
  const store = memoryTeamStore(journal);
  return {
    store,
    journal,
    async writeByHand(row) {
      store.writeByHand(row);
    },
    async removeByHand(name) {
      store.removeByHand({ name });
    },
  };
});
describeTeamStore('in DynamoDB', dynamoBench);

test('a set of members, as tools for tables offer it, is read as a list', async () => {
  const bench = await dynamoBench();
  await bench.writeByHand({ name: 'web', members: new Set(['a@x.example']) });

  const { teams } = await bench.store.list();

  expect(teams).toMatchObject([{ members: rules('a@x.example') }]);
});
