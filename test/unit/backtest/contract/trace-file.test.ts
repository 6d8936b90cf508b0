import { describe, expect, test } from 'vitest';

import { readTraceFile, traceBytesMax } from '../../../../shared/backtest/contract.ts';

function read(text: string) {
  return readTraceFile(new TextEncoder().encode(text));
}

test('rows are read in any order of columns, and users matched as emails are', () => {
  const { rows, problems } = read(
    '\u{feff}Credits,user,date\r\n12, Ann@B.example ,2026-03-01\r\n\r\n0,bob,2026-03-02\r\n',
  );

  expect(problems).toEqual([]);
  expect(rows).toEqual([
    { user: 'ann@b.example', date: '2026-03-01', credits: 12 },
    { user: 'bob', date: '2026-03-02', credits: 0 },
  ]);
});

test('reads semicolons between the cells', () => {
  expect(read('User;Date;Credits\na;2026-02-28;1\n').rows).toEqual([{ user: 'a', date: '2026-02-28', credits: 1 }]);
});

test('rows of one user and day are kept and counted as repeated, whatever the spelling', () => {
  const { rows, repeatedRows } = read('user,date,credits\na@b.example,2026-03-01,1\nA@b.example,2026-03-01,2\n');

  expect([rows.length, repeatedRows]).toEqual([2, 1]);
});

describe('what is wrong is named by line, field, value and remedy', () => {
  test.each([
    ['user,date,credits\n\na,2026-02-29,1\n', 'line 3', /field "date": "2026-02-29" is not a day.*YYYY-MM-DD/],
    ['user,date,credits\na,2026-02-28,-1\n', 'line 2', /field "credits": "-1" is not a whole number/],
    ['user,date,credits\na,2026-02-28,1.5\n', 'line 2', /field "credits": "1.5"/],
    ['user,date,credits\na,2026-02-28,\n', 'line 2', /field "credits": ""/],
    ['user,date,credits\n ,2026-02-28,1\n', 'line 2', /field "user": "" is empty; give an email/],
    ['user,date,credits\na,2026-02-28\n', 'line 2', /the row has 2 cells/],
    ['user|date|credits\na|2026-02-28|1\n', 'line 1', /"user\|date\|credits".*the first line is user,date,credits/],
    ['user,date,amount\na,2026-02-28,1\n', 'line 1', /"user,date,amount"/],
    ['user,date,credits\n"a,2026-02-28,1\n', 'line 2', /the quotes do not match/],
    ['a,2026-02-28,1\n', 'line 1', /no header row; put user,date,credits first/],
    ['', 'file', /is empty/],
    ['user,date,credits\na,2026-02-28,999999999999999\n', 'file', /add up to more than/],
  ])('%j', (text, at, problem) => {
    const { problems } = read(text);

    expect(problems).toEqual([{ at, text: expect.stringMatching(problem) }]);
  });

  test('at most twenty times', () => {
    expect(read(`user,date,credits\n${'a,b,c\n'.repeat(500)}`).problems).toHaveLength(20);
  });

  test('for a file that is too large, or no text', () => {
    const large = readTraceFile(new Uint8Array(traceBytesMax + 1));
    const binary = readTraceFile(new Uint8Array([0xff, 0xfe, 0x00]));

    expect(large.problems).toEqual([{ at: 'file', text: expect.stringContaining('larger than 100 MB') }]);
    expect(binary.problems).toEqual([{ at: 'file', text: expect.stringContaining('UTF-8') }]);
  });
});
