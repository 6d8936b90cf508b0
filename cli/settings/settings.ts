import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import { refuseDeployment } from './settings-place.ts';

/** `settings show [NAME]`: what is in force, where each value comes from, and what each setting is for. */
export async function showSettings(context: CommandContext, name: string | undefined): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('showSettings', givenOf({ name })), { all: true });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `settings history`: every version of the settings, with who, when, how, before and after. */
export async function showSettingsHistory(context: CommandContext): Promise<ExitCode> {
  refuseDeployment(context);
  const shown = await withApi(context, async (api) => api.show('listSettingsVersions', {}), { all: true });
  return printShown(context, shown, ({ rows }) => rows);
}
