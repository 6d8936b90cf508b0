import { join } from 'node:path';

import { chunkOf, namesWith, noNames, packNames, partsOf } from '../shared/ledger/store/ledger-chunk.ts';
import { runClaim } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { documentOf } from './measure/programs.ts';
import { ratioOf } from './measure/spread.ts';
import { personOf, type Answer } from './million/answer.ts';

/*
 * What grows with an organization until it breaks: a day's bill, which comes in one answer, and the list of people of a
 * chunk of the ledger, which is one item. Each in one piece, and in parts as Curfew has it. The goal: each answer is read,
 * and no item is larger than a table takes.
 */

/** Of DynamoDB's 400 KB, what a store writes at most. */
const itemKbMax = 350;

async function answerOf(way: string, users: number): Promise<Answer> {
  return documentOf([join(import.meta.dirname, 'million', 'answer.ts'), way, String(users)]);
}

async function measure(users: number) {
  const made = await answerOf('made', users);
  // Without what it takes to make the answer.
  const readBeside = async (way: string): Promise<Answer> => {
    const read = await answerOf(way, users);
    return { ...read, cpuSeconds: read.cpuSeconds - made.cpuSeconds };
  };
  const [rowByRow, whole] = [await readBeside('row-by-row'), await readBeside('whole')];
  return { users, answerMb: made.mb, rowByRow, whole, lists: await listsOf(users) };
}

/** The people of the first chunk of the ledger: of one list with all of them, and of the parts as they are stored. */
async function listsOf(users: number) {
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

await runClaim(import.meta, async ({ numbers }) => {
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  for (const users of numbers('users')) {
    rows.push(await measure(users));
  }
  const inMb = { unit: 'MB' };
  return {
    document: rows,
    ratios: rows.flatMap(({ users, answerMb, rowByRow, whole, lists }) => {
      const peer = 'JSON.parse of the whole';
      const list = `largest item of a list of people of ${users} users, in ${lists.parts} parts`;
      return [
        ratioOf(
          [`memory of a day's bill of ${users} users, ${answerMb.toFixed(0)} MB`, peer],
          whole.peakMb,
          rowByRow.peakMb,
          inMb,
        ),
        ratioOf([`CPU of the same, each row judged`, peer], whole.cpuSeconds, rowByRow.cpuSeconds, {
          unit: 's',
          digits: 1,
        }),
        ratioOf([list, 'one list a chunk'], lists.oneListKb, lists.largestPartKb, { unit: 'KB' }),
      ];
    }),
    report: [
      tableText(
        [
          'users',
          'a day, MB',
          'row by row, s',
          'MB',
          'JSON.parse, s',
          'MB',
          'one list, KB',
          'parts',
          'the largest, KB',
        ],
        rows.map(({ users, answerMb, rowByRow, whole, lists }) => [
          users,
          answerMb.toFixed(0),
          rowByRow.cpuSeconds.toFixed(1),
          rowByRow.peakMb.toFixed(0),
          whole.cpuSeconds.toFixed(1),
          whole.peakMb.toFixed(0),
          lists.oneListKb.toFixed(0),
          lists.parts,
          lists.largestPartKb.toFixed(0),
        ]),
      ),
    ],
    hasReachedGoal: rows.every(
      ({ users, rowByRow, lists }) => rowByRow.rows === users && lists.largestPartKb <= itemKbMax,
    ),
  };
});
