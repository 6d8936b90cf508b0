/** Whether one of some texts holds what somebody looks for, in whatever case and however letters are composed. */
export function isMentioned(sought: string, texts: readonly (string | undefined)[]): boolean {
  const wanted = folded(sought.trim());
  return texts.some((text) => text !== undefined && folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
