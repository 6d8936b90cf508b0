import { readFileSync } from 'node:fs';

import { diffControls } from '../../shared/control-diff/diff-controls.ts';
import type { ControlChange, Direction } from '../../shared/controls/control-change.ts';
import type { JsonObject } from '../../shared/controls/json.ts';
import { compareSeverity, type Severity } from '../../shared/notifications/severity.ts';
import { redactSettings } from '../../shared/redaction/redact-settings.ts';

/** What has to be right of the changes whose path matches. Patterns are written as `/…/` or `/…/i`. */
interface Expectation {
  readonly path: string;
  readonly direction?: Direction;
  readonly min?: Severity;
  readonly max?: Severity;
  /** A direction that must not occur. */
  readonly not?: Direction;
  readonly says?: string;
  readonly sentence?: string;
  readonly saysNot?: string;
  /** No change at all is right too. */
  readonly optional?: boolean;
}

/** Two settings and what the change from one to the other means. */
interface SettingsPair {
  readonly name: string;
  readonly group: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly right: readonly Expectation[];
  /** Nothing of this direction may be reported. */
  readonly noneAt?: Direction | null;
}

/** The pairs of a fixture of controls, by file name. */
export function pairsIn(file: string): readonly SettingsPair[] {
  const path = new URL(`../fixtures/controls/${file}`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly pairs: readonly SettingsPair[] }).pairs;
}

/** What is told of a pair, with its secrets replaced as the platform's adapter does, or as it is written. */
function toldOf(
  { before, after }: Pick<SettingsPair, 'before' | 'after'>,
  isRedacted = true,
): readonly ControlChange[] {
  const [from = {}, to = {}] = isRedacted
    ? [before, after].map((settings) => redactSettings(settings, (secret) => `f${secret.length}`))
    : [before, after];
  return diffControls(from, to);
}

/** What is wrong in what is told of a pair, a sentence each. */
export function faultsOf(pair: SettingsPair, isRedacted = true): readonly string[] {
  const told = toldOf(pair, isRedacted);
  const forbidden = told.filter(({ direction }) => direction === pair.noneAt);
  return [
    ...forbidden.map((change) => `nothing may be ${pair.noneAt}: ${describe(change)}`),
    ...pair.right.flatMap((expected) => faultsIn(told, expected)),
  ];
}

function faultsIn(told: readonly ControlChange[], expected: Expectation): readonly string[] {
  const path = patternOf(expected.path);
  const found = told.filter((change) => path.test(change.path));
  const [worst] = found;
  if (worst === undefined) {
    return expected.optional === true ? [] : [`no change at ${expected.path} of ${told.map(describe).join(' | ')}`];
  }
  const { direction, min, max, not, says, sentence, saysNot } = expected;
  const isAt = (severity: Severity, limit: Severity, isMin: boolean): boolean =>
    isMin ? compareSeverity(severity, limit) <= 0 : compareSeverity(severity, limit) >= 0;
  const wanted = [says, sentence].filter((pattern) => pattern !== undefined);
  return [
    ...(direction !== undefined && worst.direction !== direction ? [`not ${direction}`] : []),
    ...(min !== undefined && !isAt(worst.severity, min, true) ? [`milder than ${min}`] : []),
    ...(max !== undefined && !found.every(({ severity }) => isAt(severity, max, false)) ? [`graver than ${max}`] : []),
    ...(not !== undefined && found.some((change) => change.direction === not) ? [`${not}`] : []),
    ...wanted
      .filter((pattern) => !found.some((change) => patternOf(pattern).test(change.sentence)))
      .map((pattern) => `does not say ${pattern}`),
    ...(saysNot !== undefined && found.some((change) => patternOf(saysNot).test(change.sentence))
      ? [`says ${saysNot}`]
      : []),
  ].map((fault) => `${fault}: ${found.map(describe).join(' | ')}`);
}

function describe({ path, severity, direction, sentence }: ControlChange): string {
  return `${path} ${severity} ${direction}: ${sentence}`;
}

function patternOf(text: string): RegExp {
  const [, source = text, flags = ''] = /^\/(.*)\/([a-z]*)$/su.exec(text) ?? [];
  return new RegExp(source, flags.includes('u') ? flags : `${flags}u`);
}
