import { actorKey, describeSpan, type Finding, nameOfActor, type Step } from './finding.ts';

const stepsMin = 5;
const withinMs = 3_600_000;

interface TimedStep extends Step {
  readonly atMs: number;
}

/**
 * Finds people who made many revisions in a short time, one finding per burst: a control can be dismantled in many
 * small steps. Revisions without a relevant change, a time or a known author do not count.
 */
export function findManySteps(steps: readonly Step[]): readonly Finding[] {
  const timed = steps
    .map((step) => ({ ...step, atMs: Date.parse(step.revision.updatedAt) }))
    .filter(({ atMs, changes }) => !Number.isNaN(atMs) && changes.some(({ quiet }) => quiet === undefined));
  const byActor = Map.groupBy(timed, ({ revision }) => actorKey(revision.actor) ?? '');
  byActor.delete('');
  return [...byActor.values()].flatMap((own) => burstsOf(own).map(describe));
}

function burstsOf(steps: readonly TimedStep[]): readonly (readonly TimedStep[])[] {
  const sorted = steps.toSorted((a, b) => a.atMs - b.atMs || a.revision.revision - b.revision.revision);
  const bursts: TimedStep[][] = [];
  let burstEnd = -1;
  for (const [first, { atMs }] of sorted.entries()) {
    const last = first + stepsMin - 1;
    const lastStep = sorted[last];
    if (lastStep === undefined || lastStep.atMs - atMs > withinMs) {
      continue;
    }
    const burst = first <= burstEnd ? bursts.at(-1) : undefined;
    if (burst === undefined) {
      bursts.push(sorted.slice(first, last + 1));
    } else {
      burst.push(...sorted.slice(burstEnd + 1, last + 1));
    }
    burstEnd = last;
  }
  return bursts;
}

function describe(burst: readonly TimedStep[]): Finding {
  const [first] = burst;
  const actor = first?.revision.actor ?? {};
  const lastMs = burst.at(-1)?.atMs ?? 0;
  const loosened = burst.filter(({ changes }) => changes.some(({ direction }) => direction === 'loosened')).length;
  const span = describeSpan(lastMs - (first?.atMs ?? lastMs));
  return {
    kind: 'many-steps',
    severity: loosened > 0 ? 'medium' : 'low',
    sentence: `${nameOfActor(actor)} changed the controls in ${burst.length} steps within ${span}, ${loosened} of which loosened something.`,
    revisions: burst.map(({ revision }) => revision.revision).toSorted((a, b) => a - b),
    actor,
  };
}
