import { ruleOf } from '../../../control-diff/catalogue/catalogue.ts';
import { describeEntry } from '../../../control-diff/words/describe-value.ts';
import { clipped } from '../../../control-diff/words/phrases.ts';
import { grouped } from '../../../kernel/texts/amounts.ts';
import type { DeltaLine } from '../../../mail/content.ts';
import type { ControlChange } from '../../control-change.ts';
import { isUnset, type Json } from '../../json.ts';
import { isSecretMark } from '../../secret-mark.ts';

const elementsMax = 12;

/** Before and after: the elements by name for a list, both values for anything else. */
export function deltaOf(change: ControlChange): readonly DeltaLine[] {
  const { added, removed, before, after } = change;
  const isListed = added.length + removed.length > 0;
  const elements = [
    ...elementLines('+', added, dangerOf(change, 'added')),
    ...elementLines('−', removed, dangerOf(change, 'removed')),
  ];
  return isListed && !isUnset(before) && !isUnset(after)
    ? elements
    : [
        ...elements,
        { sign: '', text: `${wordsOf(change, 'before')} → ${wordsOf(change, 'after')}`, ...dangerOf(change) },
      ];
}

/** In an allow list, additions are dangerous; in a deny list, removals. */
export function dangerOf(
  { field, direction }: ControlChange,
  how?: 'added' | 'removed',
): { readonly danger?: 'more' | 'less' } {
  const shape = ruleOf(field)?.shape;
  if (shape?.kind === 'set' && how !== undefined) {
    return { danger: (shape.side === 'allow') === (how === 'added') ? 'more' : 'less' };
  }
  return direction === 'changed' ? {} : { danger: direction === 'loosened' ? 'more' : 'less' };
}

export function deltaText(change: ControlChange): string {
  return deltaOf(change)
    .map(({ sign, text }) => (sign === '' ? text : `${sign} ${text}`))
    .join(', ');
}

function elementLines(
  sign: '+' | '−',
  elements: readonly string[],
  danger: { readonly danger?: 'more' | 'less' },
): readonly DeltaLine[] {
  const more = elements.length - elementsMax;
  return [
    ...elements.slice(0, elementsMax).map((element): DeltaLine => ({ sign, text: clipped(element), ...danger })),
    ...(more > 0 ? [{ sign, text: `${grouped(more)} more`, ...danger } as const] : []),
  ];
}

function wordsOf({ field, before, after }: ControlChange, side: 'before' | 'after'): string {
  const value = side === 'before' ? before : after;
  if (isUnset(value)) {
    const whenUnset = ruleOf(field)?.whenUnset;
    return whenUnset === undefined ? 'not set' : `not set (${whenUnset})`;
  }
  return side === 'after' && isAnotherSecret(before, after) ? 'another secret (hidden)' : describeEntry(value);
}

function isAnotherSecret(before: Json | undefined, after: Json | undefined): boolean {
  const areSecrets = isSecretMark(before) && isSecretMark(after);
  return areSecrets && before.$secret === 'literal' && after.$secret === 'literal';
}
