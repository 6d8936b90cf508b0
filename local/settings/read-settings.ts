import { readFileSync } from 'node:fs';

import { readSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import { settingsOf } from '../../shared/settings/contract/settings-record.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import type { SettingsTerms } from '../../shared/settings/settings-record.ts';
import { CannotStartError } from '../cannot-start-error.ts';

const demoAdmin = 'finops@acme.example';

/** So that the console of the demo can be looked at as each of them. */
const demoRoles = {
  viewers: ['viewer@acme.example'],
  budgetAdmins: ['budgets@acme.example'],
  approvers: [demoAdmin],
  security: ['security@acme.example'],
  teamOwners: { pilot: ['pilot-lead@acme.example'], data: ['data-lead@acme.example'] },
};

/**
 * The settings of an installation, from its file when there is one. On the demo the admin is a made-up one unless the
 * file names others. Raises CannotStartError with one message that names everything that is wrong.
 */
export function readSettings(file: string, { isDemo }: { readonly isDemo: boolean }): Settings {
  const settings = settingsOf(readSetTerms(file));
  return settings.admins.length === 0 && isDemo ? { ...settings, admins: [demoAdmin], roles: demoRoles } : settings;
}

/** What the file sets; nothing without a file. Raises CannotStartError as `readSettings` does. */
export function readSetTerms(file: string): SettingsTerms {
  const read = readSettingsFile(settingsText(file) ?? '');
  if (read.kind === 'refused') {
    throw new CannotStartError(
      `The settings in ${file} are not valid:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
  return read.terms;
}

/** The text of the file; undefined when there is none. */
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
