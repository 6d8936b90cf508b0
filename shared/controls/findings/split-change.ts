import type { diffControls } from '../../control-diff/diff-controls.ts';
import { rankOf } from '../../control-diff/severity-steps.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { ControlChange } from '../control-change.ts';
import type { Finding, Step } from './finding.ts';

const togetherMs = 24 * 3_600_000;
const findingsMax = 3;

/** Finds several steps whose total effect is worse than each of them, if some of them were reported before. */
export function findSplit(
  steps: readonly Step[],
  { isNew, diff }: { readonly isNew: (revision: number) => boolean; readonly diff: typeof diffControls },
): readonly Finding[] {
  const last = steps.at(-1);
  const [start, ...own] = sinceOf(steps, last);
  const isAcross =
    own.some(({ revision }) => !isNew(revision.revision)) && own.some(({ revision }) => isNew(revision.revision));
  if (last === undefined || start === undefined || !isAcross) {
    return [];
  }
  return diff(start.revision.settings, last.revision.settings)
    .filter(({ quiet, direction }) => quiet === undefined && direction !== 'tightened')
    .flatMap((change) => {
      const parts = own.filter(({ changes }) => changes.some((each) => isOfSame(each, change)));
      const told = parts.flatMap(({ changes }) => changes.filter((each) => isOfSame(each, change)).map(baseOf));
      const isSplit = parts.length > 1 && isNew(parts.at(-1)?.revision.revision ?? -1);
      return isSplit && told.every((severity) => rankOf(baseOf(change)) < rankOf(severity))
        ? [describe(change, parts)]
        : [];
    })
    .slice(0, findingsMax);
}

function sinceOf(steps: readonly Step[], last: Step | undefined): readonly Step[] {
  const until = Date.parse(last?.revision.updatedAt ?? '');
  const first = steps.findIndex(({ revision }) => until - Date.parse(revision.updatedAt) <= togetherMs);
  return first < 0 ? [] : steps.slice(Math.max(0, first - 1));
}

function isOfSame({ path: one }: ControlChange, { path: other }: ControlChange): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function baseOf({ baseSeverity, severity }: ControlChange): Severity {
  return baseSeverity ?? severity;
}

function describe(change: ControlChange, parts: readonly Step[]): Finding {
  const revisions = parts.map(({ revision }) => revision.revision);
  return {
    kind: 'split-change',
    severity: baseOf(change),
    sentence: `Taken together: ${change.sentence}`,
    revisions,
    actor: parts[0]?.revision.actor ?? {},
  };
}
