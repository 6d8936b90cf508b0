import { compareSeverity, isAtLeast, severities, type Severity } from '../../notifications/severity.ts';
import type { ControlChange } from '../control-change.ts';

/** The lowest severity that fails a proposal; `never` fails none. */
export type FailOn = Severity | 'never';

/** The default: ambiguous changes and undocumented fields need a review. */
export const failOnUsual: FailOn = 'medium';

interface Verdict {
  readonly worst: Severity | null;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly held: boolean;
}

type JudgedChange = Pick<ControlChange, 'direction' | 'severity'> & { readonly quiet?: string | null };

export function isOpening({ direction, quiet }: JudgedChange): boolean {
  return direction !== 'tightened' && (quiet === undefined || quiet === null);
}

/** Judges a proposal by its changes: those that tighten, or have no effect, never fail it. */
export function verdictOn(changes: readonly JudgedChange[], failOn: FailOn): Verdict {
  const opening = changes.filter(isOpening).map(({ severity }) => severity);
  const worst = opening.toSorted(compareSeverity)[0] ?? null;
  const countOf = (wanted: Severity): number => opening.filter((severity) => severity === wanted).length;
  return {
    worst,
    counts: Object.fromEntries(severities.map((severity) => [severity, countOf(severity)])) as Verdict['counts'],
    held: worst !== null && failOn !== 'never' && isAtLeast(worst, failOn),
  };
}
