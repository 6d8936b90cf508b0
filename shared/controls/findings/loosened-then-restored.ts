import { mildest, raised } from '../../control-diff/severity-steps.ts';
import type { ControlChange } from '../control-change.ts';
import { canonicalJson, type Json } from '../json.ts';
import type { Revision } from '../revision.ts';
import { describeSpan, type Finding, isSameActor, nameOfActor, spanMs, type Step } from './finding.ts';

const exposuresMax = 50;

interface Exposure {
  readonly change: ControlChange;
  readonly revision: Revision;
  readonly before: string;
}

/** Finds controls that were loosened and later restored, and for how long. Dormant changes do not count. */
export function findRestored(steps: readonly Step[]): readonly Finding[] {
  const open = new Map<string, readonly Exposure[]>();
  const findings: Finding[] = [];
  for (const { revision, changes } of steps) {
    for (const change of changes.filter(({ quiet }) => quiet === undefined)) {
      const exposures = open.get(change.path) ?? [];
      const after = spelling(change.after);
      const restored = exposures.findIndex((each) => each.before === after && each.revision !== revision);
      const past = exposures[restored];
      if (past !== undefined) {
        findings.push(describe(past, revision));
        open.set(change.path, exposures.slice(0, restored));
      } else if (change.direction === 'loosened') {
        const exposure = { change, revision, before: spelling(change.before) };
        open.set(change.path, [...exposures.slice(1 - exposuresMax), exposure]);
      }
    }
  }
  return findings;
}

/** Rates an exposure that has ended: good news if it was reported while open; otherwise news without urgency. */
export function exposureAsNews(finding: Finding, isNew: (revision: number) => boolean): Finding {
  const [opened] = finding.revisions;
  if (finding.kind !== 'loosened-then-restored' || opened === undefined) {
    return finding;
  }
  return { ...finding, severity: isNew(opened) ? mildest([raised(finding.severity, -1), 'medium']) : 'info' };
}

function describe({ change, revision: from }: Exposure, until: Revision): Finding {
  const exposureMs = spanMs(from.updatedAt, until.updatedAt);
  const span = exposureMs === undefined ? 'a time that is not known' : describeSpan(exposureMs);
  const restorer = isSameActor(from.actor, until.actor) ? 'the same person' : nameOfActor(until.actor);
  return {
    kind: 'loosened-then-restored',
    severity: change.severity,
    sentence: `${change.path} was open for ${span}: ${nameOfActor(from.actor)} loosened it in revision ${from.revision}, and ${restorer} put it back in revision ${until.revision}.`,
    revisions: [from.revision, until.revision],
    actor: from.actor,
  };
}

/** Lists of texts are equal in any order; not set is not `null`. */
function spelling(value: Json | undefined): string {
  if (value === undefined) {
    return 'not set';
  }
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return canonicalJson(isList ? value.toSorted() : value);
}
