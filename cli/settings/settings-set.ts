import { adoptSettings, editableSettings } from '../../shared/application/edits/edit-settings.ts';
import { setRecord } from '../../shared/application/edits/edit-record.ts';
import { settingsRecord, wantedAt } from '../../shared/contracts/records/settings.ts';
import type { JournalValue } from '../../shared/domain/journal/journal-entry.ts';
import { termsIn } from '../../shared/domain/records/diff-records.ts';
import { withSetting, type SettingsTerms } from '../../shared/domain/settings/settings-record.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { changeDocument, describeChange } from '../records/record-rows.ts';
import { termsFrom } from '../records/record-options.ts';
import { refuseDeployment, settingNamed, settingsPorts } from './settings-place.ts';

/** What was given to `settings set`. */
export interface SettingOrder {
  readonly name: string;
  readonly value: string | undefined;
  /** Take it out, so that its default counts. */
  readonly isDefault: boolean;
}

/** `settings set NAME VALUE`: changes one setting in the file, with its version and its journal entry. */
export async function setSetting(context: CommandContext, order: SettingOrder): Promise<ExitCode> {
  refuseDeployment(context);
  const { path } = settingNamed(order.name);
  const value = valueOf(order);
  const { outcome, isRunning } = await withInstallation(context, async (installation) => ({
    outcome: await change(context, installation, { path, value }),
    isRunning: installation.isRunning,
  }));
  if (outcome.kind === 'refused' || outcome.kind === 'not-there') {
    throw new CommandError(outcome.kind === 'refused' ? outcome.problem : 'There are no settings');
  }
  if (outcome.kind === 'unchanged') {
    context.tell({ json: { change: null }, text: `${path} is like that already; nothing was changed.` });
    return exitCodes.done;
  }
  const text = `The settings were changed: ${plainText(describeChange(settingsRecord, outcome.change))}.`;
  context.tell({ json: changeDocument(settingsRecord, outcome.change), text });
  context.note(`It counts from the next run on${isRunning ? '' : '; no installation runs here'}.`);
  return exitCodes.done;
}

async function change(
  context: CommandContext,
  installation: Installation,
  { path, value }: { readonly path: string; readonly value: JournalValue | undefined },
) {
  const ports = { ...settingsPorts(installation), ids: randomIds };
  const author = authorOf(context);
  // What somebody changed by hand is a version of its own, and not of whoever comes next.
  await adoptSettings(ports, author.at);
  return setRecord(
    { records: editableSettings(ports), ids: ports.ids },
    {
      key: {},
      termsFrom: (before) => {
        const kept: SettingsTerms = before === undefined ? {} : termsIn<SettingsTerms>(before);
        return termsFrom(settingsRecord, withSetting(kept, path, value));
      },
    },
    author,
  );
}

/** The plain value that a text means; undefined for the default. Raises CommandError for both or neither. */
function valueOf({ name, value, isDefault }: SettingOrder): JournalValue | undefined {
  if (isDefault === (value !== undefined)) {
    throw wrongUsage(`give ${name} a value (${wantedAt(name)}), or --default`);
  }
  return value === undefined ? undefined : (settingsRecord.fields[name]?.form.read(value) as JournalValue);
}
