import { anything, oneCharacter } from './glob.ts';

/** Returns the pattern of a model id: `*` stands for any characters, `?` for one (*assumed*). Case counts. */
export function modelPattern(text: string): string | undefined {
  const id = text.trim();
  return id === '' ? undefined : id.replaceAll(/\*+/gu, anything).replaceAll('?', oneCharacter);
}
