import { canonicalJson, isList, isUnset, type Json } from '../../controls/json.ts';
import { isSecretMark, type SecretMark } from '../../controls/secret-mark.ts';
import type { MapShape, ScaleShape, SecretShape, Shape } from '../catalogue/field-rule.ts';
import {
  changed,
  type Finding,
  findingAt,
  formatOnlyAt,
  illTyped,
  loosened,
  tightened,
  type Verdict,
} from '../finding.ts';
import type { MapEntry, Place } from '../place.ts';
import { graver } from '../severity-steps.ts';
import { areAlike, isTreeOrUnset, keysOf, memberOf, valueAt } from '../tree.ts';
import { describeEntry, describeValue, secretWords } from '../words/describe-value.ts';
import { filled, quoted } from '../words/phrases.ts';
import { compareAddress } from './compare-address.ts';
import { verdictOnLevels } from './compare-levels.ts';
import { compareOrdered } from './compare-ordered.ts';
import { compareSwitch } from './compare-switch.ts';
import { compareModelChoice, compareRetention, compareValue } from './compare-value.ts';
import { verdictOnMarketplace } from './entries/marketplace-entry.ts';
import { verdictOnUserModels } from './entries/user-models-entry.ts';
import { levelsIn } from './levels.ts';
import { compareSet } from './sets/compare-set.ts';

/** Judges an MCP server's required levels: how far a user must trust the agent before a tool runs without approval. */
function verdictOnAutonomy({ name, before, after, shape, context }: MapEntry): Verdict {
  const ofAllServers = (settings: typeof context.before) =>
    name === '*' ? undefined : levelsIn(memberOf(valueAt(settings, 'mcpAutonomyOverrides'), '*')).ofAll;
  const verdict = verdictOnLevels({
    name,
    severity: shape.severity,
    before: levelsIn(before),
    after: levelsIn(after),
    otherwise: { before: ofAllServers(context.before), after: ofAllServers(context.after) },
  });
  const effect = `${quoted(name)}: its tools require what they did, ${isUnset(before) ? 'now by an entry of its own' : 'written otherwise'}.`;
  return verdict ?? changed('low', effect);
}

type SecretState = SecretMark['$secret'] | 'unset';

/** Compares the marks of two secrets; the secrets themselves are unknown here. */
function compareSecret(place: Place<SecretShape>): readonly Finding[] {
  const { shape, before, after } = place;
  if (stateOf(before) === undefined || stateOf(after) === undefined) {
    return illTyped(place);
  }
  const verdict = compareSecretStates(shape, before, after);
  return verdict === undefined ? [] : [findingAt(place, verdict)];
}

/** Undefined when the secret is equal, still missing, or in a place that cannot hold one. */
function compareSecretStates(shape: SecretShape, from: Json | undefined, to: Json | undefined): Verdict | undefined {
  const before = stateOf(from);
  const after = stateOf(to);
  if (before === undefined || after === undefined || (isMissing(before) && isMissing(after))) {
    return undefined;
  }
  if (areAlike(from, to)) {
    return undefined;
  }
  const is = before === after ? wordsOf[after].replace(/^a /u, 'another ') : wordsOf[after];
  return { ...verdictOn(shape, before, after), was: wordsOf[before], is };
}

const wordsOf = { ...secretWords, unset: 'not set' } as const satisfies Record<SecretState, string>;

function isMissing(state: SecretState): boolean {
  return state === 'unset' || state === 'empty';
}

