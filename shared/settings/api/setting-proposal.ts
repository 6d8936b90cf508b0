import { canonicalJson } from '../../controls/json.ts';
import { noEdits } from '../../impact/proposed-edits.ts';
import type { JournalValue } from '../../journal/journal-entry.ts';
import { authorOf, type Answer, type OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import type { OperationDocument } from '../../kernel/contract/contracts.ts';
import type { SeenProposal } from '../../kernel/records/api/proposal.ts';
import { changeDocument } from '../../kernel/records/api/record-documents.ts';
import { makeChange, termsFrom } from '../../kernel/records/api/record-proposal.ts';
import { termsIn, type RecordChange } from '../../kernel/records/diff-records.ts';
import { planSetting, recordInForce } from '../../kernel/records/use-cases/edit-record.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Installation } from '../../wiring/installation.ts';
import { describeNoSetting, settingDescriptions, settingsOf, settingsRecord } from '../contract/settings-record.ts';
import { settingsKind, withSetting, type SettingsTerms } from '../settings-record.ts';
import { adoptSettings, settingsStore, type SettingsPorts } from '../use-cases.ts';

/** Why the settings of a deployment have no history and are not edited from afar. */
const settingsOfDeployment =
  'The settings of a deployment are those of curfew.config.ts: change them there, then run npm run deploy; its history is that of the file';

/** The file of settings with its versions. Raises Problem on a deployment, which has none. */
export function settingsPorts({ settingsFile, settingsVersions }: Installation): SettingsPorts {
  if (settingsFile === undefined) {
    throw new Problem('conflict', settingsOfDeployment);
  }
  return { file: settingsFile, versions: settingsVersions };
}

/** The version of settings as they are set: edits by hand have no number before they are noted. */
export function settingsVersion(terms: SettingsTerms): string {
  return sha256(canonicalJson(terms)).slice(0, 32);
}

/** Proposes to set one setting in the file, or to take it out. Raises Problem for one that there is not, or a bad value. */
export async function proposeSettingChange(
  work: OperationWork,
  { name, value }: { readonly name: string; readonly value: JournalValue },
): Promise<SeenProposal<OperationDocument<'setSetting'>>> {
  if (work.onlyTeams !== undefined) {
    throw new Problem('not-allowed', 'Settings are for the whole organization; it takes the role viewer to see them');
  }
  const ports = settingsPorts(work.installation);
  const path = settingNamed(name);
  const found = await settingsStore(ports).find({});
  const before = recordInForce(found);
  const kept: SettingsTerms = before === undefined ? {} : termsIn<SettingsTerms>(before);
  const wanted = termsFrom(settingsRecord(), withSetting(kept, path, value ?? undefined));
  const planned = planSetting(settingsKind, found, wanted);
  const change = planned.kind === 'planned' ? planned.change : undefined;
  return {
    edits: noEdits,
    isEdit: change !== undefined,
    version: settingsVersion(ports.file.read()),
    title: 'the file of settings',
    basis: [path, value],
    shown: { setting: change === undefined ? { change: null } : changeDocument(settingsRecord(), change) },
    settingsAfter: change === undefined ? undefined : settingsAfter(change),
    make: async () => (change === undefined ? { document: { change: null } } : made(work, ports, change)),
  };
}

async function made(
  work: OperationWork,
  ports: SettingsPorts,
  planned: RecordChange<SettingsTerms>,
): Promise<Answer<OperationDocument<'setSetting'>>> {
  const author = authorOf(work);
  // A direct edit becomes a version of its own, not part of the next author's.
  const noted = await adoptSettings({ ...ports, ids: work.ids }, author.at);
  const change = noted === undefined ? planned : onVersion(planned, noted.version);
  await makeChange(work, { kind: settingsKind, store: settingsStore(ports) }, change);
  return { document: changeDocument(settingsRecord(), change) };
}

function onVersion(change: RecordChange<SettingsTerms>, version: number): RecordChange<SettingsTerms> {
  return change.kind === 'add' ? change : { ...change, before: { ...change.before, version } };
}

function settingsAfter(change: RecordChange<SettingsTerms>) {
  return settingsOf(change.kind === 'remove' ? {} : termsIn<SettingsTerms>(change.after));
}

function settingNamed(name: string): string {
  if (settingDescriptions().some(({ path }) => path === name)) {
    return name;
  }
  const problem = describeNoSetting(name);
  throw new Problem('invalid-input', problem, { fields: [{ field: 'name', problem }] });
}
