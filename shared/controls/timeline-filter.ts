import type { Severity } from '../notifications/severity.ts';
import type { ControlChange, Direction } from './control-change.ts';
import { isUnder } from './control-exception.ts';
import type { Actor } from './revision.ts';

/** Which changes a timeline shows; absent members leave nothing out. */
export interface TimelineFilter {
  readonly direction?: Direction;
  readonly severity?: Severity;
  readonly path?: string;
  readonly actor?: string;
  /** Part of the name of the person who accepted it, or is responsible for an exception. */
  readonly acceptor?: string;
}

/** Returns the changes of a revision that match a filter; undefined if the revision does not match. */
export function timelineChanges(
  filter: TimelineFilter,
  {
    actor,
    changes,
    acceptors,
  }: { readonly actor: Actor; readonly changes: readonly ControlChange[]; readonly acceptors: readonly string[] },
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
