import { severities } from '../../../domain/notifications/severity.ts';
import type { Finding, Step } from '../../../domain/controls/findings/finding.ts';
import { findCompounds } from '../../../domain/controls/findings/find-compounds.ts';
import { isInRanges } from '../../../domain/controls/history/number-range.ts';
import type { RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { WatchIntent } from '../../../domain/controls/history/watch-state.ts';
import type { Revision } from '../../../domain/controls/revision.ts';
import { changesOf, contentOf, type ReportDeps } from '../judge-revision.ts';

/** New revisions that are looked at together, and those before them: all their settings are in memory at once. */
const newMax = 60;
const earlierMax = 20;

/**
 * Finds what the new revisions mean together, with those before them: what was loosened days ago may be restored now.
 * What earlier revisions meant without them was reported before.
 */
export async function findTogether(deps: ReportDeps, intent: WatchIntent): Promise<readonly Finding[]> {
  const [first, last] = [intent.revisions[0], intent.revisions.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const from = Math.max(first.from, last.through - newMax) - earlierMax;
  const steps = await stepsFrom(deps, intent, from);
  const findings = findCompounds(steps).filter(({ revisions }) => isInRanges(revisions.at(-1) ?? -1, intent.revisions));
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

async function stepsFrom(deps: ReportDeps, { series }: WatchIntent, from: number): Promise<readonly Step[]> {
  const entries = await deps.revisions.list(series, Math.max(0, from), newMax + earlierMax + 1);
  const steps: Step[] = [];
  let before: { readonly revision: Revision; readonly entry: RevisionEntry } | undefined;
  for (const entry of entries) {
    const revision = await contentOf(deps.revisions, entry);
    // Of the first one only the settings count: what it changed is not known here.
    steps.push({
      revision,
      changes:
        before === undefined
          ? []
          : await changesOf(deps, { revision, before: before.revision.settings, previous: before.entry }),
    });
    before = { revision, entry };
  }
  return steps;
}
