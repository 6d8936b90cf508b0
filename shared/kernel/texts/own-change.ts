const texts = {
  yes: ' (own change)',
  unknown: ' (own change: not known)',
  no: '',
} as const;

/** What stands behind the name of whoever acknowledged a change: whether they made it; nothing where they did not. */
export function ownChangeText(own: keyof typeof texts | undefined): string {
  return texts[own ?? 'no'];
}
