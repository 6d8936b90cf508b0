import * as z from 'zod';

import { Settings } from './settings.ts';

/** An environment of a Lambda function holds 4 KB in all. */
const settingsCharsMax = 4096;

const settings = z
  .string()
  .transform((text, context): Settings => {
    const json = text.length <= settingsCharsMax ? readJson(text) : undefined;
    if (json === undefined) {
      context.addIssue({ code: 'custom', message: `must be JSON of at most ${settingsCharsMax} characters` });
      return z.NEVER;
    }
    // Read once a process: code made for it would take a start longer than it saves.
    const parsed = Settings.safeParse(json, { jitless: true });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', path: [...path], message });
      }
      return z.NEVER;
    }
    return parsed.data;
  })
  .describe('the settings of the organization as JSON; {} takes every default');

/** The schema piece for the settings of one organization, defaults filled in. */
export const settingsVariables = { CURFEW_SETTINGS: settings };

/** What JSON.parse says of a broken text repeats part of it, so that is not passed on. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
