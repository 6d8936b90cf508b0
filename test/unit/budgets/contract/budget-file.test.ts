import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readBudgetFile, type BudgetFile } from '../../../../shared/budgets/contract/budget-file.ts';
import { budgetRecord } from '../../../../shared/budgets/contract/budget.ts';
import { fileFormat } from '../../../../shared/kernel/records/contract/files/file-text.ts';
import { formatRecordCsv, formatRecordYaml } from '../../../../shared/kernel/records/contract/files/record-rows.ts';
import { holdsHidden } from '../../../../shared/kernel/texts/hidden-letters.ts';
import { someTerms } from '../../../support/budgets.ts';
import { withCpuTime } from '../../../support/cpu-time.ts';

const header = 'scope,window,amount,mode,thresholds,guarantee,owners,from,to,note';

function csv(text: string): BudgetFile {
  return readBudgetFile(Buffer.from(text), 'csv');
}

function yaml(text: string): BudgetFile {
  return readBudgetFile(Buffer.from(text), 'yaml');
}

function problemsOf({ problems }: BudgetFile): readonly string[] {
  return problems.map(({ at, text }) => `${at}: ${text}`);
}

describe('a CSV file of budgets', () => {
  test('says what its cells say, with defaults for empty ones', () => {
    const file = csv(
      `${header}\norg,month,1000,alert,100;50,1.2,a@b.example;c@d.example,2026-03-01,2026-03-31,"why, then"\ndefault,day,unlimited,,,,,,,\n`,
    );

    expect(file.problems).toEqual([]);
    expect(file.budgets.map(({ terms }) => terms)).toEqual([
      {
        scope: { kind: 'org' },
        window: 'month',
        amount: { kind: 'credits', credits: 1000 },
        mode: 'alert',
        thresholds: [50, 100],
        guarantee: { kind: 'overcommit', factor: 1.2 },
        owners: ['a@b.example', 'c@d.example'],
        from: '2026-03-01',
        to: '2026-03-31',
        note: 'why, then',
        forecastAlert: true,
      },
      {
        scope: { kind: 'default' },
        window: 'day',
        amount: { kind: 'unlimited' },
        mode: 'enforce',
        thresholds: [50, 80, 100],
        owners: [],
        forecastAlert: true,
      },
    ]);
    const lacking = budgetRecord.names.filter((name) => !header.split(',').includes(name));
    expect(lacking).toContain('forecastAlert');
    expect(file.budgets.map(({ unsaid }) => unsaid)).toEqual([lacking, lacking]);
  });

  test('says nothing of a column that it lacks, and clears what its empty cells say', () => {
    const file = csv('scope,window,amount,note\norg,month,5,\n');

    expect(file.budgets[0]?.terms).not.toHaveProperty('note');
    expect(file.budgets[0]?.unsaid).toContain('guarantee');
    expect(file.budgets[0]?.unsaid).not.toContain('note');
  });

  test('may begin with a byte order mark, end its lines in two characters and have its columns in any order', () => {
    const columns = header.split(',').toReversed().join(',');

    const file = csv(`\uFEFF${columns}\r\n,,,,,,,5,month,org\r\n`);

    expect(file).toMatchObject({ problems: [], budgets: [{ terms: { window: 'month', amount: { credits: 5 } } }] });
  });

  test('names the line of a bad row even after quoted line ends and blank lines', () => {
    const file = csv(
      `${header}\r\norg,month,5,,,,,,,"two\r\nlines"\r\n\r\ndefault,day,-5,,,,,,,\r\n,,,,,,,,,\r\ndefault,week,abc,,,,,,,`,
    );

    expect(file.problems.map(({ at }) => at)).toEqual(['line 5', 'line 7']);
  });

  test.each([
    ['a negative amount', 'org,month,-5,,,,,,,', '"-5" is negative'],
    ['a fraction', 'org,month,1.5,,,,,,,', '"1.5" is not a whole number'],
    ['a text for an amount', 'org,month,abc,,,,,,,', '"abc" is not a number'],
    ['no amount', 'org,month,,,,,,,,', 'is missing'],
    ['an unknown window', 'org,year,5,,,,,,,', '"year" is unknown'],
    ['an unknown scope', 'me,month,5,,,,,,,', '"me" is unknown'],
    ['an unknown mode', 'org,month,5,shout,,,,,,', '"shout" is unknown'],
    ['a day that is none', 'org,month,5,,,,,2026-02-30,,', '"2026-02-30" is not a day'],
    ['an owner who is none', 'org,month,5,,,,nobody,,,', '"nobody" is not an email'],
    ['a guarantee of one user', 'user:a@b.example,month,5,,,strict,,,,', 'for pools only'],
    ['a row that is too short', 'org,month,5', 'has 3 cells'],
    ['a quote in the middle of a cell', 'org,month,5"5,,,,,,,', 'the quotes do not match'],
  ])('refuses %s, with its line and a remedy', (_title, row, fault) => {
    const [problem = '', ...others] = problemsOf(csv(`${header}\n${row}\n`));

    expect(others).toEqual([]);
    expect(problem).toContain('line 2: ');
    expect(problem).toContain(fault);
    expect(problem).toContain(';');
  });

  test('names every problem of every row at once', () => {
    const file = csv(`${header}\norg,year,-5,,,,,,,\ndefault,day,x,,,,,,,\n`);

    expect(file.problems.map(({ at }) => at)).toEqual(['line 2', 'line 2', 'line 3']);
  });

  test.each([
    ['an unknown column', `${header},colour`, 'column "colour" is unknown'],
    ['a missing column', header.replace(',amount', ''), 'missing: column "amount"'],
    ['a column that stands twice', `${header},note`, 'column "note" stands twice, as columns 10 and 11; keep one'],
    ['a column that is misspelled', header.replace('amount', 'ammount'), 'did you mean "amount"?'],
    ['another separator of the cells', header.replaceAll(',', '|'), 'not separated by commas'],
    [
      'a file without a header row',
      'org,month,500000',
      'no header row: "org", "month", "500000" are no columns; put one first, such as scope,window,amount,',
    ],
    ['no line at all', '', 'the file is empty'],
    ['a column that would reach into the program', `${header},__proto__`, 'column "__proto__" is unknown'],
  ])('refuses %s', (_title, firstLine, fault) => {
    const [problem] = problemsOf(csv(`${firstLine}\n`));

    expect(problem).toContain(fault);
  });

  test.each([
    ['semicolons', 'SCOPE;Window;AMOUNT;Thresholds\r\norg;month;"1,000,000";"50;80"\r\n'],
    ['tabs', 'Scope\twindow\tAmount\tTHRESHOLDS\norg\tmonth\t1,000,000\t50;80\n'],
  ])('reads what spreadsheets of other languages write: %s between the cells, columns in any case', (_title, text) => {
    const { budgets, problems } = csv(text);

    expect(problems).toEqual([]);
    expect(budgets.map(({ terms }) => terms)).toMatchObject([
      { scope: { kind: 'org' }, amount: { kind: 'credits', credits: 1_000_000 }, thresholds: [50, 80] },
    ]);
  });

  test('quotes an amount that is too large as it was written', () => {
    const problems = problemsOf(csv('scope,window,amount\norg,month,999999999999999999999\n'));

    expect(problems).toEqual([expect.stringContaining('"999999999999999999999" is too large')]);
  });

  test.each([
    ['2026/12/1', 'did you mean 2026-12-01?'],
    ['31.12.2026', 'did you mean 2026-12-31?'],
    ['1/2/2026', 'did you mean 2026-01-02 or 2026-02-01?'],
    ['2026-02-30', 'give a day as YYYY-MM-DD'],
  ])('says which day may be meant: %s', (day, remedy) => {
    const [problem] = problemsOf(csv(`scope,window,amount,from\norg,month,5,${day}\n`));

    expect(problem?.endsWith(remedy)).toBe(true);
  });

  test('takes scope, window and amount for enough', () => {
    const full = csv(`${header}\norg,month,5,,,,,,,\n`);

    const short = csv('amount,scope,window\n5,org,month\n');

    expect(problemsOf(short)).toEqual([]);
    expect(short.budgets.map(({ terms }) => terms)).toEqual(full.budgets.map(({ terms }) => terms));
  });

  test('refuses a budget that stands twice, in whatever spelling', () => {
    const file = csv(`${header}\nuser:Ann@b.example,day,5,,,,,,,\nuser:ann@B.example,day,6,,,,,,,\n`);

    expect(problemsOf(file)).toEqual([expect.stringMatching(/^line 3: "user:ann@b\.example \/ day" .* line 2/u)]);
  });

  test('takes a guarantee as it stands, and warns of nothing', () => {
    const file = csv(`${header}\norg,month,5,,,strict,,,,\n`);

    expect(file.problems).toEqual([]);
    expect(file.warnings).toEqual([]);
  });

  test('never lets a cell begin with what a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.array(someTerms, { maxLength: 4 }), (terms) => {
        const cells = parse(formatRecordCsv(budgetRecord, terms)).flat();

        expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      }),
    );
  });

  test('that was written is read back as it was, and holds no letter that steers a terminal or hides others', () => {
    const lists = fc.uniqueArray(someTerms, { selector: (terms) => JSON.stringify([terms.scope, terms.window]) });
    fc.assert(
      fc.property(lists, (terms) => {
        const written = formatRecordCsv(budgetRecord, terms);
        const read = csv(written);

        expect(holdsHidden(written)).toBe(false);
        expect(read.problems).toEqual([]);
        expect(read.budgets.map(({ terms }) => terms)).toEqual(terms);
      }),
    );
  });
});

