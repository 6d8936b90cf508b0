import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { groups, type GroupName } from '../../../../../cli/frame/groups.ts';
import { budgetKind, type BudgetKey, type BudgetTerms } from '../../../../../shared/budgets/budget.ts';
import { budgetRecord } from '../../../../../shared/budgets/contract/budget.ts';
import { budgetsContract } from '../../../../../shared/budgets/contract/budgets-contract.ts';
import { controlsContract } from '../../../../../shared/controls/contract/controls-contract.ts';
import { grantsContract } from '../../../../../shared/grants/contract/grants-contract.ts';
import { wordForm } from '../../../../../shared/kernel/records/contract/fields/text-form.ts';
import {
  defineRecord,
  fieldsOf,
  type Field,
  type RecordCodec,
} from '../../../../../shared/kernel/records/contract/record.ts';
import { recordsContract } from '../../../../../shared/kernel/records/contract/records-contract.ts';
import { diffTerms } from '../../../../../shared/kernel/records/record-kind.ts';
import { teamsContract } from '../../../../../shared/teams/contract/teams-contract.ts';
import {
  announcementOutputs,
  blindOutputs,
  budgetOutputs,
  exceptionOutputs,
  exemptionOutputs,
  fleetOutputs,
  helpOf,
  policyOutputs,
  settingsOutputs,
  requestRuleOutputs,
  targetOutputs,
  teamOutputs,
  throughOptions,
  topUpOutputs,
  type RecordOutputs,
} from '../../../../support/record-outputs.ts';
import { samplesOf } from '../../../../support/record-samples.ts';

/** Two terms that differ in one field alone. */
interface Pair<Terms> {
  readonly field: string;
  readonly before: Terms;
  readonly after: Terms;
}

/** Of many fields only some are set at once: most others would not go together. */
const optionalMax = 8;

type Samples = ReadonlyMap<string, readonly unknown[]>;

function termsReader<Key, Terms extends Key>({ record, isValid }: RecordOutputs<Key, Terms>) {
  return (plain: Readonly<Record<string, unknown>>): Terms | undefined => {
    const read = record.parse(plain);
    return read.kind === 'terms' && isValid?.(read.terms) !== false ? read.terms : undefined;
  };
}

/** Some values of each field. */
function samplesIn<Key, Terms extends Key>(outputs: RecordOutputs<Key, Terms>): Samples {
  const { record, full, beside = {} } = outputs;
  const termsOf = termsReader(outputs);
  return new Map(
    fieldsOf(record).map(([name, each]) => [
      name as string,
      samplesOf(each, (value) => termsOf({ ...full, ...beside[name], [name]: value }) !== undefined),
    ]),
  );
}

/** Any valid terms, and the same with another value of one field. */
function pairs<Key, Terms extends Key>(
  outputs: RecordOutputs<Key, Terms>,
  field: string,
  samples: Samples = samplesIn(outputs),
): fc.Arbitrary<Pair<Terms>> {
  const { record, beside = {} } = outputs;
  const termsOf = termsReader(outputs);
  const fixed = beside[field] ?? {};
  // Fields that do not go together with the others are drawn in their own turn.
  const drawn = fieldsOf(record).filter(([name]) => name === field || !(name in fixed || name in beside));
  const isRequired = ([, { isOptional }]: (typeof drawn)[number]): boolean => isOptional !== true;
  const mayBeLeftOut = drawn.filter((each) => !isRequired(each));
  const anyPlain = fc
    .subarray(mayBeLeftOut, { maxLength: Math.min(optionalMax, mayBeLeftOut.length) })
    .chain((optional) =>
      fc.record(
        Object.fromEntries(
          [...drawn.filter(isRequired), ...optional].map(([name]) => [
            name,
            fc.constantFrom(...(samples.get(name) ?? [])),
          ]),
        ),
      ),
    );
  return fc
    .tuple(
      anyPlain.map((plain) => ({ ...fixed, ...plain })),
      fc.constantFrom(...(samples.get(field) ?? [])),
    )
    .map(([plain, other]) => {
      const [before, after] = [termsOf(plain), termsOf({ ...plain, [field]: other })];
      return before !== undefined && after !== undefined && diffTerms(record.kind, before, after).length > 0
        ? { field, before, after }
        : undefined;
    })
    .filter((pair) => pair !== undefined);
}

function describeEveryField<Key, Terms extends Key>(outputs: RecordOutputs<Key, Terms>, numRuns?: number): void {
  const { record } = outputs;
  const help = helpOf(record);
  const samples = samplesIn(outputs);

  describe.each(fieldsOf(record))(`the field %s of every ${record.kind.name}`, (name, field) => {
    const changes = pairs(outputs, name, samples);

    test('is found wherever it changes: row, version, journal, files, documents and what is printed', async () => {
      await fc.assert(
        fc.asyncProperty(changes, async ({ before, after }) => {
          // Two places may be on the same side of the neighbour: then the order in the file is the same.
          const isOrder = field.isOrderOfFile === true;
          const blind = await blindOutputs(outputs, before, after);

          expect(blind.filter((output) => !(isOrder && ['csv', 'yaml'].includes(output)))).toEqual([]);
        }),
        { numRuns: numRuns ?? 4 },
      );
    });

    test('is shown in the difference, by its name and alone', () => {
      fc.assert(
        fc.property(changes, ({ before, after }) => {
          expect(diffTerms(record.kind, before, after).map((change) => change.field)).toEqual([name]);
          expect(record.describeChange(before, after)).toEqual([expect.stringContaining(`${name} `)]);
        }),
        { numRuns: numRuns ?? 8 },
      );
    });

    test('is read back from the plain fields and from the command line', () => {
      fc.assert(
        fc.property(changes, ({ after }) => {
          expect(record.parse(record.format(after))).toEqual({ kind: 'terms', terms: after });
          expect(throughOptions(record, after)).toEqual({ kind: 'terms', terms: after });
        }),
        { numRuns: numRuns ?? 8 },
      );
    });

    test('is explained in the help', () => {
      const flag = 'argument' in field.cli ? `<${field.cli.argument}>` : `--${field.cli.option}`;

      expect(help).toContain(flag);
      expect(help).toContain(field.help);
    });
  });
}

