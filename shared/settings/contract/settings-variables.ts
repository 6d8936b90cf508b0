import * as z from 'zod';

import { type SettingName, settingSchemas } from './setting-schemas.ts';
import type { Settings } from './settings.ts';

/** A Lambda environment holds 4 KB in all. */
const settingsCharsMax = 4096;

/** The schema piece for some settings of one organization, defaults filled in; any other name is refused. */
export function settingsVariables<const Name extends SettingName>(
  names: readonly Name[],
): { readonly CURFEW_SETTINGS: z.ZodType<Pick<Settings, Name>, string> } {
  const schema = z.strictObject(Object.fromEntries(names.map((name) => [name, settingSchemas[name]])));
  const settings = z
    .string()
    .transform((text, context): Pick<Settings, Name> => {
      const json = text.length <= settingsCharsMax ? readJson(text) : undefined;
      if (json === undefined) {
        context.addIssue({ code: 'custom', message: `must be JSON of at most ${settingsCharsMax} characters` });
        return z.NEVER;
      }
      // Parsed once per process: compiling would take longer than it saves.
      const parsed = schema.safeParse(json, { jitless: true });
      if (!parsed.success) {
        for (const { path, message } of parsed.error.issues) {
          context.addIssue({ code: 'custom', path: [...path], message });
        }
        return z.NEVER;
      }
      // The type of generic names cannot be compared.
      return parsed.data as unknown as Settings;
    })
    .describe('the settings of the organization as JSON; {} takes every default');
  return { CURFEW_SETTINGS: settings };
}

/** JSON.parse's message quotes the text, so it is not passed on. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
