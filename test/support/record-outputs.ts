import { Command } from 'commander';

import { addFields, plainFromGiven } from '../../cli/records/record-options.ts';
import { describeVersions, grantedTable, recordFacts } from '../../cli/records/record-rows.ts';
import { budgetKind } from '../../shared/budgets/budget.ts';
import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import { memoryBudgetStore } from '../../shared/budgets/memory-store.ts';
import { fleetRecord } from '../../shared/computers/contract/fleet-entry.ts';
import { fleetKind } from '../../shared/computers/fleet-entry.ts';
import { decideAnnouncement } from '../../shared/controls/announcement.ts';
import { announcementRecord } from '../../shared/controls/contract/announcement.ts';
import { exceptionRecord } from '../../shared/controls/contract/control-exception.ts';
import { decideException, allowanceTerms } from '../../shared/controls/control-exception.ts';
import {
  memoryControlsDecisionStore,
  memoryEvidenceChain,
} from '../../shared/controls/store/memory-controls-stores.ts';
import { announceChange, addException } from '../../shared/controls/use-cases/decide-on-controls.ts';
import { exemptionRecord, topUpRecord } from '../../shared/grants/contract/grant.ts';
import { grantTerms } from '../../shared/grants/grant.ts';
import { memoryGrantStore } from '../../shared/grants/memory-store.ts';
import { addGrant } from '../../shared/grants/use-cases.ts';
import { memoryJournal, type MemoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { grantedDocument, recordDocument } from '../../shared/kernel/records/api/record-documents.ts';
import { formatRecordCsv, formatRecordYaml } from '../../shared/kernel/records/contract/files/record-rows.ts';
import { fieldsOf, type RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { termsIn } from '../../shared/kernel/records/diff-records.ts';
import type { EditedKind } from '../../shared/kernel/records/record-kind.ts';
import { memoryRecordStore } from '../../shared/kernel/records/store/memory-record-store.ts';
import { recordInForce, type EditPorts } from '../../shared/kernel/records/use-cases/edit-record.ts';
import { targetRecord } from '../../shared/readiness/contract/readiness-target.ts';
import { targetKind } from '../../shared/readiness/target.ts';
import { requestRuleRecord } from '../../shared/requests/contract/request-rule.ts';
import { requestRuleKind } from '../../shared/requests/request-rule.ts';
import { sessionPolicyRecord } from '../../shared/sessions/contract/session-policy.ts';
import { sessionPolicyKind } from '../../shared/sessions/session-policy.ts';
import { settingDocuments } from '../../shared/settings/api/settings-operations.ts';
import { editSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import { settingsOf, settingsRecord } from '../../shared/settings/contract/settings-record.ts';
import { memorySettingsVersions } from '../../shared/settings/memory-store.ts';
import { settingsKind, type SettingsKey, type SettingsTerms } from '../../shared/settings/settings-record.ts';
import { settingsStore } from '../../shared/settings/use-cases.ts';
import { teamRecord } from '../../shared/teams/contract/team.ts';
import { memoryTeamStore } from '../../shared/teams/memory-store.ts';
import { teamKind, compareTeams } from '../../shared/teams/team.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import { setRecord } from './set-record.ts';

/** Everything that shows the terms of a record of one kind, each as one value to compare. */
export interface RecordOutputs<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  /** The plain fields of a valid record, every field filled. */
  readonly full: Readonly<Record<string, unknown>>;
  /** Fields that do not go together with `full`: what is otherwise beside each; `undefined` for what is left out. */
  readonly beside?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Whether terms may be made at all; all that can be read unless given. */
  readonly isValid?: (terms: Terms) => boolean;
  /** What an installation holds once a record was made: its row, its version, its journal entry. */
  readonly made: (terms: Terms) => Promise<Readonly<Record<string, unknown>>>;
  /** Files and what the commands print. */
  readonly printed: Readonly<Record<string, (terms: Terms) => unknown>>;
}

const author = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const stamp = { version: 1, updatedBy: 'ada', updatedAt: author.at };
const noted = { id: 'id-1', createdBy: 'ada', createdAt: author.at, version: 1 };
const style = styleFor({ isTerminal: false }, {});
const days = { from: '2026-03-15', through: '2026-03-15' };

function newIds() {
  let count = 0;
  return { next: () => `id-${(count += 1)}` };
}

async function setting<Key, Terms extends Key>(
  edited: Omit<EditPorts<Key, Terms>, 'ids'>,
  terms: Terms,
  journal: MemoryJournal,
) {
  await setRecord({ ...edited, ids: newIds() }, { key: terms, termsFrom: () => terms }, author);
  const stored = recordInForce(await edited.store.find(terms));
  return {
    row: stored === undefined ? [] : [termsIn<Terms>(stored)],
    journal: (await journal.list(days, 10)).map(({ subject, detail }) => ({ subject, detail })),
  };
}

export const budgetOutputs: RecordOutputs<Parameters<typeof budgetRecord.kind.plainKey>[0], BudgetTermsOf> = {
  record: budgetRecord,
  full: {
    scope: 'org',
    window: 'month',
    amount: 9,
    guarantee: 'strict',
    from: '2026-03-20',
    to: '2026-03-28',
    note: 'why',
  },
  beside: {
    reserved: { scope: 'user:ann@acme.example', guarantee: undefined, mode: 'enforce', amount: 1_000 },
    priority: { scope: 'user:ann@acme.example', guarantee: undefined, mode: 'enforce', amount: 1_000, reserved: 5 },
  },
  async made(terms) {
    const journal = memoryJournal();
    const store = memoryBudgetStore(journal);
    const made = await setting({ kind: budgetKind, store }, terms, journal);
    return { ...made, version: await store.listVersions() };
  },
  printed: {
    csv: (terms) => formatRecordCsv(budgetRecord, [terms]),
    yaml: (terms) => formatRecordYaml(budgetRecord, 'budgets', [terms]),
    show: (terms) => recordFacts(budgetRecord, recordDocument(budgetRecord, { ...terms, ...stamp }), { style }),
    json: (terms) => recordDocument(budgetRecord, { ...terms, ...stamp }),
  },
};
type BudgetTermsOf = Parameters<typeof budgetRecord.document>[0];

type TeamTermsOf = Parameters<typeof teamRecord.document>[0];
/** Between any two places: which of two teams comes first is what a file says of them. */
const neighbour: TeamTermsOf = {
  name: 'neighbour',
  members: [{ kind: 'email', email: 'x@acme.example' }],
  position: 5,
};

export const teamOutputs: RecordOutputs<Pick<TeamTermsOf, 'name'>, TeamTermsOf> = {
  record: teamRecord,
  full: { name: 'web', members: ['ann@acme.example'], position: 1 },
  async made(terms) {
    const journal = memoryJournal();
    return setting({ kind: teamKind, store: memoryTeamStore(journal) }, terms, journal);
  },
  printed: {
    csv: (terms) => formatRecordCsv(teamRecord, [terms, neighbour].toSorted(compareTeams)),
    yaml: (terms) => formatRecordYaml(teamRecord, 'teams', [terms, neighbour].toSorted(compareTeams)),
    show: (terms) => recordFacts(teamRecord, recordDocument(teamRecord, { ...terms, ...stamp }), { style }),
    json: (terms) => recordDocument(teamRecord, { ...terms, ...stamp }),
  },
};

type TopUpTermsOf = Parameters<typeof topUpRecord.document>[0];
export const topUpOutputs: RecordOutputs<Pick<TopUpTermsOf, 'scope'>, TopUpTermsOf> = {
  record: topUpRecord,
  full: { scope: 'team:web', credits: 5, from: '2026-03-20', to: '2026-03-28', reason: 'why', raises: ['org'] },
  beside: {
    withinPool: { scope: 'user:ann@acme.example', raises: undefined },
    takenFrom: { scope: 'user:ann@acme.example', raises: undefined },
    for: { scope: 'team:web' },
  },
  async made(terms) {
    const journal = memoryJournal();
    const grants = memoryGrantStore(journal);
    await addGrant({ grants, ids: newIds() }, { kind: 'top-up', ...terms }, author);
    return {
      row: (await grants.list()).grants.map(grantTerms),
      journal: (await journal.list(days, 10)).map(({ subject, detail }) => ({ subject, detail })),
    };
  },
  printed: grantedPrinted(topUpRecord),
};

type ExemptionTermsOf = Parameters<typeof exemptionRecord.document>[0];
export const exemptionOutputs: RecordOutputs<Pick<ExemptionTermsOf, 'email'>, ExemptionTermsOf> = {
  record: exemptionRecord,
  full: { email: 'ann@acme.example', until: '2026-03-20', reason: 'why' },
  async made(terms) {
    const journal = memoryJournal();
    const grants = memoryGrantStore(journal);
    await addGrant({ grants, ids: newIds() }, { kind: 'exemption', ...terms }, author);
    return {
      row: (await grants.list()).grants.map(grantTerms),
      journal: (await journal.list(days, 10)).map(({ subject, detail }) => ({ subject, detail })),
    };
  },
  printed: grantedPrinted(exemptionRecord),
};

/** Settings in a file in memory. */
function memorySettings(journal: MemoryJournal) {
  let terms: SettingsTerms = {};
  const file = {
    read: () => terms,
    async replace(_seen: SettingsTerms, wanted: SettingsTerms, note: () => Promise<void>) {
      await note();
      terms = wanted;
    },
  };
  return { file, versions: memorySettingsVersions(journal) };
}

export const settingsOutputs: RecordOutputs<SettingsKey, SettingsTerms> = {
  record: settingsRecord(),
  beside: {
    blastRadius: {
      'blastRadius.loweredShare': undefined,
      'blastRadius.blockedUsersMax': undefined,
      'blastRadius.raisedShare': undefined,
    },
  },
  full: { 'controls.workingHours.timeZone': 'UTC' },
  async made(terms) {
    const journal = memoryJournal();
    const ports = memorySettings(journal);
    const made = await setting({ kind: settingsKind, store: settingsStore(ports) }, terms, journal);
    return { ...made, version: (await ports.versions.list()).map((version) => version.terms) };
  },
  printed: {
    file: (terms) => editSettingsFile('', terms),
    history: (terms) => describeVersions(settingsRecord(), {}, terms),
    show: (terms) => settingDocuments(settingsOf(terms), terms),
    json: (terms) => recordDocument(settingsRecord(), { ...terms, ...stamp }),
  },
};

type ExceptionTermsOf = Parameters<typeof exceptionRecord.document>[0];
export const exceptionOutputs: RecordOutputs<Pick<ExceptionTermsOf, 'pattern'>, ExceptionTermsOf> = {
  record: exceptionRecord,
  full: {
    pattern: 'sandbox.enabled',
    owner: 'ann@acme.example',
    ticket: 'T-1',
    reason: 'why',
    from: '2026-03-20T08:00:00Z',
    expires: '2026-03-28T08:00:00Z',
  },
  isValid: (terms) => decideException(terms, Date.parse(author.at)).kind === 'accepted',
  async made(terms) {
    const journal = memoryJournal();
    const decisions = memoryControlsDecisionStore();
    const evidence = memoryEvidenceChain();
    const clock = { now: () => Date.parse(author.at) };
    await addException({ decisions, evidence, journal, ids: newIds(), clock }, terms, author);
    return {
      row: (await decisions.listExceptions()).map(allowanceTerms),
      evidence: (await evidence.list(1, 10)).map(({ body }) => body),
      journal: (await journal.list(days, 10)).map(({ subject, detail }) => ({ subject, detail })),
    };
  },
  printed: grantedPrinted(exceptionRecord),
};

type AnnouncementTermsOf = Parameters<typeof announcementRecord.document>[0];
export const announcementOutputs: RecordOutputs<Pick<AnnouncementTermsOf, 'pattern'>, AnnouncementTermsOf> = {
  record: announcementRecord,
  full: { pattern: 'sandbox.enabled', ticket: 'T-1', until: '2026-03-28T08:00:00Z' },
  isValid: (terms) => decideAnnouncement(terms, Date.parse(author.at)).kind === 'accepted',
  async made(terms) {
    const journal = memoryJournal();
    const decisions = memoryControlsDecisionStore();
    const evidence = memoryEvidenceChain();
    const clock = { now: () => Date.parse(author.at) };
    await announceChange({ decisions, evidence, journal, ids: newIds(), clock }, terms, author);
    return {
      row: (await decisions.listAnnouncements()).map(allowanceTerms),
      evidence: (await evidence.list(1, 10)).map(({ body }) => body),
      journal: (await journal.list(days, 10)).map(({ subject, detail }) => ({ subject, detail })),
    };
  },
  printed: grantedPrinted(announcementRecord),
};

/** The outputs of a kind whose records stand in the table of all such kinds. */
function storedOutputs<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms> & { readonly kind: EditedKind<Key, Terms> },
  full: Readonly<Record<string, unknown>>,
  beside: RecordOutputs<Key, Terms>['beside'] = {},
): RecordOutputs<Key, Terms> {
  return {
    record,
    full,
    beside,
    async made(terms) {
      const journal = memoryJournal();
      const store = memoryRecordStore(journal, record);
      const made = await setting({ kind: record.kind, store }, terms, journal);
      return { ...made, version: await store.listVersions() };
    },
    printed: {
      csv: (terms) => formatRecordCsv(record, [terms]),
      yaml: (terms) => formatRecordYaml(record, 'records', [terms]),
      show: (terms) => recordFacts(record, recordDocument(record, { ...terms, ...stamp }), { style }),
      json: (terms) => recordDocument(record, { ...terms, ...stamp }),
    },
  };
}

export const fleetOutputs = storedOutputs(
  { ...fleetRecord, kind: fleetKind },
  { name: 'builder', repositories: [], installDeps: true },
);

export const targetOutputs = storedOutputs(
  { ...targetRecord, kind: targetKind },
  { criterion: 'tests', repository: 'acme/*', by: '2026-03-20', percent: 100, owners: [] },
);

export const policyOutputs = storedOutputs(
  { ...sessionPolicyRecord, kind: sessionPolicyKind },
  { name: 'runaways', actions: ['archive'] },
  { toModel: { actions: ['model'] } },
);

export const requestRuleOutputs = storedOutputs(
  { ...requestRuleRecord, kind: requestRuleKind },
  { name: 'small', creditsMax: 10, personMonthMax: 20, pools: 'within' },
);

function grantedPrinted<Key, Terms extends Key>(record: RecordCodec<Key, Terms>) {
  const rowOf = (terms: Terms) => ({ terms, noted, status: 'in-force' }) as const;
  return {
    list: (terms: Terms) => grantedTable(record, [grantedDocument(record, rowOf(terms))], style),
    json: (terms: Terms) => grantedDocument(record, rowOf(terms)),
  };
}

/** The names of the outputs that do not tell two terms apart. */
export async function blindOutputs<Key, Terms extends Key>(
  { made, printed }: RecordOutputs<Key, Terms>,
  before: Terms,
  after: Terms,
): Promise<readonly string[]> {
  const outputsOf = async (terms: Terms): Promise<Readonly<Record<string, unknown>>> => ({
    ...(await made(terms)),
    ...Object.fromEntries(Object.entries(printed).map(([name, print]) => [name, print(terms)])),
  });
  const [old, fresh] = [await outputsOf(before), await outputsOf(after)];
  return Object.keys(old).filter((name) => JSON.stringify(old[name]) === JSON.stringify(fresh[name]));
}

/** The help of the command that takes the fields of a record. */
export function helpOf<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): string {
  return addFields(new Command('set').configureHelp({ helpWidth: 1_000 }), record).helpInformation();
}

/** The terms that the command line makes of the texts for terms. */
export function throughOptions<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, terms: Terms) {
  const plain = record.format(terms);
  const words: string[] = [];
  const options: Record<string, unknown> = {};
  for (const [name, { cli, form }] of fieldsOf(record)) {
    const value = plain[name];
    if ('argument' in cli) {
      words.push(value === undefined ? '' : form.write(value));
    } else if (value !== undefined) {
      const attribute = cli.option.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
      const isTyped = cli.isRepeated === true || cli.takes === undefined;
      options[attribute] = isTyped ? value : form.write(value);
    }
  }
  return record.parse(plainFromGiven(record, { words, options }).plain);
}
