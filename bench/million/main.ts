import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import * as z from 'zod';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { chunkOf, noNames, namesWith, packNames, partsOf } from '../../shared/ledger/store/ledger-chunk.ts';
import { printTable } from '../measure/print-table.ts';
import { personOf } from './person.ts';

/*
 * What grows with an organization until it breaks: a day's bill, which comes in one answer, and the list of people of a
 * chunk of the ledger, which is one item. Each as it was before, in one piece, and as it is. Ends with 1 when an answer
 * is not read, or an item is larger than a table takes.
 */
const { values } = parseArgs({
  options: { users: { type: 'string', default: '100000,200000,1000000' }, json: { type: 'boolean', default: false } },
});

/** What of DynamoDB's 400 KB a store writes at most. */
const itemKbMax = 350;

const Answer = z.object({ rows: z.int(), mb: z.number(), cpuSeconds: z.number(), peakMb: z.number() });
type Answer = z.output<typeof Answer>;

interface Row {
  readonly users: number;
  readonly answerMb: number;
  readonly rowByRow: Answer;
  readonly whole: Answer;
  readonly lists: ChunkLists;
}

function answerOf(way: string, users: number): Answer {
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'answer.ts'), way, String(users)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  if (status !== 0) {
    throw new Error(`the answer of ${users} people was not read ${way}`);
  }
  return Answer.parse(JSON.parse(stdout));
}

/** Without what it takes to make the answer. */
function readBeside(made: Answer, way: string, users: number): Answer {
  const read = answerOf(way, users);
  return { ...read, cpuSeconds: read.cpuSeconds - made.cpuSeconds };
}

async function measure(users: number): Promise<Row> {
  const made = answerOf('made', users);
  return {
    users,
    answerMb: made.mb,
    rowByRow: readBeside(made, 'row-by-row', users),
    whole: readBeside(made, 'whole', users),
    lists: await listsOf(users),
  };
}

const rows: Row[] = [];
for (const users of values.users.split(',').map(Number)) {
  rows.push(await measure(users));
}
if (values.json) {
  console.log(JSON.stringify(rows));
} else {
  printTable(
    ['users', 'a day, MB', 'row by row, s', 'MB', 'JSON.parse, s', 'MB', 'one list, KB', 'parts', 'the largest, KB'],
    rows.map(({ users, answerMb, rowByRow, whole, lists }) => [
      String(users),
      answerMb.toFixed(0),
      rowByRow.cpuSeconds.toFixed(1),
      rowByRow.peakMb.toFixed(0),
      whole.cpuSeconds.toFixed(1),
      whole.peakMb.toFixed(0),
      lists.oneListKb.toFixed(0),
      String(lists.parts),
      lists.largestPartKb.toFixed(0),
    ]),
  );
}
const isReached = rows.every(
  ({ users, rowByRow, lists }) => rowByRow.rows === users && lists.largestPartKb <= itemKbMax,
);
process.exitCode = isReached ? 0 : 1;

/** How the people of one chunk of the ledger are listed. */
interface ChunkLists {
  readonly people: number;
  /** Of one list with all of them, as an item would hold it. */
  readonly oneListKb: number;
  readonly parts: number;
  readonly largestPartKb: number;
}

/** Lists the people of the first chunk. */
async function listsOf(users: number): Promise<ChunkLists> {
  const rows = Array.from({ length: users }, (_, index) => ({ ...personOf(index), credits: 0 })).filter(
    ({ userId }) => chunkOf(userId) === 0,
  );
  const kbOf = async (people: typeof rows) => (await packNames(namesWith(noNames, people))).length / 1_024;
  const parts = partsOf([], rows);
  const sizes = await Promise.all(parts.map(async ([, own]) => kbOf([...own] as typeof rows)));
  return {
    people: rows.length,
    oneListKb: await kbOf(rows),
    parts: parts.length,
    largestPartKb: Math.max(...sizes),
  };
}
