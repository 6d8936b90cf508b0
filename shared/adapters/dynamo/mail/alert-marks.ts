import type { AlertLease } from '../../../domain/notifications/topics.ts';

type EntryKind = 'state' | 'notice';

/** An index takes only so many writes a second under one text: what the night leaves open stands under these. */
const nightParts = Array.from({ length: 8 }, (_, index) => index);

/** The texts under which states or notifications stand in the index of what is open. */
export function openMarks(kind: EntryKind, lease: AlertLease): readonly string[] {
  // Without a part: as it was before, and when there was one lease.
  return lease === 'limits' ? [kind, ...nightParts.map((part) => `${kind}/limits/${part}`)] : [`${kind}/${lease}`];
}

export function openMark(kind: EntryKind, lease: AlertLease, entryId: string): string {
  return lease === 'limits' ? `${kind}/limits/${partOf(entryId)}` : `${kind}/${lease}`;
}

/** Ids that differ by little fall into different parts. */
function partOf(entryId: string): number {
  let sum = 0;
  for (let place = 0; place < entryId.length; place += 1) {
    sum = (sum * 31 + entryId.charCodeAt(place)) % 65_521;
  }
  return sum % nightParts.length;
}

/** What the id of the entry of a notification begins with. */
export const notificationPrefix = 'notice/';
