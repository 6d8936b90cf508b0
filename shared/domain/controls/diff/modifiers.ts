import { breadthOf } from '../coverage/breadth.ts';
import type { ElementKind } from '../coverage/compare-elements.ts';
import { isSecretPath } from '../coverage/sensitive-path.ts';
import type { Finding } from './finding.ts';
import type { Judge } from './place.ts';
import { raised } from './severity-steps.ts';

/** How far all modifiers together raise a severity. CONTROLS.md, Rules for all fields. */
const stepsMax = 2;

/**
 * Weighs who did it, when, how far it reaches and whom it serves. Who and when raise by one step together, and only
 * what is loosened is raised at all.
 */
export function withModifiers(finding: Finding, judge: Judge): Finding {
  if (finding.quiet !== undefined || finding.direction !== 'loosened' || isOfNoEffect(finding)) {
    return finding;
  }
  const circumstances = [
    ...(judge.isApproved === false ? ['whoever made the change is not on the list of approved changers'] : []),
    ...(judge.isWithinWorkingHours === false ? ['it was made outside working hours'] : []),
  ];
  const reasons = [
    ...(circumstances.length === 0 ? [] : [circumstances.join(', and ')]),
    ...(finding.isActorProfiting ? ['whoever made the change profits from it'] : []),
    ...(isBroad(finding) ? ['it reaches everything'] : []),
    ...(isSecret(finding) ? ['it reaches secrets'] : []),
  ];
  const counted = reasons.slice(0, stepsMax);
  const severity = raised(finding.severity, counted.length);
  // What is critical by itself is not raised by anything.
  const notes = severity === finding.severity ? [] : counted.map((reason) => `Severity raised: ${reason}.`);
  return { ...finding, severity, baseSeverity: finding.severity, notes: [...finding.notes, ...notes] };
}

/** Info means that nothing was allowed; no circumstance raises that. */
function isOfNoEffect({ severity }: Finding): boolean {
  return severity === 'info';
}

function elementKindOf({ rule }: Finding): ElementKind | undefined {
  return rule?.shape.kind === 'set' ? rule.shape.element : undefined;
}

function isBroad(finding: Finding): boolean {
  const kind = elementKindOf(finding);
  return (
    kind !== undefined &&
    !finding.isBreadthWeighed &&
    finding.reaching.some((element) => breadthOf(kind, element) === 'everything')
  );
}

function isSecret(finding: Finding): boolean {
  return elementKindOf(finding) === 'path' && !finding.isBreadthWeighed && finding.reaching.some(isSecretPath);
}
