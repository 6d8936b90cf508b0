import type { JournalValue } from '../../shared/journal/journal-entry.ts';
import { settingsRecord, wantedAt } from '../../shared/settings/contract/settings-record.ts';
import type { ImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { refuseDeployment, settingNamed } from './settings-place.ts';

/** What was given to `settings set`. */
interface SettingOrder {
  readonly name: string;
  readonly value: string | undefined;
  /** Take it out, so that its default counts. */
  readonly isDefault: boolean;
  readonly options: ImpactOptions;
}

/** `settings set NAME VALUE`: changes one setting in the file, once its impact is shown, with its version and its journal entry. */
export async function setSetting(context: CommandContext, order: SettingOrder): Promise<ExitCode> {
  refuseDeployment(context);
  const { path: name } = settingNamed(order.name);
  const value = valueOf(order);
  const { options } = order;
  return makeEdit(context, {
    look: lookAtEdit({ edit: 'set-setting', name, value }, options),
    options,
    make: async (api, { query, call }) => api.show('setSetting', { name, ...query, body: { value } }, call),
  });
}

/** The plain value that a text means; null for the default. Raises CommandError for both or neither. */
function valueOf({ name, value, isDefault }: Omit<SettingOrder, 'options'>): JournalValue {
  if (isDefault === (value !== undefined)) {
    throw wrongUsage(`give ${name} a value (${wantedAt(name)}), or --default`);
  }
  return value === undefined ? null : (settingsRecord().fields[name]?.form.read(value) as JournalValue);
}
