import { sha256 } from '../kernel/sha256.ts';

const plainLengthMax = 200;
const keptLength = 150;

/**
 * A text from outside as part of an id: as it is when it is short, else its beginning and a digest of the whole, since
 * ids are keys of tables and have a limit.
 */
export function shortKey(text: string): string {
  return text.length <= plainLengthMax ? text : `${text.slice(0, keptLength)}~${sha256(text).slice(0, 16)}`;
}

/** A short name for an alert, for people to type. */
export function alertHandle(conditionId: string): string {
  return sha256(conditionId).slice(0, 12);
}

/** Whether a text may be such a short name. */
export function isAlertHandle(text: string): boolean {
  return /^[0-9a-f]{12}$/u.test(text);
}
