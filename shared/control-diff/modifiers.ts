import { canonicalJson } from '../controls/json.ts';
import { breadthOf } from '../coverage/breadth.ts';
import type { ElementKind } from '../coverage/compare-elements.ts';
import { isMetIn } from '../coverage/effective.ts';
import { isSecretPath } from '../coverage/sensitive-path.ts';
import { usersWithOwn } from './compare/entries/user-models-entry.ts';
import type { Finding } from './finding.ts';
import type { Judge, DiffContext } from './place.ts';
import { raised, graver } from './severity-steps.ts';
import { textsAt, valueAt } from './tree.ts';
import { nameList } from './words/phrases.ts';

/** How far all modifiers together raise a severity. CONTROLS.md, Rules for all fields. */
const stepsMax = 2;

/** Weighs author, time, reach and benefit. Author and time together raise by one step; only loosenings are raised. */
export function withModifiers(finding: Finding, judge: Judge): Finding {
  if (finding.quiet !== undefined || finding.direction !== 'loosened' || isOfNoEffect(finding)) {
    return finding;
  }
  const circumstances = [
    ...(judge.isApproved === false ? ['the person who made the change is not on the list of approved changers'] : []),
    ...(judge.isWithinWorkingHours === false ? ['it was made outside working hours'] : []),
  ];
  const reasons = [
    ...(circumstances.length === 0 ? [] : [circumstances.join(', and ')]),
    ...(finding.isActorProfiting ? ['the person who made the change profits from it'] : []),
    ...(isBroad(finding) ? ['it reaches everything'] : []),
    ...(isSecret(finding) ? ['it reaches secrets'] : []),
  ];
  const counted = reasons.slice(0, stepsMax);
  const severity = raised(finding.severity, counted.length);
  // A change that is critical by itself is not raised.
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

/** Raises the severity of changes that mean more together than alone. */
export function withCompounds(findings: readonly Finding[], context: DiffContext): readonly Finding[] {
  const moved = modelsMovedWithKey(findings);
  const freed = modelsFreed(findings);
  return findings.map((finding) => {
    if (finding.direction === 'tightened') {
      return withOwnRules(withBlockedDefault(finding, context), context);
    }
    if (moved.has(memberOf(finding)) && ['customModels[].apiKey', 'customModels[].baseUrl'].includes(finding.field)) {
      return raisedTo(finding, 'Graver than usual: key and address of this model were changed together.');
    }
    if (isStillNotAllowed(finding, context)) {
      return {
        ...finding,
        direction: 'changed',
        severity: 'low',
        notes: [...finding.notes, 'Nothing more may be used: the list of allowed models does not hold it.'],
      };
    }
    if (finding.field === 'modelPolicy.allowedModelIds' && freed.length > 0) {
      return raisedTo(finding, `Graver than usual: ${nameList(freed)} was blocked until this revision.`);
    }
    return withBlockedDefault(finding, context);
  });
}

function memberOf({ path }: Finding): string {
  return path.slice(0, path.lastIndexOf('.'));
}

/** A person who changes both can read the traffic and use the key. */
function modelsMovedWithKey(findings: readonly Finding[]): ReadonlySet<string> {
  const changed = (field: string): Set<string> =>
    new Set(findings.filter((finding) => finding.field === field && finding.quiet === undefined).map(memberOf));
  return changed('customModels[].apiKey').intersection(changed('customModels[].baseUrl'));
}

function modelsFreed(findings: readonly Finding[]): readonly string[] {
  const of = (field: string): Finding | undefined => findings.find((finding) => finding.field === field);
  const unblocked = new Set(of('modelPolicy.blockedModelIds')?.removed);
  return of('modelPolicy.allowedModelIds')?.added.filter((model) => unblocked.has(model)) ?? [];
}

/** An unblocked model that neither the organization nor a user allows stays unused. */
function isStillNotAllowed({ field, direction, removed }: Finding, { after }: DiffContext): boolean {
  // Checked first: it holds for one finding at most, and the rest reads every user.
  if (field !== 'modelPolicy.blockedModelIds' || direction !== 'loosened') {
    return false;
  }
  const allowed = textsAt(after, 'modelPolicy.allowedModelIds');
  const isListed = allowed.length > 0 && valueAt(after, 'modelPolicy.allowAllServiceModels') !== true;
  const others = canonicalJson(valueAt(after, 'userModelPolicies') ?? null);
  return isListed && removed.every((model) => !isMetIn('model', allowed, model) && !isNamedIn(others, model));
}

function isNamedIn(rules: string, model: string): boolean {
  return /[*?]/u.test(model + rules) ? rules !== 'null' : rules.includes(JSON.stringify(model));
}

function raisedTo(finding: Finding, note: string): Finding {
  return { ...finding, severity: graver('high', finding.severity), notes: [...finding.notes, note] };
}

/** Users whose own rules contain a model keep it when the organization removes it. */
function withOwnRules(finding: Finding, { after }: DiffContext): Finding {
  const { field, added, removed } = finding;
  const taken =
    field === 'modelPolicy.blockedModelIds' ? added : field === 'modelPolicy.allowedModelIds' ? removed : [];
  const users = taken.length === 0 ? [] : usersWithOwn(valueAt(after, 'userModelPolicies'), taken);
  return users.length === 0
    ? finding
    : { ...finding, notes: [...finding.notes, `Rules of their own may still allow it to ${nameList(users)}.`] };
}

/** Sessions stop when their default model is blocked. */
function withBlockedDefault(finding: Finding, { after, blockedModels }: DiffContext): Finding {
  if (finding.field !== 'modelPolicy.blockedModelIds' || finding.added.length === 0) {
    return finding;
  }
  const defaults = ['model', 'specModeModel']
    .map((name) => valueAt(after, `sessionDefaultSettings.${name}`))
    .filter((model) => typeof model === 'string' && blockedModels.has(model) && finding.added.includes(model));
  return defaults.length === 0
    ? finding
    : { ...finding, notes: [...finding.notes, 'A model that sessions begin with is now blocked, so they may fail.'] };
}
