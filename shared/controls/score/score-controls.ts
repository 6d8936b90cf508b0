import { switchStateOf } from '../../control-diff/compare/compare-switch.ts';
import type { diffControls } from '../../control-diff/diff-controls.ts';
import { memberOf, textsAt, valueAt, withValueAt } from '../../control-diff/tree.ts';
import { clipped } from '../../control-diff/words/phrases.ts';
import { someNames } from '../../kernel/texts/some-names.ts';
import { compareSeverity, isAtLeast, type Severity } from '../../notifications/severity.ts';
import type { ControlChange } from '../control-change.ts';
import { isList, isUnset, type Json, type JsonObject } from '../json.ts';
import { isOpening } from '../proposal.ts';
import { isSecretMark } from '../secret-mark.ts';
import type { Expectation, RecommendedRule } from './recommended-rule.ts';

function listedUpTo(names: readonly string[]): string {
  return someNames([...new Set(names)].map((name) => `“${clipped(name)}”`));
}

export interface ScoredRule {
  readonly rule: RecommendedRule;
  readonly status: 'pass' | 'fail' | 'not-applicable';
  readonly found: string;
}

type Diff = typeof diffControls;

interface RuleJudgement {
  readonly isMet: boolean;
  readonly found: string;
}

/** Judges settings by each rule: failed ones first, each worst first. `diff` determines an entry's severity. */
export function scoreControls(
  settings: JsonObject,
  rules: readonly RecommendedRule[],
  diff: Diff,
): readonly ScoredRule[] {
  const order = ['fail', 'pass', 'not-applicable'];
  return rules
    .map((rule) => scored(rule, settings, diff))
    .toSorted(
      (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || compareSeverity(a.rule.severity, b.rule.severity),
    );
}

function scored(rule: RecommendedRule, settings: JsonObject, diff: Diff): ScoredRule {
  const needed = rule.while;
  const state = needed && switchStateOf(valueAt(settings, needed.field));
  if (needed !== undefined && !(state !== undefined && needed.states.includes(state))) {
    return { rule, status: 'not-applicable', found: `${needed.field} is ${wordOf(state)}.` };
  }
  const { isMet, found } = judged(rule.expects, { rule, settings, diff });
  return { rule, status: isMet ? 'pass' : 'fail', found };
}

interface RuleCheck {
  readonly rule: RecommendedRule;
  readonly settings: JsonObject;
  readonly diff: Diff;
}

function judged(expects: Expectation, of: RuleCheck): RuleJudgement {
  const { field } = of.rule;
  const value = valueAt(of.settings, field);
  switch (expects.kind) {
    case 'on':
    case 'not-on': {
      const state = switchStateOf(value);
      return { isMet: (state === 'on') === (expects.kind === 'on'), found: `${field} is ${wordOf(state)}.` };
    }
    case 'is-set':
      return { isMet: !isUnset(value), found: isUnset(value) ? `${field} is not set.` : `${field} is set.` };
    case 'names-something': {
      const count = isList(value) ? value.length : 0;
      return { isMet: count > 0, found: count > 0 ? `${field} names ${count}.` : `${field} names nothing.` };
    }
    case 'no-entry':
      return withoutEntry(expects.asGraveAs, of);
    case 'denies':
      return denied(expects.entries, of);
    case 'at-least': {
      const { amount, unit } = expects;
      const isMet = typeof value === 'number' && value >= amount;
      return { isMet, found: typeof value === 'number' ? `${value} ${unit}.` : `${field} is not set.` };
    }
    case 'no-secret-in-it':
    case 'https':
      return ofModels(expects.kind, of);
  }
}

function withoutEntry(asGraveAs: Severity, { rule: { field }, settings, diff }: RuleCheck): RuleJudgement {
  const value = valueAt(settings, field);
  const emptied = withValueAt(settings, field, isList(value) ? [] : {});
  const grave = isUnset(value)
    ? []
    : diff(emptied, settings).filter(
        (change) => isAt(field, change) && isOpening(change) && isAtLeast(change.severity, asGraveAs),
      );
  const alone = isList(value) && grave.length > 0 ? graveAlone(asGraveAs, { field, emptied, value, diff }) : [];
  const names =
    alone.length > 0 ? alone : grave.map(({ path }) => /^\[([^\]]*)\]/u.exec(path.slice(field.length))?.[1] ?? path);
  return grave.length === 0
    ? { isMet: true, found: `No such entry in ${field}.` }
    : { isMet: false, found: `In ${field}: ${listedUpTo(names)}.` };
}

const aloneMax = 500;

function graveAlone(
  asGraveAs: Severity,
  of: { readonly field: string; readonly emptied: JsonObject; readonly value: readonly Json[]; readonly diff: Diff },
): readonly string[] {
  const { field, emptied, value, diff } = of;
  return value.slice(0, aloneMax).flatMap((entry) => {
    const changes = diff(emptied, withValueAt(emptied, field, [entry]));
    const isGrave = changes.some((each) => isAt(field, each) && isOpening(each) && isAtLeast(each.severity, asGraveAs));
    return isGrave && typeof entry === 'string' ? [entry] : [];
  });
}

function denied(entries: readonly string[], { rule: { field }, settings, diff }: RuleCheck): RuleJudgement {
  const texts = textsAt(settings, field);
  const missing = entries.filter((entry) => {
    const more = withValueAt(settings, field, [...texts, entry]);
    return diff(settings, more).some((change) => isAt(field, change) && change.direction === 'tightened');
  });
  return missing.length === 0
    ? { isMet: true, found: `${field} covers ${listedUpTo(entries)}.` }
    : { isMet: false, found: `${field} does not cover ${listedUpTo(missing)}.` };
}

function ofModels(kind: 'https' | 'no-secret-in-it', { settings }: RuleCheck): RuleJudgement {
  const models = valueAt(settings, 'customModels');
  const wrong = (isList(models) ? models : []).filter((model) => {
    const [key, url] = [memberOf(model, 'apiKey'), memberOf(model, 'baseUrl')];
    return kind === 'https'
      ? typeof url === 'string' && !/^\s*https:\/\//iu.test(url) && !url.startsWith('$')
      : isSecretMark(key)
        ? key.$secret === 'literal'
        : typeof key === 'string' && key !== '' && !key.startsWith('$');
  });
  const names = wrong.map((model) => nameOf(model));
  return wrong.length === 0
    ? { isMet: true, found: 'No such model.' }
    : { isMet: false, found: `Of the models: ${listedUpTo(names)}.` };
}

function nameOf(model: Json): string {
  const name = ['id', 'displayName', 'model']
    .map((key) => memberOf(model, key))
    .find((each) => typeof each === 'string');
  return typeof name === 'string' ? name : 'one without a name';
}

function isAt(field: string, change: ControlChange): boolean {
  return change.field === field || change.path === field || change.path.startsWith(`${field}.`);
}

function wordOf(state: 'on' | 'off' | 'unset' | undefined): string {
  return state === undefined ? 'no switch' : state === 'unset' ? 'not set' : state;
}
