const plainLengthMax = 200;
const keptLength = 150;

/**
 * A text from outside as part of an id: as it is when it is short, else its beginning and a digest of the whole, since
 * ids are keys of tables and have a limit.
 */
export function shortKey(text: string): string {
  return text.length <= plainLengthMax ? text : `${text.slice(0, keptLength)}~${digestOf(text)}`;
}

/** A short name for an alert, for people to type. */
export function alertHandle(conditionId: string): string {
  return digestOf(conditionId);
}

/** A digest against chance, not against malice: two mixed 32-bit hashes (murmur's finalizer). */
function digestOf(text: string): string {
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 2_654_435_761);
    second = Math.imul(second ^ code, 1_597_334_677);
  }
  return [first, second].map((hash) => ((hash ^ (hash >>> 16)) >>> 0).toString(36)).join('');
}
