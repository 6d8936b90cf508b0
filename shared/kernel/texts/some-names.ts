import { grouped } from './amounts.ts';

const namedMax = 5;

export function someNames(names: readonly string[]): string {
  const more = names.length - namedMax;
  return more > 0 ? `${names.slice(0, namedMax).join(', ')} and ${grouped(more)} more` : names.join(', ');
}

/** Capitalizes a text's first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
