import { ruleOf } from '../../control-diff/catalogue/catalogue.ts';
import type { diffControls } from '../../control-diff/diff-controls.ts';
import type { Judge } from '../../control-diff/place.ts';
import type { Baseline } from '../baseline.ts';
import { exceptionFor, type ControlException } from '../control-exception.ts';
import type { JsonObject } from '../json.ts';
import { type FailOn, type SettingsProblem, verdictOn } from '../proposal.ts';
import { recommendedControls } from '../score/recommended-controls.ts';
import { scoreControls, type ScoredRule } from '../score/score-controls.ts';
import { controlChangeDocument } from './controls-documents.ts';

export interface SettingsFrom {
  readonly source:
    | { readonly kind: 'revision'; readonly revision: number }
    | { readonly kind: 'given'; readonly name: string };
  readonly settings: JsonObject;
}

interface Decided {
  readonly baseline?: Pick<Baseline, 'settings' | 'source'> | undefined;
  readonly exceptions: readonly ControlException[];
  readonly atMs: number;
}

interface CheckOrder extends Decided {
  readonly proposed: JsonObject;
  readonly against: SettingsFrom;
  readonly diff: typeof diffControls;
  readonly judge?: Judge;
  readonly failOn: FailOn;
  readonly problems: readonly SettingsProblem[];
}

/** Compares proposed settings with those in force and the baseline, in the words of an alert. Writes nothing. */
export function checkControls(order: CheckOrder) {
  const { proposed, against, diff, judge, baseline, failOn, problems } = order;
  const changes = diff(against.settings, proposed, judge);
  return {
    against: against.source,
    ...verdictOn(changes, failOn),
    failOn,
    changes: changes.map(controlChangeDocument),
    baseline:
      baseline === undefined ? null : { source: baseline.source, deviations: deviationsFrom(baseline.settings, order) },
    problems,
  };
}

function deviationsFrom(approved: JsonObject, { proposed, against, diff, exceptions, atMs }: CheckOrder) {
  const standing = new Set(deviating(diff, approved, against.settings).map(({ path }) => path));
  return deviating(diff, approved, proposed).map((change) => ({
    ...controlChangeDocument(change),
    isStanding: standing.has(change.path),
    exception: exceptionFacts(exceptionFor(change, exceptions, atMs)),
  }));
}

function deviating(diff: typeof diffControls, approved: JsonObject, settings: JsonObject) {
  return diff(approved, settings).filter(({ quiet }) => quiet !== 'format-only');
}

function exceptionFacts(exception: ControlException | undefined) {
  const { id, ticket, owner, expires } = exception ?? {};
  return id === undefined || ticket === undefined || owner === undefined || expires === undefined
    ? null
    : { id, ticket, owner, expires };
}

/** Rates settings by the recommended baseline. */
export function scoreSettings({
  of,
  diff,
  exceptions,
  atMs,
}: Omit<Decided, 'baseline'> & {
  readonly of: SettingsFrom;
  readonly diff: typeof diffControls;
}) {
  const scored = scoreControls(of.settings, recommendedControls, diff);
  const tally = (severity: string) => {
    const count = (status: ScoredRule['status']): number =>
      scored.filter((each) => each.rule.severity === severity && each.status === status).length;
    return { passed: count('pass'), failed: count('fail'), notApplicable: count('not-applicable') };
  };
  return {
    of: of.source,
    totals: { critical: tally('critical'), high: tally('high'), medium: tally('medium'), low: tally('low') },
    rules: scored.map(({ rule, status, found }) => {
      const { id, title, field, severity, rationale, remedy } = rule;
      const controlIds = ruleOf(field)?.controlIds ?? [];
      const exception = exceptionFacts(exceptionFor({ path: field, field }, exceptions, atMs));
      return { id, title, field, severity, status, found, rationale, remedy, controlIds, exception };
    }),
  };
}
