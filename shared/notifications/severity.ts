/** How much something matters, the worst first. Critical goes out at once, whatever the hour. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Negative when the first matters more: an order for sorting, the most severe first. */
export function compareSeverity(first: Severity, second: Severity): number {
  return severities.indexOf(first) - severities.indexOf(second);
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return compareSeverity(severity, least) <= 0;
}

/** Whether somebody has to hear of it. */
export function isGrave(severity: Severity): boolean {
  return isAtLeast(severity, 'high');
}
