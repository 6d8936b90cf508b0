import { settingDescriptions, settingsRecord, settingsUnder } from '../../contracts/records/settings.ts';
import { settingsContract } from '../../contracts/admin-api/contracts/settings-contract.ts';
import { quotedValue } from '../../contracts/quoted-value.ts';
import type { SettingsTerms } from '../../domain/settings/settings-record.ts';
import { describeVersions } from '../../terminal/records/record-rows.ts';
import { renderTable } from '../../terminal/table.ts';
import { makeAgreed, requireSeen } from '../edits/proposal.ts';
import { proposeSettingChange, settingsPorts, settingsVersion } from '../edits/setting-proposal.ts';
import type { Operations } from '../operation.ts';
import { Problem } from '../problem.ts';
import { settingDocuments, settingTable } from '../setting-documents.ts';

const versionColumns = [
  { title: 'At' },
  { title: 'Version', align: 'right' },
  { title: 'Who' },
  { title: 'How' },
  { title: 'What' },
] as const;

const operations: Operations<typeof settingsContract> = {
  async showSettings({ installation }, { name }) {
    const wanted = name === undefined ? undefined : namesOf(name);
    const set = installation.settingsFile?.read();
    const all = settingDocuments(installation.readSettings(), set);
    const rows = all.filter(({ setting }) => wanted?.includes(setting) ?? true);
    return Promise.resolve({
      document: { rows, next: null },
      text: (style) => settingTable(rows, style),
      ...(set !== undefined && { version: settingsVersion(set) }),
    });
  },

  async setSetting(work, { name, body: { value }, ...terms }) {
    const proposal = await proposeSettingChange(work, { name, value });
    requireSeen(work, proposal.version, 'the file of settings');
    return makeAgreed(work, proposal, terms);
  },

  async listSettingsVersions({ installation }) {
    const versions = await settingsPorts(installation).versions.list();
    const before = (index: number): SettingsTerms => versions[index - 1]?.terms ?? {};
    const rows = versions.map(({ version, at, by, way, terms }, index) => ({
      version,
      at,
      by,
      way,
      before: before(index),
      after: terms,
    }));
    return {
      document: { rows, next: null },
      text(style) {
        const cells = rows.map(({ version, at, by, way, after }, index) => [
          at,
          String(version),
          by,
          way,
          describeVersions(settingsRecord(), before(index), after),
        ]);
        return rows.length === 0
          ? 'No setting was ever changed; the defaults count.'
          : renderTable(versionColumns, cells, style);
      },
    };
  },
};

/** What is set, where it comes from and what it is for; and edits of the file that an installation on one machine has. */
export const settings = { contract: settingsContract, operations };

function namesOf(name: string): readonly string[] {
  const under = settingsUnder(name);
  if (under.length > 0) {
    return [name, ...under];
  }
  if (settingDescriptions().some(({ path }) => path === name)) {
    return [name];
  }
  const word = (name.split('.').at(-1) ?? name).toLowerCase();
  const close = settingDescriptions()
    .filter(({ path }) => path.toLowerCase().includes(word))
    .map(({ path }) => path);
  const meant = close.length === 0 ? '' : `; did you mean ${close.slice(0, 5).join(', ')}?`;
  const problem = `${quotedValue(name)} is no setting${meant}; see them all with "settings show"`;
  throw new Problem('invalid-input', problem, { fields: [{ field: 'name', problem }] });
}
