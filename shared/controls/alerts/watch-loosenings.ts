import type { diffControls } from '../../control-diff/diff-controls.ts';
import { rankOf } from '../../control-diff/severity-steps.ts';
import type { ObservedState } from '../../notifications/conditions/condition-state.ts';
import { observationOf, observedConditionId, type Observation } from '../../notifications/observation.ts';
import type { ControlChange, ControlPlace } from '../control-change.ts';
import type { ControlsReport, ControlStep } from '../controls-report.ts';
import { subjectOfRevision } from '../history/revision-entry.ts';
import type { JsonObject } from '../json.ts';
import { isWithin, lastingChanges } from '../mail/changes/loud-changes.ts';
import { nameOf, topicOf } from '../mail/words.ts';
import type { Loosening } from './loosening.ts';

const topic = 'controls-loosened';
const placesMax = 100;

/** The condition id of a revision that loosened controls; `subject` identifies its acknowledgements. */
export function looseningConditionId(subject: string): string {
  return observedConditionId({ topic, key: subject });
}

/** Observes lasting, unannounced changes that loosened controls, by revision. */
export function observeLoosenings(
  report: ControlsReport,
  owners: readonly string[],
): readonly (Observation & { readonly facts: Loosening })[] {
  const found = lastingChanges(report).filter(
    ({ change, step }) => isAlerting(change) && !step.isLate && step.isRewritten !== true,
  );
  return [...Map.groupBy(found, ({ step }) => step)].map(([step, changes]) =>
    observed(
      step,
      changes.map(({ change }) => change),
      owners,
    ),
  );
}

function isAlerting({ direction, severity, announced }: ControlChange): boolean {
  return direction !== 'tightened' && announced === undefined && rankOf(severity) <= rankOf('medium');
}

function observed(step: ControlStep, changes: readonly ControlChange[], owners: readonly string[]) {
  const { series, revision, previous, actor, updatedAt, digest } = step;
  const [worst] = changes;
  const more = changes.length === 1 ? '' : ` And ${changes.length - 1} more.`;
  const facts: Loosening = {
    kind: 'loosening',
    series,
    revision,
    previous,
    actor,
    updatedAt,
    places: changes.slice(0, placesMax).map(({ path, field }) => ({ path, field })),
  };
  const seen = observationOf({
    topic,
    key: subjectOfRevision(step),
    fingerprint: digest,
    severity: worst?.severity ?? 'medium',
    owners,
    notifiesAdmins: owners.length === 0,
    headline: `${worst?.sentence ?? ''}${more} By ${nameOf(actor)}, revision ${revision}.`,
    details: [`Was it expected? npx curfew controls ack ${revision} --reason "…"`],
  });
  return { ...seen, facts };
}

/** Returns the loosening of such an alert; undefined for any other. */
export function looseningOf({ observation: { facts } }: ObservedState): Loosening | undefined {
  return facts?.kind === 'loosening' ? facts : undefined;
}

/** Whether all places are restored. A place without effect because a switch is off is not restored. */
export function isRestored(
  { places }: Loosening,
  { before, now, diff }: { readonly before: JsonObject; readonly now: JsonObject; readonly diff: typeof diffControls },
): boolean {
  const left = diff(before, now).filter(
    ({ direction, quiet }) => direction !== 'tightened' && quiet !== 'format-only' && quiet !== 'told',
  );
  return !left.some((change) => places.some((place) => isSame(place, change)));
}

function isSame(place: ControlPlace, change: ControlPlace): boolean {
  // An edit that is equal in several members has no member in its path.
  const isOfSeveral = place.path.includes('[]') || change.path.includes('[]');
  return isWithin(place.path, change.path) || isWithin(change.path, place.path)
    ? true
    : isOfSeveral && place.field === change.field;
}

/** Returns a report in which changes that restore an alert's places are reported as restored, never as grave. */
export function withRestored(report: ControlsReport, restored: readonly Loosening[]): ControlsReport {
  if (restored.length === 0) {
    return report;
  }
  const places = restored.flatMap((each) => each.places.map((place) => ({ place, revision: each.revision })));
  const told = (change: ControlChange): ControlChange => {
    const found = places.find(({ place }) => change.direction === 'changed' && isSame(place, change));
    if (found === undefined) {
      return change;
    }
    const { baseSeverity: _, ...rest } = change;
    const note = `It is as it was before revision ${found.revision} again.`;
    return { ...rest, severity: 'info', notes: [...change.notes, note] };
  };
  return {
    ...report,
    restored,
    steps: report.steps.map((step) => ({ ...step, changes: step.changes.map(told) })),
    net: report.net && { ...report.net, changes: report.net.changes.map(told) },
  };
}

export function isRestoring({ restored = [] }: ControlsReport, change: ControlChange): boolean {
  return restored.some(({ places }) => places.some((place) => isSame(place, change)));
}

/** Describes briefly what was restored: who loosened it, and in which revision. */
export function describeRestored({ places, actor, revision }: Loosening): string {
  const [first, ...others] = [...new Set(places.map(({ field }) => field))];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${topicOf(first ?? '')}${more} is as before revision ${revision} (${nameOf(actor)}) again`;
}