describe('a YAML file of budgets', () => {
  test('says nothing of a key that it lacks, and clears what has nothing behind its colon', () => {
    const file = yaml('budgets:\n  - {scope: org, window: month, amount: 5, note: , owners: null}\n');

    expect(file.problems).toEqual([]);
    expect(file.budgets[0]?.terms).toMatchObject({ owners: [] });
    expect(file.budgets[0]?.unsaid).toContain('guarantee');
    expect(file.budgets[0]?.unsaid).not.toEqual(expect.arrayContaining(['note']));
    expect(file.budgets[0]?.unsaid).not.toEqual(expect.arrayContaining(['owners']));
  });

  test.each(['---', '...\n---', '--- # more'])(
    'of two documents is refused, with the line of the second: %j',
    (mark) => {
      const text = `budgets: [{scope: org, window: day, amount: 5}]\n${mark}\nbudgets: [{scope: default, window: day, amount: 6}]\n`;
      const line = 2 + mark.split('\n').length - 1;

      const file = yaml(text);

      expect(file.budgets).toEqual([]);
      expect(problemsOf(file)).toEqual([
        expect.stringMatching(`^line ${line}: a second document begins here .*move it`),
      ]);
    },
  );

  test('of another version of YAML, in which 0100 is 64, is refused', () => {
    const file = yaml('%YAML 1.1\n---\nbudgets: [{scope: org, window: day, amount: 0100}]\n');

    expect(file.budgets).toEqual([]);
    expect(problemsOf(file)).toEqual([expect.stringMatching(/^line 1: the "%YAML" line .*remove it/u)]);
    expect(yaml('%YAML 1.2\n---\nbudgets: [{scope: org, window: day, amount: 5}]\n').problems).toEqual([]);
  });

  test('may begin and end with the marks of its one document', () => {
    expect(yaml('---\nbudgets: [{scope: org, window: day, amount: 5}]\n...\n').problems).toEqual([]);
  });

  test('may write lists as lists or as in CSV, and has a field for forecast alerts', () => {
    const file = yaml(
      [
        'budgets:',
        '  - {scope: org, window: month, amount: 5, thresholds: [80, 50], owners: [a@b.example], forecastAlert: false}',
        '  - scope: default',
        '    window: day',
        '    amount: unlimited',
        '    thresholds: 50;80',
        '    owners: a@b.example; c@d.example',
        '    note:',
      ].join('\n'),
    );

    expect(file.problems).toEqual([]);
    expect(file.budgets).toMatchObject([
      { at: 'entry 1 (line 2)', terms: { thresholds: [50, 80], forecastAlert: false } },
      { at: 'entry 2 (line 3)', terms: { thresholds: [50, 80], owners: ['a@b.example', 'c@d.example'] } },
    ]);
  });

  test.each([
    ['an unknown field', 'budgets: [{scope: org, window: day, amount: 5, colour: red}]', 'field "colour": is unknown'],
    ['a field that would reach into the program', 'budgets: [{__proto__: {a: 1}}]', 'field "__proto__": is unknown'],
    ['a number written as text', 'budgets: [{scope: org, window: day, amount: "5"}]', '"5" is not a number'],
    ['an entry that is no map', 'budgets: [org]', 'not a map of fields'],
    ['an unknown key', 'budget: []\nbudgets: []', 'key "budget" is unknown'],
    ['no budgets', 'a: 1', '"budgets:"'],
    ['an alias that leads to itself', 'budgets: &a [*a]', 'not a map of fields'],
    ['what is not YAML', 'a: b: c', 'not YAML'],
    ['the same field twice', 'budgets: [{scope: org, scope: org}]', 'not YAML'],
  ])('refuses %s', (_title, text, fault) => {
    expect(problemsOf(yaml(text)).join('\n')).toContain(fault);
  });

  test('that nests without end is refused at once', async () => {
    const { result, cpuMs } = await withCpuTime(() => yaml('['.repeat(1_900_000)));

    expect(problemsOf(result).join()).toContain('nested too deep');
    expect(cpuMs).toBeLessThan(4_000);
  });

  test.each([
    ['lines', (fields: readonly string[]) => `budgets:\n  - ${fields.join('\n    ')}\n`],
    ['braces', (fields: readonly string[]) => `budgets: [{${fields.join(', ')}}]\n`],
    ['the file itself', (fields: readonly string[]) => fields.join('\n')],
  ])('with thousands of fields in one map is refused before they are compared: %s', (_, textOf) => {
    const fields = Array.from({ length: 60_000 }, (_each, index) => `field${index}: 1`);

    expect(problemsOf(yaml(textOf(fields))).join()).toContain('have more than 200 fields');
  });

  test('that multiplies itself by aliases is refused', () => {
    const levels = Array.from({ length: 9 }, (_, level) => `  - &l${level + 1} [${`*l${level},`.repeat(9)}]`);

    const file = yaml(['budgets:', '  - &l0 [x]', ...levels].join('\n'));

    expect(problemsOf(file).join('\n')).toContain('too many aliases');
  });

  test('that was written is read back as it was, and holds no letter that steers a terminal or hides others', () => {
    const lists = fc.uniqueArray(someTerms, { selector: (terms) => JSON.stringify([terms.scope, terms.window]) });
    fc.assert(
      fc.property(lists, (terms) => {
        const written = formatRecordYaml(budgetRecord, 'budgets', terms);
        const read = yaml(written);

        expect(holdsHidden(written)).toBe(false);
        expect(read.problems).toEqual([]);
        expect(read.budgets.map(({ terms }) => terms)).toEqual(terms);
      }),
    );
  });
});

describe('any file of budgets', () => {
  test('that is not UTF-8 is refused', () => {
    expect(problemsOf(readBudgetFile(Uint8Array.of(0xff, 0xfe, 0x41), 'csv'))).toEqual([
      expect.stringContaining('not UTF-8'),
    ]);
  });

  test('that is too large is refused before it is read', () => {
    expect(problemsOf(readBudgetFile(new Uint8Array(10_000_001), 'yaml'))[0]).toContain('larger than 10 MB');
  });

  test.each([
    ['budgets.csv', 'csv'],
    ['a/b.YML', 'yaml'],
    ['budgets.yaml', 'yaml'],
    ['budgets.json', undefined],
    ['csv', undefined],
  ])('called %s is taken for %s', (name, format) => {
    expect(fileFormat(name)).toBe(format);
  });
});
