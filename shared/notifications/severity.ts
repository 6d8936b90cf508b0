/** Worst first. Critical is sent at once, at any hour. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

export function compareSeverity(first: Severity, second: Severity): number {
  return severities.indexOf(first) - severities.indexOf(second);
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return compareSeverity(severity, least) <= 0;
}

export function isGrave(severity: Severity): boolean {
  return isAtLeast(severity, 'high');
}
