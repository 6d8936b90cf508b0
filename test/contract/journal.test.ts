import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeJournal } from './journal-contract.ts';

const engine = useEngine();

describeJournal('in memory', async () => memoryJournal());
describeJournal('in DynamoDB', async () => {
  const { journal } = await engine.freshTables('journal');
  return dynamoJournal(engine.dynamo(), journal);
});