describeEveryField(budgetOutputs);
describeEveryField(teamOutputs);
describeEveryField(topUpOutputs);
describeEveryField(exemptionOutputs);
describeEveryField(exceptionOutputs);
describeEveryField(announcementOutputs, 3);
describeEveryField(fleetOutputs, 3);
describeEveryField(policyOutputs, 3);
describeEveryField(targetOutputs, 3);
describeEveryField(requestRuleOutputs, 3);
// Many fields, and a file that is read again for each.
describeEveryField(settingsOutputs, 3);

const taken = [
  ['budgets set', budgetsContract.setBudget, budgetOutputs],
  ['teams set', teamsContract.setTeam, teamOutputs],
  ['topup add', grantsContract.addTopUp, topUpOutputs],
  ['exempt add', grantsContract.addExemption, exemptionOutputs],
  ['exceptions add', controlsContract.addException, exceptionOutputs],
  ['controls announce', controlsContract.announceChange, announcementOutputs],
  ['fleet set', recordsContract.setRecord, fleetOutputs],
  ['sessions policies set', recordsContract.setRecord, policyOutputs],
  ['readiness targets set', recordsContract.setRecord, targetOutputs],
  ['requests rules set', recordsContract.setRecord, requestRuleOutputs],
] as const;

test.each(taken)('%s and its operation take every field of its record', (path, operation, { record }) => {
  const [group, ...names] = path.split(' ') as [GroupName, ...string[]];
  const parent = new Command(group);
  groups[group](parent, { run: async () => undefined, runBeginning: async () => undefined });
  const command = names.reduce<Command | undefined>(
    (found, name) => found?.commands.find((each) => each.name() === name),
    parent,
  );
  const explained = [
    ...(command?.registeredArguments.map((each) => [each.name(), each.description]) ?? []),
    ...(command?.options.map(({ long, description }) => [long, description]) ?? []),
  ];
  const params = 'params' in operation ? Object.keys(operation.params.shape) : [];
  const query = 'query' in operation ? Object.keys(operation.query.shape) : [];
  const body = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' }).properties ?? {};
  const fields = fieldsOf(record as unknown as RecordCodec<unknown, unknown>);

  const missing = fields.filter(([name, { cli, help }]) => {
    const flag = 'argument' in cli ? cli.argument : `--${cli.option}`;
    return (
      !explained.some(([given, said]) => given === flag && said?.startsWith(help)) ||
      ![...params, ...query, ...Object.keys(body)].includes(name)
    );
  });
  expect(missing).toEqual([]);
});

describe('a field that is forgotten', () => {
  const notes = pairs(budgetOutputs, 'note');

  test.each(Object.keys(budgetOutputs.printed))('is missed where %s leaves it out', async (output) => {
    const print = budgetOutputs.printed[output];
    const forgetful = {
      ...budgetOutputs,
      printed: { ...budgetOutputs.printed, [output]: ({ note: _note, ...terms }: BudgetTerms) => print?.(terms) },
    };

    await fc.assert(
      fc.asyncProperty(notes, async ({ before, after }) => {
        expect(await blindOutputs(forgetful, before, after)).toEqual([output]);
      }),
      { numRuns: 5 },
    );
  });

  test('is missed where the plain fields leave it out', () => {
    const { note: _note, ...others } = budgetRecord.fields;
    const forgetful = defineRecord<BudgetKey, BudgetTerms>({
      fields: budgetRecord.fields,
      kind: { ...budgetKind, plain: ({ note: _dropped, ...terms }) => budgetKind.plain(terms) },
    });

    fc.assert(
      fc.property(notes, ({ before, after }) => {
        expect(diffTerms(forgetful.kind, before, after)).toEqual([]);
        expect(forgetful.document(after)).not.toHaveProperty('note');
      }),
    );
    expect(Object.keys(others)).not.toContain('note');
  });

  test('does not compile in a definition, nor does one too many or one that may be missing and does not say so', () => {
    const { note, ...others } = budgetRecord.fields;
    const extra: Field<string> = { ...note, schema: note.schema };
    const { isOptional: _optional, ...always } = note;

    // @ts-expect-error: the note is forgotten.
    const lacking = defineRecord<BudgetKey, BudgetTerms>({ kind: budgetKind, fields: others });
    const surplus = defineRecord<BudgetKey, BudgetTerms>({
      kind: budgetKind,
      // @ts-expect-error: there is no colour in the terms.
      fields: { ...budgetRecord.fields, colour: { ...extra, form: wordForm } },
    });
    // @ts-expect-error: terms may lack the note.
    const required = defineRecord<BudgetKey, BudgetTerms>({ kind: budgetKind, fields: { ...others, note: always } });

    const plain = { scope: 'org', window: 'month', amount: 1, note: 'why' };
    expect(lacking.parse(plain)).toEqual({ kind: 'refused', problems: [expect.stringMatching(/"note": is unknown/u)] });
    expect(surplus.names).toContain('colour');
    expect(required.parse({ ...plain, note: undefined }).kind).toBe('refused');
  });
});
