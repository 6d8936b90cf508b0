import * as z from 'zod';

import type { SettingName, SettingSchemas } from './setting-schemas.ts';
import type { Settings } from './settings.ts';

/** An environment of a Lambda function holds 4 KB in all. */
const settingsCharsMax = 4096;

/**
 * The schema piece for some settings of one organization, defaults filled in. Their schemas are arguments, so that a bundle
 * carries no other.
 */
export function settingsVariables<const Name extends SettingName>(
  names: readonly Name[],
  schemas: Pick<SettingSchemas, Name>,
): { readonly CURFEW_SETTINGS: z.ZodType<Pick<Settings, Name>, string> } {
  const made: Readonly<Record<Name, () => z.ZodType>> = schemas;
  const schema = z.strictObject(Object.fromEntries(names.map((name) => [name, made[name]()])));
  const settings = z
    .string()
    .transform((text, context): Pick<Settings, Name> => {
      const json = text.length <= settingsCharsMax ? readJson(text) : undefined;
      if (json === undefined) {
        context.addIssue({ code: 'custom', message: `must be JSON of at most ${settingsCharsMax} characters` });
        return z.NEVER;
      }
      // Read once a process: code made for it would take a start longer than it saves.
      const parsed = schema.safeParse(json, { jitless: true });
      if (!parsed.success) {
        for (const { path, message } of parsed.error.issues) {
          context.addIssue({ code: 'custom', path: [...path], message });
        }
        return z.NEVER;
      }
      // What is inferred of names that are not known yet is no type that can be compared.
      return parsed.data as unknown as Pick<Settings, Name>;
    })
    .describe('the settings of the organization as JSON; {} takes every default');
  return { CURFEW_SETTINGS: settings };
}

/** What JSON.parse says of a broken text repeats part of it, so that is not passed on. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
