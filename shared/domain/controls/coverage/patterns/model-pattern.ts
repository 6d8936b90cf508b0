import { anything, oneCharacter } from './glob.ts';

/** The pattern of a model's id: `*` stands for any characters and `?` for one (*assumed*). Letter case counts. */
export function modelPattern(text: string): string | undefined {
  const id = text.trim();
  return id === '' ? undefined : id.replaceAll(/\*+/gu, anything).replaceAll('?', oneCharacter);
}
