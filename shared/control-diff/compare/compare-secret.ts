import { type Json, isUnset } from '../../controls/json.ts';
import { isSecretMark, type SecretMark } from '../../controls/secret-mark.ts';
import type { SecretShape } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, type Verdict, loosened, changed } from '../finding.ts';
import type { Place } from '../place.ts';
import { graver } from '../severity-steps.ts';
import { areAlike } from '../tree.ts';
import { secretWords } from '../words/describe-value.ts';

type SecretState = SecretMark['$secret'] | 'unset';

/** Compares the marks of two secrets; the secrets themselves are unknown here. */
export function compareSecret(place: Place<SecretShape>): readonly Finding[] {
  const { shape, before, after } = place;
  if (stateOf(before) === undefined || stateOf(after) === undefined) {
    return illTyped(place);
  }
  const verdict = compareSecretStates(shape, before, after);
  return verdict === undefined ? [] : [findingAt(place, verdict)];
}

/** Undefined when the secret is equal, still missing, or in a place that cannot hold one. */
export function compareSecretStates(
  shape: SecretShape,
  from: Json | undefined,
  to: Json | undefined,
): Verdict | undefined {
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
