import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { recordColumns, recordFacts } from '../../../../../cli/records/record-rows.ts';
import { formOf } from '../../../../../console/parts/editing/form-of.ts';
import { changeWords, draftOf, saidOf } from '../../../../../console/parts/editing/record-form.ts';
import { readPastedElements, tableOf } from '../../../../../console/parts/importing/record-table.ts';
import { readTable } from '../../../../../console/parts/importing/table-text.ts';
import { columnsOf } from '../../../../../console/parts/records/room.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { recordDocumentOf, saidOf as saidInApi } from '../../../../../shared/kernel/contract/fields/record-parts.ts';
import { recordDocument } from '../../../../../shared/kernel/records/api/record-documents.ts';
import { wordForm } from '../../../../../shared/kernel/records/contract/fields/text-form.ts';
import {
  formatRecordCsv,
  formatRecordYaml,
  readRecordCsv,
  readRecordEntries,
} from '../../../../../shared/kernel/records/contract/files/record-rows.ts';
import { readYamlSections } from '../../../../../shared/kernel/records/contract/files/yaml-sections.ts';
import { defineRecord, type Field, type RecordCodec } from '../../../../../shared/kernel/records/contract/record.ts';
import { diffTerms, type EditedKind } from '../../../../../shared/kernel/records/record-kind.ts';
import { memoryRecordStore } from '../../../../../shared/kernel/records/store/memory-record-store.ts';
import { styleFor } from '../../../../../shared/terminal/style.ts';
import {
  announcementOutputs,
  budgetOutputs,
  exceptionOutputs,
  exemptionOutputs,
  fleetOutputs,
  helpOf,
  policyOutputs,
  requestRuleOutputs,
  targetOutputs,
  teamOutputs,
  throughOptions,
  topUpOutputs,
} from '../../../../support/record-outputs.ts';
import { setRecord } from '../../../../support/set-record.ts';

type Terms = Readonly<Record<string, unknown>>;
type AnyRecord = RecordCodec<Terms, Terms>;

/** A record that people edit, with plain fields of a valid one and the fields that name one. */
interface Sample {
  readonly record: AnyRecord;
  readonly full: Terms;
  readonly key: readonly string[];
}

const samples = [
  { ...budgetOutputs, key: ['scope', 'window'] },
  { ...teamOutputs, key: ['name'] },
  { ...topUpOutputs, key: ['scope'] },
  { ...exemptionOutputs, key: ['email'] },
  { ...exceptionOutputs, key: ['pattern'] },
  { ...announcementOutputs, key: ['pattern'] },
  { ...fleetOutputs, key: ['name'] },
  { ...policyOutputs, key: ['name'] },
  { ...targetOutputs, key: ['criterion', 'repository'] },
  { ...requestRuleOutputs, key: ['name'] },
] as unknown as readonly Sample[];

const colour: Field = {
  schema: z.enum(['red', 'green'], { error: 'is no colour; give red or green' }),
  isOptional: true,
  form: wordForm,
  label: 'Colour',
  help: 'the colour of its card',
  words: { red: 'to be looked at' },
  cli: { option: 'colour', takes: 'colour' },
};

/** The record with one field more, said where a field is said: among the terms and among the fields. */
function withColour({ record }: Sample): AnyRecord {
  const { kind, fields, problemsBetween, appliesTo } = record;
  return defineRecord<Terms, Terms>({
    kind: { ...kind, plain: (terms) => ({ ...kind.plain(terms), colour: terms['colour'] as string }) },
    fields: { ...fields, colour } as AnyRecord['fields'],
    ...(problemsBetween && { problemsBetween }),
    ...(appliesTo && { appliesTo }),
  });
}

const author = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const stamp = { version: 1, updatedBy: 'ada', updatedAt: author.at };
const style = styleFor({ isTerminal: false }, {});

