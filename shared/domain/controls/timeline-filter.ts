import type { Severity } from '../notifications/severity.ts';
import type { ControlChange, Direction } from './control-change.ts';
import { isUnder } from './exceptions/control-exception.ts';
import type { Actor } from './revision.ts';

/** Which changes a timeline shows; what is absent leaves nothing out. */
export interface TimelineFilter {
  readonly direction?: Direction;
  readonly severity?: Severity;
  /** A path, a field, or part of one; with `*`, a pattern. */
  readonly path?: string;
  /** Part of the name, email or id of whoever made a change. */
  readonly actor?: string;
  /** Part of the name of whoever accepted it, or answers for an exception. */
  readonly acceptor?: string;
}

/** A revision with whoever accepted anything of it. */
interface TimelineStep {
  readonly actor: Actor;
  readonly changes: readonly ControlChange[];
  readonly acceptors: readonly string[];
}

/** The changes of a revision that a filter is about; undefined where the revision is not meant. */
export function timelineChanges(
  filter: TimelineFilter,
  { actor, changes, acceptors }: TimelineStep,
): readonly ControlChange[] | undefined {
  const isMeant = holdsAny([actor.name, actor.email, actor.id], filter.actor) && holdsAny(acceptors, filter.acceptor);
  if (!isMeant) {
    return undefined;
  }
  const listed = changes.filter(
    (change) =>
      (filter.direction === undefined || change.direction === filter.direction) &&
      (filter.severity === undefined || change.severity === filter.severity) &&
      (filter.path === undefined || isUnder(filter.path.trim(), change) || holdsAny([change.path], filter.path)),
  );
  const isOfChanges = filter.direction !== undefined || filter.severity !== undefined || filter.path !== undefined;
  return isOfChanges && listed.length === 0 ? undefined : listed;
}

function holdsAny(known: readonly (string | undefined)[], wanted: string | undefined): boolean {
  const part = wanted?.trim().toLowerCase();
  return part === undefined || part === '' || known.some((each) => each?.toLowerCase().includes(part) === true);
}
