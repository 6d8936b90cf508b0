import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import type { SettingDescription } from '../../shared/settings/contract/setting.ts';
import { settingDescriptions, settingsUnder } from '../../shared/settings/contract/settings-record.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';

const onDeployment =
  'The settings of a deployment are those of curfew.config.ts: change them there, then run npm run deploy; its history is that of the file';

/** Raises CommandError on a deployment, whose settings are not changed from here. */
export function refuseDeployment({ chosen }: CommandContext): void {
  if (chosen.kind === 'deployment') {
    throw wrongUsage(onDeployment);
  }
}

/** The setting of a name. Raises CommandError that says what was meant. */
export function settingNamed(name: string): SettingDescription {
  const found = settingDescriptions().find(({ path }) => path === name);
  if (found !== undefined) {
    return found;
  }
  const under = settingsUnder(name);
  if (under.length > 0) {
    throw wrongUsage(`"${name}" holds several settings; name one of ${under.join(', ')}`);
  }
  const word = (name.split('.').at(-1) ?? name).toLowerCase();
  const close = settingDescriptions()
    .filter(({ path }) => path.toLowerCase().includes(word))
    .map(({ path }) => path);
  const meant = close.length === 0 ? '' : `; did you mean ${close.slice(0, 5).join(', ')}?`;
  throw wrongUsage(`${quotedValue(name)} is no setting${meant}; see them all with "settings show"`);
}
