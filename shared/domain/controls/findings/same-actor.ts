import { emailKey } from '../../roster/email.ts';
import type { Actor } from '../revision.ts';

const nameLengthMax = 80;

/** The identity of a person: the id, else the email; undefined for an unknown person. */
export function actorKey({ id, email }: Actor): string | undefined {
  if (id !== undefined && id.trim() !== '') {
    return `id ${id.trim()}`;
  }
  return email === undefined || emailKey(email) === '' ? undefined : `email ${emailKey(email)}`;
}

/** Whether two actors are certainly one person. An unknown person equals nobody. */
export function isSameActor(one: Actor, other: Actor): boolean {
  const key = actorKey(one);
  return key !== undefined && key === actorKey(other);
}

/** A person as a sentence names them, in one line and shortened. */
export function nameOfActor({ name, email, id }: Actor): string {
  const known = [name, email, id]
    .map((text) => text?.replaceAll(/\s+/gu, ' ').trim())
    .find((text) => text !== undefined && text !== '');
  if (known === undefined) {
    return 'somebody whom the platform does not name';
  }
  return known.length > nameLengthMax ? `${known.slice(0, nameLengthMax - 1).toWellFormed()}…` : known;
}
