const texts = {
  yes: ' (own change)',
  unknown: ' (own change: not known)',
  no: '',
} as const;

/** Returns a suffix for an acknowledging person's name: whether they made the change; empty if not. */
export function ownChangeText(own: keyof typeof texts | undefined): string {
  return texts[own ?? 'no'];
}
