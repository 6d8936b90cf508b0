/** An instant in UTC, as ISO text, to the minute: `2026-03-15 02:30`. */
export function minuteText(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}
