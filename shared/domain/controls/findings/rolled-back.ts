import type { JsonObject } from '../json.ts';
import { worst, type Finding, type Step } from './finding.ts';
import { nameOfActor } from './same-actor.ts';

/** A revision from before the steps, with what its settings are recognized by. */
interface EarlierRevision {
  readonly revision: number;
  /** Equal fingerprints are equal settings. */
  readonly fingerprint: string;
}

/** What is known from before, and how settings become fingerprints: canonical JSON, or a hash of it. */
export interface Earlier {
  readonly revisions: readonly EarlierRevision[];
  readonly fingerprintOf: (settings: JsonObject) => string;
}

/**
 * Finds revisions whose settings are those of an earlier one, whatever came in between, and names the latest such. A
 * revision that equals the one directly before it is no rollback.
 */
export function findRollbacks(steps: readonly Step[], { revisions, fingerprintOf }: Earlier): readonly Finding[] {
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
