import { gravest } from '../../control-diff/severity-steps.ts';
import { canonicalJson } from '../json.ts';
import { nameOfActor, type Finding, type Step } from './finding.ts';
import { findKeysWithAddress } from './key-with-address.ts';
import { findRestored } from './loosened-then-restored.ts';
import { findManySteps } from './many-steps.ts';
import { findOverwritten } from './overwritten.ts';
import { findSelfGrants } from './self-grant.ts';

/**
 * Finds what the changes of several revisions mean together. `steps` ascend by revision and may begin before the new
 * ones: a finding is new when its last revision is. Sorted by that revision; deterministic.
 */
export function findCompounds(steps: readonly Step[]): readonly Finding[] {
  return [findSelfGrants, findKeysWithAddress, findRestored, findRollbacks, findManySteps, findOverwritten]
    .flatMap((find) => find(steps))
    .toSorted((a, b) => (a.revisions.at(-1) ?? 0) - (b.revisions.at(-1) ?? 0));
}

/** Finds revisions whose settings equal an earlier one's, except the previous one's. */
function findRollbacks(steps: readonly Step[]): readonly Finding[] {
  const latest = new Map<string, number>();
  let previous: string | undefined;
  return steps.flatMap((step) => {
    const spelling = canonicalJson(step.revision.settings);
    const same = spelling === previous ? undefined : latest.get(spelling);
    latest.set(spelling, step.revision.revision);
    previous = spelling;
    return same === undefined ? [] : [rollback(step, same)];
  });
}

function rollback({ revision: { revision, actor }, changes }: Step, same: number): Finding {
  const loosened = changes.filter(({ direction, quiet }) => direction === 'loosened' && quiet === undefined);
  return {
    kind: 'rolled-back',
    severity: gravest(
      loosened.map(({ severity }) => severity),
      'info',
    ),
    sentence: `All settings are again those of revision ${same}: what was changed since is undone by ${nameOfActor(actor)}.`,
    revisions: [same, revision],
    actor,
  };
}
