import { anything, oneCharacter, withinPart } from './glob.ts';
import { urlPattern } from './url-pattern.ts';

/** Characters that end a command and begin another, or a file: a pattern does not match across them. */
export const commandSeparators = ';&|`$<>()\n\r';

/**
 * Returns the pattern of a command. *Assumed*, since the platform's document does not say how it matches: without `*`
 * exactly that command, so `git` does not cover `git push`; `*` stands for anything within one simple command, so `git
 * *` covers neither `git` nor `git push; rm -rf /`; `*` alone is every command. White space is normalized, case counts.
 */
export function commandPattern(text: string): string | undefined {
  const command = text.replaceAll(/[ \t]+/gu, ' ').trim();
  if (command === '') {
    return undefined;
  }
  return /^\*+$/u.test(command) ? anything : command.replaceAll(/\*+/gu, withinPart);
}

/** Returns the pattern of a server's launcher: a URL if it looks like one, else a command or a name. */
export function launcherPattern(text: string): string | undefined {
  return text.includes('://') ? urlPattern(text) : commandPattern(text);
}

/** Returns the pattern of a model id: `*` stands for any characters, `?` for one (*assumed*). Case counts. */
export function modelPattern(text: string): string | undefined {
  const id = text.trim();
  return id === '' ? undefined : id.replaceAll(/\*+/gu, anything).replaceAll('?', oneCharacter);
}
