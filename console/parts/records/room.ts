import { fleetRecord } from '../../../shared/computers/contract/fleet-entry.ts';
import { readAmount } from '../../../shared/kernel/records/contract/fields/amount.ts';
import { fieldsOf, type RecordCodec } from '../../../shared/kernel/records/contract/record.ts';
import { creditsPhrase } from '../../../shared/kernel/texts/credits.ts';
import { targetRecord } from '../../../shared/readiness/contract/readiness-target.ts';
import { requestRuleRecord } from '../../../shared/requests/contract/request-rule.ts';
import { sessionPolicyRecord } from '../../../shared/sessions/contract/session-policy.ts';
import { formOf } from '../editing/form-of.ts';
import { type Draft, linesIn, type RecordForm } from '../editing/record-form.ts';
import { type RecordTable, tableOf } from '../importing/record-table.ts';
import { type RecordKindName, recordKinds } from './record-kinds.ts';

/** What a rule of requests comes to, in a sentence a fact. */
export function ruleWords(draft: Draft<string>): readonly string[] {
  const { people = '', teams = '', monthMax = '' } = draft;
  const amount = (field: string): string => creditsPhrase(readAmount(draft[field] ?? '') ?? 0);
  const whose = [
    ...(people.trim() === '' ? [] : [linesIn(people).join(', ')]),
    ...(teams.trim() === '' ? [] : [`members of ${linesIn(teams).join(', ')}`]),
  ];
  return [
    `Requests of ${whose.length === 0 ? 'all people' : whose.join(' who are ')} for at most ${amount('creditsMax')} are approved automatically.`,
    `Rules give one person at most ${amount('personMonthMax')} a month.`,
    ...(monthMax.trim() === ''
      ? ['There is no limit for all together: give one to bound what the rule can cost.']
      : [`All together get at most ${amount('monthMax')} a month by this rule.`]),
    'A rule does not approve requests of the person who set it last. What is asked already stays in the queue.',
  ];
}

export type Values = Readonly<Record<string, unknown>>;

/** What the pages of one kind of record say beside its fields. */
interface Words {
  readonly purpose: string;
  readonly none: string;
  readonly noneHelp: string;
  /** What becomes of what a record did, once it is removed. */
  readonly removal: string;
  /** The page of what the records are for. */
  readonly parent: { readonly path: string; readonly title: string };
  /** What pasted rows look like: the columns that name a record, or all that the commands take as arguments. */
  readonly example: string;
  /** What a valid draft comes to, in sentences; the API says the rest. */
  readonly describe?: (draft: Draft<string>) => readonly string[];
}

export interface RecordRoom extends Words {
  readonly kind: RecordKindName;
  readonly one: string;
  readonly many: string;
  readonly key: readonly string[];
  readonly form: RecordForm<string>;
  /** With the fields that name it, of a new one. */
  readonly fullForm: RecordForm<string>;
  readonly table: RecordTable;
  readonly columns: readonly RecordColumn[];
  /** The fields that name a record, of a row of the API. */
  readonly keyOf: (row: Values) => Values;
  readonly keyText: (row: Values) => string;
}

interface RecordColumn {
  readonly name: string;
  readonly label: string;
  readonly textOf: (row: Values) => string;
}

const rooms: Readonly<Record<RecordKindName, RecordRoom>> = {
  rules: roomOf('rules', requestRuleRecord, {
    purpose: 'Requests that match a rule are approved automatically',
    none: 'No rule yet: approvers decide every request',
    noneHelp: 'Requests that match a rule are approved automatically: up to an amount a request, a person and a month.',
    removal: 'What it has approved stays. Requests like these wait for an approver from now on.',
    parent: { path: '/requests', title: 'All requests' },
    example: 'rule\tcreditsMax\tpersonMonthMax\nsmall\t5k\t10k',
    describe: ruleWords,
  }),
  policies: roomOf('policies', sessionPolicyRecord, {
    purpose: 'What is done about sessions that stand out',
    none: 'No policy yet: sessions that stand out are reported',
    noneHelp: 'A policy names actions for findings of some sessions, or takes them.',
    removal: 'Sessions like these are reported alone from now on.',
    parent: { path: '/sessions', title: 'All sessions' },
    example: 'policy\tactions\nrunaways\tarchive',
  }),
  computers: roomOf('computers', fleetRecord, {
    purpose: 'The computers that there should be; the next run compares them with the platform',
    none: 'No computer is on the fleet list',
    noneHelp: 'Add one by its name, or many by a pattern; the next run reads it.',
    removal: 'Curfew looks after it no longer. The computer itself stays.',
    parent: { path: '/computers', title: 'All computers' },
    example: 'name\trepositories\nbuilder-[01-04]\thttps://git.acme.example/web',
  }),
  targets: roomOf('targets', targetRecord, {
    purpose: 'What a criterion has to come to, where, and by when',
    none: 'No target is set',
    noneHelp: 'A target aims at a criterion of repositories by a day.',
    removal: 'No reminder of it is sent any more.',
    parent: { path: '/readiness?tab=targets', title: 'How targets stand' },
    example: 'criterion\trepository\tby\nunit-tests\tacme/*\t2026-12-31',
  }),
};

export function recordRoom(kind: RecordKindName): RecordRoom {
  return rooms[kind];
}

/** The fields that name a record, among others. */
export function pick(names: readonly string[], values: Values): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** The columns of the list: a field each, but minor ones. */
export function columnsOf<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly RecordColumn[] {
  const shown = fieldsOf(record).filter(([, { isMinor }]) => isMinor !== true);
  return shown.map(([name, { as = name, label, form }]) => ({
    name,
    label,
    textOf(row) {
      const value = row[as] as Parameters<typeof form.write>[0] | null | undefined;
      const text = value === undefined || value === null ? '' : (form.show?.(value) ?? form.write(value));
      return text.replaceAll(';', ', ') || '–';
    },
  }));
}

function roomOf<Key, Terms extends Key>(
  kind: RecordKindName,
  codec: RecordCodec<Key, Terms>,
  words: Words,
): RecordRoom {
  const record = codec as unknown as RecordCodec<Values, Values>;
  const { one, many, key } = recordKinds[kind];
  const keyOf = (row: Values): Values =>
    Object.fromEntries(key.map((name) => [name, row[record.fields[name]?.as ?? name]]));
  return {
    ...words,
    kind,
    one,
    many,
    key,
    form: formOf(record, key) as RecordForm<string>,
    fullForm: formOf(record),
    table: tableOf(record, key),
    columns: columnsOf(record),
    keyOf,
    keyText: (row) => Object.values(keyOf(row)).map(String).join(' / '),
  };
}
