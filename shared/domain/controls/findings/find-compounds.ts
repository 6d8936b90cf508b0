import { canonicalJson } from '../canonical-json.ts';
import type { Finding, Step } from './finding.ts';
import { findKeysWithAddress } from './key-with-address.ts';
import { findRestored } from './loosened-then-restored.ts';
import { findManySteps, type ManyStepsSettings } from './many-steps.ts';
import { findRollbacks, type Earlier } from './rolled-back.ts';
import { findSelfGrants } from './self-grant.ts';

interface CompoundSettings {
  readonly earlier: Earlier;
  readonly manySteps: ManyStepsSettings;
  /** Changes of key and address of a model by one person within this time are one finding. */
  readonly togetherMs: number;
}

const hourMs = 3_600_000;

const usualCompounds: CompoundSettings = {
  earlier: { revisions: [], fingerprintOf: canonicalJson },
  manySteps: { stepsMin: 5, withinMs: hourMs },
  togetherMs: hourMs,
};

/**
 * Finds what the changes of several revisions mean together. `steps` ascend by revision and may reach back beyond the
 * new ones: a finding is news when its last revision is. In the order of that revision; the same steps give the same
 * findings.
 */
export function findCompounds(steps: readonly Step[], settings: Partial<CompoundSettings> = {}): readonly Finding[] {
  const { earlier, manySteps, togetherMs } = { ...usualCompounds, ...settings };
  return [
    ...findSelfGrants(steps),
    ...findKeysWithAddress(steps, togetherMs),
    ...findRestored(steps),
    ...findRollbacks(steps, earlier),
    ...findManySteps(steps, manySteps),
  ].toSorted((a, b) => (a.revisions.at(-1) ?? 0) - (b.revisions.at(-1) ?? 0));
}
