/** A note on what a verdict rests on and platform-api.md does not say. Takes a clause without a full stop. */
export function assumption(clause: string): string {
  return `Assumed, not documented: ${clause}.`;
}
