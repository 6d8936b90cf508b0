import { severities, type Severity } from '../notifications/severity.ts';

/** Raises a severity by whole steps, up to critical; lowers it for a negative number, down to info. */
export function raised(severity: Severity, steps: number): Severity {
  const at = Math.min(Math.max(rankOf(severity) - steps, 0), severities.length - 1);
  return severities[at] ?? severity;
}

export function rankOf(severity: Severity): number {
  return severities.indexOf(severity);
}

export function graver(a: Severity, b: Severity): Severity {
  return rankOf(a) <= rankOf(b) ? a : b;
}

export function mildest([a, b]: readonly [Severity, Severity]): Severity {
  return graver(a, b) === a ? b : a;
}

/** Returns the worst of some severities, or `otherwise` for an empty list. */
export function gravest(list: readonly Severity[], otherwise: Severity): Severity {
  return list.reduce<Severity>((worst, each) => graver(worst, each), otherwise);
}
