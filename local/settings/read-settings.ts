import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { type SettingsFile, StaleRecordError } from '../../shared/kernel/records/ports.ts';
import { diffTerms } from '../../shared/kernel/records/record-kind.ts';
import { editSettingsFile, readSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import { settingsOf } from '../../shared/settings/contract/settings-record.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { settingsKind, type SettingsTerms } from '../../shared/settings/settings-record.ts';
import { CannotStartError } from '../cannot-start-error.ts';

const demoAdmin = 'finops@acme.example';

/** So that the demo's console can be viewed as each role. */
const demoRoles = {
  viewers: ['viewer@acme.example'],
  budgetAdmins: ['budgets@acme.example'],
  approvers: [demoAdmin],
  security: ['security@acme.example'],
  teamOwners: { pilot: ['pilot-lead@acme.example'], data: ['data-lead@acme.example'] },
};

/**
 * An installation's settings, from its file if present. The demo has a made-up admin by default. Throws
 * CannotStartError naming everything wrong.
 */
export function readSettings(file: string, { isDemo }: { readonly isDemo: boolean }): Settings {
  const settings = settingsOf(readSetTerms(file));
  return settings.admins.length === 0 && isDemo ? { ...settings, admins: [demoAdmin], roles: demoRoles } : settings;
}

/** Empty without a file. Throws CannotStartError. */
export function readSetTerms(file: string): SettingsTerms {
  const read = readSettingsFile(settingsText(file) ?? '');
  if (read.kind === 'refused') {
    throw new CannotStartError(
      `The settings in ${file} are not valid:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
  return read.terms;
}

/** Undefined when missing. */
export function settingsText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw new CannotStartError(`${file} cannot be read`, { cause: error });
  }
}

/** The state folder's settings file. Throws CannotStartError when it is invalid. */
export function localSettingsFile(path: string): SettingsFile {
  return {
    read: () => readSetTerms(path),
    async replace(seen, wanted, note) {
      const current = readSetTerms(path);
      if (diffTerms(settingsKind, seen, current).length > 0) {
        throw new StaleRecordError('the file of settings was edited meanwhile');
      }
      const text = editSettingsFile(settingsText(path) ?? '', wanted);
      const fresh = `${path}.new`;
      rmSync(fresh, { force: true });
      writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
      try {
        await note();
      } catch (error) {
        rmSync(fresh, { force: true });
        throw error;
      }
      renameSync(fresh, path);
    },
  };
}
