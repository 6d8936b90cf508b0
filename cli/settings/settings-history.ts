import { settingsRecord } from '../../shared/contracts/records/settings.ts';
import type { SettingsVersion } from '../../shared/domain/settings/settings-record.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { describeVersions } from '../../shared/terminal/records/record-rows.ts';
import { refuseDeployment } from './settings-place.ts';

const columns = [
  { title: 'At' },
  { title: 'Version', align: 'right' },
  { title: 'Who' },
  { title: 'How' },
  { title: 'What' },
] as const;

/** `settings history`: every version of the settings, with who, when, how, before and after. */
export async function showSettingsHistory(context: CommandContext): Promise<ExitCode> {
  refuseDeployment(context);
  const versions = await withInstallation(context, async ({ settingsVersions }) => settingsVersions.list());
  const before = (index: number): SettingsVersion['terms'] => versions[index - 1]?.terms ?? {};
  context.tell({
    json: versions.map(({ version, at, by, way, terms }, index) => ({
      version,
      at,
      by,
      way,
      before: before(index),
      after: terms,
    })),
    text:
      versions.length === 0
        ? 'No setting was ever changed; the defaults count.'
        : renderTable(
            columns,
            versions.map(({ version, at, by, way, terms }, index) => [
              at,
              String(version),
              by,
              way,
              describeVersions(settingsRecord, before(index), terms),
            ]),
            context.style,
          ),
  });
  return exitCodes.done;
}