/** A text that is not a mark reveals no secret, such as an empty text or a reference. */
function stateOf(value: Json | undefined): SecretState | undefined {
  if (isUnset(value)) {
    return 'unset';
  }
  if (isSecretMark(value)) {
    return value.$secret;
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  return value === '' ? 'empty' : /^\$\{?\w+\}?$/u.test(value) ? 'reference' : 'literal';
}

function verdictOn({ noun, severity }: SecretShape, before: SecretState, after: SecretState): Verdict {
  if (before === 'reference' && after === 'literal') {
    return loosened(
      graver('high', severity),
      `The ${noun} now stands in the settings themselves, where a reference to it stood.`,
    );
  }
  if (before === 'literal' && after === 'reference') {
    return changed('low', `The ${noun} is now a reference: it no longer stands in the settings themselves.`, {
      notes: ['Whether it is the same secret cannot be seen. What stood in the settings is to be replaced.'],
    });
  }
  if (isMissing(after)) {
    return changed(severity, `There is no ${noun} any more.`);
  }
  const effect = isMissing(before) ? `There is now a ${noun}.` : `The ${noun} was changed.`;
  const notes = ['Another person may receive or pay for what is sent with it, or it was replaced as planned.'];
  return changed(severity, effect, { notes });
}

function verdictOnPlain({ name, before, after, shape }: MapEntry): Verdict {
  const verb = isUnset(before) ? 'added' : isUnset(after) ? 'removed' : 'changed';
  const { severity, redirectingSeverity = severity } = shape;
  const effect = `The ${shape.noun} ${quoted(name)} was ${verb}.`;
  if (redirectingSeverity === severity || isUnset(after) || !isRedirecting(name, after)) {
    return changed(severity, effect);
  }
  const notes = ['Graver than usual: by its name or value it decides where requests go, or with whose key (assumed).'];
  return changed(redirectingSeverity, effect, { notes });
}

const redirectingNames =
  /base|url|uri|proxy|host|endpoint|gateway|server|key|token|secret|auth|cred|header|verify|tls|ssl|cert/iu;

function isRedirecting(name: string, value: Json | undefined): boolean {
  const isAddress = typeof value === 'string' && /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\//iu.test(value);
  return (
    isAddress || (redirectingNames.test(name) && !/(?:^|_)max_?tokens|tokens?_(?:max|limit)|max\w*tokens$/iu.test(name))
  );
}

function verdictOnSecretEntry({ name, before, after, shape }: MapEntry): Verdict {
  const noun = `${shape.noun} ${quoted(name)}`;
  return (
    compareSecretStates({ kind: 'secret', noun, severity: shape.severity }, before, after) ??
    changed(shape.severity, `The ${noun} was changed.`, {
      was: isUnset(before) ? 'not set' : 'hidden',
      is: isUnset(after) ? 'not set' : 'hidden',
    })
  );
}

/** Judges an enabled plugin: it runs code on every member's machine. */
function verdictOnPlugin({ name, before, after, shape }: MapEntry): Verdict {
  const plugin = `The plugin ${quoted(name)}`;
  if (isOn(after) && !isOn(before)) {
    return loosened(shape.severity, `${plugin} now runs on members' machines.`);
  }
  if (isOn(before) && !isOn(after)) {
    return tightened('low', `${plugin} is no longer turned on by the organization.`);
  }
  if (isOn(after)) {
    return changed('medium', `${plugin} is set up differently.`);
  }
  const effect = isUnset(after)
    ? `${plugin} is no longer forbidden by the organization: each member decides.`
    : `${plugin} is off for the organization.`;
  return changed('low', effect);
}

/** Any value that is not clearly off counts as on: an object of options, a version. */
function isOn(value: Json | undefined): boolean {
  return !isUnset(value) && value !== false && value !== 0 && value !== '';
}

const judges = {
  autonomy: verdictOnAutonomy,
  plugin: verdictOnPlugin,
  marketplace: verdictOnMarketplace,
  'user-models': verdictOnUserModels,
  secret: verdictOnSecretEntry,
  plain: verdictOnPlain,
} as const satisfies Record<MapShape['entries'], (entry: MapEntry) => Verdict>;

function compareMap(place: Place<MapShape>): readonly Finding[] {
  const { before, after } = place;
  if (!isTreeOrUnset(before) || !isTreeOrUnset(after)) {
    return illTyped(place);
  }
  return keysOf(before, after).flatMap((name) => compareEntry(place, name));
}

function compareEntry(place: Place<MapShape>, name: string): readonly Finding[] {
  const [before, after] = [memberOf(place.before, name), memberOf(place.after, name)];
  const at = { ...place, path: `${place.path}[${name}]`, before, after };
  if (areAlike(before, after)) {
    return before === after || (before !== undefined && after !== undefined) ? [] : [formatOnlyAt(at)];
  }
  const verdict = judges[place.shape.entries]({ name, before, after, shape: place.shape, context: place.context });
  const moved = { added: isUnset(before) ? [name] : [], removed: isUnset(after) ? [name] : [] };
  return [findingAt(at, { was: describeEntry(before), is: describeEntry(after), ...moved, ...verdict })];
}

/** Compares a text with an order of values: an unknown value may be looser, or not. */
function compareScale(place: Place<ScaleShape>): readonly Finding[] {
  const { before, after } = place;
  if (![before, after].every((value) => isUnset(value) || typeof value === 'string')) {
    return illTyped(place);
  }
  return areAlike(before, after) ? [] : [findingAt(place, verdictOnScale(place))];
}

function verdictOnScale({ shape, before, after }: Place<ScaleShape>): Verdict {
  const { severity, effects, unsetEffect } = shape;
  const [was, is] = [stepOf(shape, before), stepOf(shape, after)];
  const words = { value: describeValue(after) };
  if (isUnset(after)) {
    return was === shape.steps.length - 1
      ? changed('low', unsetEffect)
      : loosened(severity, unsetEffect, { notes: ['The organization no longer decides this.'] });
  }
  if (was === undefined || is === undefined || was === is) {
    const notes = ['It may be looser or stricter than before: its order among the values is not known.'];
    return changed(severity, filled(effects.changed, words), { notes });
  }
  return is > was
    ? loosened(severity, filled(effects.loosened, words))
    : tightened('info', filled(effects.tightened, words));
}

function stepOf({ steps }: ScaleShape, value: Json | undefined): number | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  const step = steps.findIndex((words) => text !== undefined && words.includes(text));
  return step === -1 ? undefined : step;
}

/** Compares one differing field. Another spelling is a change of format; another order of a set is none. */
export function compareLeaf(place: Place): readonly Finding[] {
  const findings = compare(place);
  return findings.length > 0 || isSameInOtherWords(place) ? findings : [formatOnlyAt(place)];
}

function compare(place: Place): readonly Finding[] {
  const { shape } = place;
  switch (shape.kind) {
    case 'switch':
      return compareSwitch({ ...place, shape });
    case 'value':
      return compareValue({ ...place, shape });
    case 'scale':
      return compareScale({ ...place, shape });
    case 'retention':
      return compareRetention({ ...place, shape });
    case 'model-choice':
      return compareModelChoice({ ...place, shape });
    case 'address':
      return compareAddress({ ...place, shape });
    case 'secret':
      return compareSecret({ ...place, shape });
    case 'set':
      return compareSet({ ...place, shape });
    case 'ordered':
      return compareOrdered({ ...place, shape });
    case 'map':
      return compareMap({ ...place, shape });
    case 'members':
      return illTyped(place);
  }
}

function isSameInOtherWords({ shape, before, after }: Place<Shape>): boolean {
  if (shape.kind !== 'set' || !isList(before) || !isList(after)) {
    return false;
  }
  const sorted = (list: typeof before): string =>
    list
      .map((each) => canonicalJson(each))
      .toSorted()
      .join('\n');
  return sorted(before) === sorted(after);
}
