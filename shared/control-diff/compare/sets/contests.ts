import { isDangerousCommand, riskOfCommand } from '../../../coverage/commands/risky-command.ts';
import { isCoveredIn, releasedIn, type ContestedKind } from '../../../coverage/effective.ts';
import type { Severity } from '../../../notifications/severity.ts';
import type { SetShape } from '../../catalogue/field-rule.ts';
import type { Place } from '../../place.ts';
import { textsAt, textsOf } from '../../tree.ts';

/** Returns the elements that another list of the same settings denies. */
export function overruledAmong({ shape, context }: Place<SetShape>, elements: readonly string[]): ReadonlySet<string> {
  const blocked = shape.overruledBy === undefined ? [] : textsAt(context.after, shape.overruledBy.field);
  const kind = contestedKind(shape);
  if (kind === undefined || blocked.length * elements.length > pairsMax) {
    return new Set(elements).intersection(new Set(blocked));
  }
  const plain = blocked.filter(isPlain);
  return new Set(elements.filter((each) => isCoveredIn(kind, plain, each)));
}

/** With more pairs only equal elements count as overruled, which is the more severe reading. */
const pairsMax = 200_000;

/** What may now happen although no allow list changed: of the freed elements, or within them. */
export function releasedBy({ shape, after, context }: Place<SetShape>, freed: readonly string[]): readonly string[] {
  const { releases } = shape;
  if (releases === undefined) {
    return [];
  }
  const listed = textsAt(context.after, releases.field).filter(isPlain);
  const allowed = listed.length === 0 && releases.isOpenWhenEmpty ? ['*'] : listed;
  return releasedIn(releases.kind, { allowed, denied: textsOf(after).filter(isPlain), freed });
}

export function severityOfReleased(kind: ContestedKind, items: readonly string[]): Severity {
  return kind === 'command' && items.some(isGrave) ? 'critical' : 'high';
}

function isGrave(command: string): boolean {
  const risk = riskOfCommand(command);
  const isOfUse =
    risk === 'network' || risk === 'wildcard' ? command.includes('*') && risk === 'network' : risk !== undefined;
  return isDangerousCommand(command) || isOfUse || command.trim() === '*';
}

function contestedKind({ element }: SetShape): ContestedKind | undefined {
  return element === 'command' || element === 'model' ? element : undefined;
}

function isPlain(element: string): boolean {
  return !element.trim().startsWith('!');
}
