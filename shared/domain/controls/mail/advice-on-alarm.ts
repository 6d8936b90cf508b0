import type { HistoryAlarm } from '../history/history-alarm.ts';

/** What to do about an alarm of the history: what its cause is, as far as it shows, and whom to turn to. */
export function adviceOnAlarm(alarm: HistoryAlarm): string {
  switch (alarm.kind) {
    case 'unwatched':
      return adviceOnFailure(alarm.problem);
    case 'shrank':
      return alarm.isEmpty === true
        ? 'The platform serves no history at all where it served one before: the API key may be of another organization by now, or the history was deleted. Compare it with the platform’s own page; what was stored is kept here.'
        : askPlatform;
    case 'unreadable':
      return 'The row is not of the documented form: look the revision up on the platform’s own page, and ask the platform what changed in the form.';
    case 'rewritten':
      return alarm.isTableChanged === true
        ? 'Find out who may write the tables of Curfew, and hold the evidence against its anchors: curfew controls verify'
        : askPlatform;
    case 'gap':
    case 'went-back':
    case 'restarted':
      return askPlatform;
  }
}

const askPlatform = 'Ask the platform about the history.';

const byStatus: ReadonlyMap<string, string> = new Map([
  [
    '401',
    'The platform refuses the API key (401): it is revoked, expired or mistyped. Put a valid one in its place, then: curfew doctor',
  ],
  [
    '403',
    'The API key may not read the history (403): its owner needs the role Manager or Owner (assumed). Use such a key, then: curfew doctor',
  ],
  [
    '429',
    'The platform limits how often it is asked (429). Nothing is to be done here unless it lasts: the history is read again every five minutes.',
  ],
]);

/** By the status of the answer; the document shows none for this endpoint, so that they are taken as they are elsewhere. */
function adviceOnFailure(problem: string): string {
  const [status] = /\b[45]\d\d\b/u.exec(problem) ?? [];
  if (status === undefined) {
    return 'The platform could not be reached, or did not answer in full: check address, network and proxy with curfew doctor';
  }
  const refused = `The platform refuses the request (${status}): check the address of the platform and the API key with curfew doctor`;
  const failing = `The platform fails (${status}), and not the key or the settings: the history is read again every five minutes. When it lasts, ask the platform.`;
  return byStatus.get(status) ?? (status.startsWith('5') ? failing : refused);
}
