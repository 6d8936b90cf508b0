import { ruleOf } from '../../../control-diff/catalogue/catalogue.ts';
import { frameworkOf, frameworks } from '../../../control-diff/catalogue/control-names.ts';
import { clipped } from '../../../control-diff/words/phrases.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { counted, grouped } from '../../../kernel/texts/amounts.ts';
import { minuteText } from '../../../kernel/time/day.ts';
import type { DeltaLine, Figure, MailEntry } from '../../../mail/content.ts';
import type { ControlChange } from '../../control-change.ts';
import { nameOf, ratingOf, toneOf, topicOf } from '../words.ts';
import { dangerOf, deltaOf, deltaText } from './delta.ts';
import type { LoudChange } from './loud-changes.ts';

const raised = 'Severity raised: ';

function changeEntry(loud: LoudChange): MailEntry {
  const { change, isUndone = false } = loud;
  const { field, path, severity } = change;
  return {
    title: topicOf(field),
    name: path,
    rating: `${isUndone ? ratingOf({ ...change, severity: 'info' }) : ratingOf(change)}${isUndone ? ' · undone since' : ''}${placeOf(loud)}`,
    tone: isUndone ? 'plain' : toneOf(severity),
    text: effectOf(change),
    delta: deltaOf(change),
    facts: factsOf(change),
  };
}

const namedMax = 12;
const valuesMax = 6;

/** Returns several similar changes: the first in full, and the results of the others. */
export function groupEntry([first, ...others]: readonly LoudChange[]): MailEntry {
  invariant(first !== undefined, 'a group holds at least one change');
  const entry = changeEntry(first);
  if (others.length === 0) {
    return entry;
  }
  const all = [first, ...others];
  return {
    ...entry,
    title: `${entry.title}: ${grouped(all.length)} changes`,
    name: first.change.field,
    rating: `${ratingOf(first.change)} · ${grouped(all.length)} times`,
    text: `${entry.text ?? ''} And ${counted(others.length, 'change')} like it.`,
    delta: isOfEntries(all) ? linesByValue(all) : linesByChange(all),
  };
}

function isOfEntries(all: readonly LoudChange[]): boolean {
  return all.every(({ change }) => ruleOf(change.field)?.shape.kind === 'map' && entryName.test(change.path));
}

const entryName = /\[([^[\]]*)\]$/u;

function linesByValue(all: readonly LoudChange[]): readonly DeltaLine[] {
  const valueOf = ({ change }: LoudChange): string => deltaOf(change).at(-1)?.text ?? '';
  const alike = [...Map.groupBy(all, (each) => `${valueOf(each)} ${each.step.revision}`).values()];
  const lines = alike.slice(0, valuesMax).map((group): DeltaLine => {
    const [first] = group;
    invariant(first !== undefined, 'a group holds at least one change');
    const names = group
      .slice(0, namedMax)
      .map(({ change }) => clipped(entryName.exec(change.path)?.[1] ?? change.path));
    const more = group.length > names.length ? ` and ${grouped(group.length - names.length)} more` : '';
    const text = `${valueOf(first)}: ${names.join(', ')}${more}${placeOf(first)}`;
    return { sign: '', text, ...dangerOf(first.change) };
  });
  const left = alike.length - lines.length;
  return left > 0 ? [...lines, { sign: '', text: `and ${counted(left, 'other value')} more` }] : lines;
}

function linesByChange(all: readonly LoudChange[]): readonly DeltaLine[] {
  const lines = all.slice(0, namedMax).map((each): DeltaLine => {
    const text = `${clipped(each.change.path)}: ${deltaText(each.change)}${placeOf(each)}`;
    return { sign: '', text, ...dangerOf(each.change) };
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, { sign: '', text: `and ${grouped(more)} more` }] : lines;
}

function placeOf({ step, isOneOfMany }: LoudChange): string {
  return isOneOfMany ? ` · revision ${step.revision} by ${nameOf(step.actor)}` : '';
}

function factsOf({ why, notes, controlIds, announced }: ControlChange): readonly Figure[] {
  return [
    ...(announced === undefined
      ? []
      : [
          {
            label: 'Announced',
            value: clipped(`${announced.ticket}, by ${announced.by}, until ${minuteText(announced.until)}`),
          },
        ]),
    ...(why === '' ? [] : [{ label: 'Why it matters', value: why }]),
    ...notes.filter((note) => !note.startsWith(raised)).map((note) => ({ label: 'Note', value: note })),
    ...raisedFacts(notes),
    ...(controlIds.length === 0 ? [] : [{ label: 'Controls', value: controlText(controlIds) }]),
  ];
}

function raisedFacts(notes: readonly string[]): readonly Figure[] {
  const reasons = notes.filter((note) => note.startsWith(raised)).map((note) => note.slice(raised.length, -1));
  return reasons.length === 0 ? [] : [{ label: 'Severity raised', value: `${reasons.join('; ')}.` }];
}

function controlText(controlIds: readonly string[]): string {
  return frameworks
    .flatMap((framework) => {
      const own = controlIds.filter((id) => frameworkOf(id) === framework);
      return own.length === 0 ? [] : [`${framework.replace(/:.*$/u, '')} ${own.join(', ')}`];
    })
    .join(' · ');
}

function effectOf({ sentence }: ControlChange): string {
  const end = sentence.indexOf(' Before: ');
  return end === -1 ? sentence : sentence.slice(0, end);
}