describe.each(samples.map((sample) => [sample.record.kind.name, sample] as const))(
  'a field added to %s',
  (_, sample) => {
    const record = withColour(sample);
    const plain = { ...sample.full, colour: 'red' };
    const [terms, other] = [termsOf(record, plain), termsOf(record, { ...plain, colour: 'green' })];
    const document = record.document(terms);

    test('is parsed, compared and told, and a wrong value is refused beside it', () => {
      expect(terms).toMatchObject({ colour: 'red' });
      expect(diffTerms(record.kind, terms, other)).toEqual([{ field: 'colour', before: 'red', after: 'green' }]);
      expect(record.describeChange(terms, other)).toEqual(['colour red -> green']);
      expect(record.faults({ ...plain, colour: 'blue' })).toEqual([
        { field: 'colour', problem: 'is no colour; give red or green' },
      ]);
      expect(record.faults({ ...plain, color: 'red' })).toEqual([
        { field: 'color', problem: 'is unknown; did you mean "colour"?' },
      ]);
    });

    test('stands in its row, its version and its journal entry', async () => {
      const journal = memoryJournal();
      const kind = record.kind as unknown as EditedKind<Terms, Terms>;
      const store = memoryRecordStore(journal, record);
      let count = 0;
      const ids = { next: () => `id-${(count += 1)}` };
      await setRecord({ kind, store, ids }, { key: terms, termsFrom: () => terms }, author);

      expect((await store.find(terms)).row).toMatchObject({ record: { colour: 'red' } });
      expect(await store.listVersions()).toMatchObject([{ terms: { colour: 'red' } }]);
      const [entry] = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10);
      expect(JSON.stringify(entry?.detail)).toContain('"colour":"red"');
    });

    test('is a name in JSON', () => {
      expect(recordDocument(record, { ...terms, ...stamp })).toMatchObject({ colour: 'red' });
    });

    test('is shown by the commands, explained by their help, taken as an option, and a column of their list', () => {
      expect(recordFacts(record, recordDocument(record, { ...terms, ...stamp }), { style })).toMatch(/colour\s+red/u);
      expect(helpOf(record)).toMatch(/--colour <colour>\s+the colour of its card/u);
      expect(throughOptions(record, terms)).toEqual({ kind: 'terms', terms });
      expect(recordColumns(record).map(({ title }) => title)).toContain('Colour');
    });

    test('is described in OpenAPI where it is said and where it is answered', () => {
      for (const schema of [saidInApi(record), recordDocumentOf(record)]) {
        expect(z.toJSONSchema(schema)).toMatchObject({
          properties: { colour: { description: 'the colour of its card' } },
        });
      }
    });

    test('has a field in the form of the console, with its words, its fault and its place in the history', () => {
      const form = formOf(record, sample.key);
      const field = form.fields.find(({ name }) => name === 'colour');
      const draft = draftOf(form, document);

      expect(field).toMatchObject({
        label: 'Colour',
        choices: [
          ['', 'not given'],
          ['red', 'red: to be looked at'],
          ['green', 'green'],
        ],
      });
      expect(form.applying(draft, keyOf(sample))).toContain(field);
      expect(saidOf(form, draft, { ...draft, colour: 'green' })).toEqual({ colour: 'green' });
      expect(saidOf(form, draft, { ...draft, colour: '' })).toEqual({ colour: null });
      expect(form.faults({ ...draft, colour: 'blue' }, keyOf(sample))).toEqual({
        colour: 'is no colour; give red or green',
      });
      expect(changeWords(form, document, record.document(other))).toEqual(['Colour red → green']);
    });

    test('is a column of a list that its codec makes', () => {
      const column = columnsOf(record).find(({ name }) => name === 'colour');

      expect([column?.label, column?.textOf(document)]).toEqual(['Colour', 'red']);
    });

    test('is a column of what the console copies, and is read where it is pasted and kept where it is not', () => {
      const table = tableOf(record, sample.key);
      const copied = table.write([document], '\t');
      const inCsv = (csv: string): string | undefined => {
        const [head = [], cells = []] = readTable(csv);
        return cells[head.indexOf('colour')];
      };

      expect(inCsv(table.readPasted(copied, []).csv)).toBe('red');
      expect(inCsv(table.readPasted(copied.replace(/red(?=\s*$)/u, 'green'), [document]).csv)).toBe('green');
      const keyColumns = readTable(copied).map((row) => sample.key.map((_name, at) => row[at] ?? '').join('\t'));
      expect(inCsv(table.readPasted(keyColumns.join('\n'), [document]).csv)).toBe('red');
    });
  },
);

describe.each(samples.map((sample) => [sample.record.kind.name, sample] as const))(
  'in files, a field added to %s',
  (_, sample) => {
    const record = withColour(sample);
    const terms = termsOf(record, { ...sample.full, colour: 'red' });

    test('is a column of CSV and a key of YAML, and read back from both', () => {
      const csv = formatRecordCsv(record, [terms]);
      expect(readTable(csv)[0]).toContain('colour');
      expect(readRecordCsv(record, csv)).toMatchObject({ problems: [], rows: [{ terms: { colour: 'red' } }] });
      const yaml = formatRecordYaml(record, 'records', [terms]);
      const { entries } = readYamlSections(yaml, ['records']);
      expect(readRecordEntries(record, entries['records'] ?? [])).toMatchObject({
        rows: [{ terms: { colour: 'red' } }],
      });
    });
  },
);

test('a field added to a team stands in the row of each member, alike, and a file without its column leaves it', () => {
  const team = { ...teamOutputs, key: ['name'] } as unknown as Sample;
  const record = withColour(team);
  const terms = termsOf(record, { ...team.full, members: ['ann@acme.example', 'bob@acme.example'], colour: 'red' });

  expect(formatRecordCsv(record, [terms])).toBe(
    'team,member,colour\nweb,ann@acme.example,red\nweb,bob@acme.example,red\n',
  );
  expect(readRecordCsv(record, 'team,member,colour\nweb,a@x.example,red\nweb,b@x.example,green\n')).toMatchObject({
    problems: [{ at: 'line 3', text: 'field "colour": "green" contradicts line 2; give the same in both' }],
  });
  expect(readRecordCsv(record, 'team,member\nweb,a@x.example\n').rows).toMatchObject([{ unsaid: ['colour'] }]);
  expect(readPastedElements(record, 'colour\tmembers\tteam\nred\ta@x.example;b@x.example\tweb').csv).toBe(
    'team,member,colour\nweb,a@x.example,red\nweb,b@x.example,red',
  );
});

function termsOf(record: AnyRecord, plain: Terms): Terms {
  const read = record.parse(plain);
  expect(read).toMatchObject({ kind: 'terms' });
  return read.kind === 'terms' ? read.terms : {};
}

function keyOf({ full, key }: Sample): Terms {
  return Object.fromEntries(key.map((name) => [name, full[name]]));
}
