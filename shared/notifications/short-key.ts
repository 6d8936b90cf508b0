import { sha256 } from '../kernel/sha256.ts';

const plainLengthMax = 200;
const keptLength = 150;

/** Returns external text as part of an id, shortened by a digest: table keys have a maximum length. */
export function shortKey(text: string): string {
  return text.length <= plainLengthMax ? text : `${text.slice(0, keptLength)}~${sha256(text).slice(0, 16)}`;
}

export function alertHandle(conditionId: string): string {
  return sha256(conditionId).slice(0, 12);
}

export function isAlertHandle(text: string): boolean {
  return /^[0-9a-f]{12}$/u.test(text);
}
