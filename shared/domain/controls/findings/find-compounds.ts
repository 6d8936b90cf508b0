import { canonicalJson } from '../canonical-json.ts';
import { type Finding, type Step, worst, nameOfActor } from './finding.ts';
import { findKeysWithAddress } from './key-with-address.ts';
import { findRestored } from './loosened-then-restored.ts';
import { findManySteps, type ManyStepsSettings } from './many-steps.ts';
import { findSelfGrants } from './self-grant.ts';
import type { JsonObject } from '../json.ts';

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

/** A revision from before the steps, with what its settings are recognized by. */
interface EarlierRevision {
  readonly revision: number;
  /** Equal fingerprints are equal settings. */
  readonly fingerprint: string;
}

/** What is known from before, and how settings become fingerprints: canonical JSON, or a hash of it. */
interface Earlier {
  readonly revisions: readonly EarlierRevision[];
  readonly fingerprintOf: (settings: JsonObject) => string;
}

/**
 * Finds revisions whose settings are those of an earlier one, whatever came in between, and names the latest such. A
 * revision that equals the one directly before it is no rollback.
 */
function findRollbacks(steps: readonly Step[], { revisions, fingerprintOf }: Earlier): readonly Finding[] {
  const latest = new Map<string, number>();
  let previous: string | undefined;
  for (const { revision, fingerprint } of revisions.toSorted((a, b) => a.revision - b.revision)) {
    latest.set(fingerprint, revision);
    previous = fingerprint;
  }
  const findings: Finding[] = [];
  for (const step of steps) {
    const fingerprint = fingerprintOf(step.revision.settings);
    const same = fingerprint === previous ? undefined : latest.get(fingerprint);
    if (same !== undefined) {
      findings.push(describe(step, same));
    }
    latest.set(fingerprint, step.revision.revision);
    previous = fingerprint;
  }
  return findings;
}

function describe({ revision: { revision, actor }, changes }: Step, same: number): Finding {
  const loosened = changes.filter(({ direction, quiet }) => direction === 'loosened' && quiet === undefined);
  return {
    kind: 'rolled-back',
    severity: worst(loosened.map(({ severity }) => severity)),
    sentence: `All settings are again those of revision ${same}: what was changed since is undone by ${nameOfActor(actor)}.`,
    revisions: [same, revision],
    actor,
  };
}
