import { choiceHint } from '../../shared/kernel/texts/nearest-word.ts';

/** Adds the nearest choice to what commander says of an option that takes one of a few words. */
export function withNearestChoice(message: string): string {
  return message.replace(
    /argument '([^']*)' is invalid\. Allowed choices are ([\w, -]+)\./u,
    (said, word: string, choices: string) => `${said.slice(0, -1)}${choiceHint(word, choices.split(', '))}.`,
  );
}
