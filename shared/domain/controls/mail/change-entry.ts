import type { DeltaLine, Figure, MailEntry } from '../../mail/content.ts';
import type { ControlChange } from '../control-change.ts';
import { invariant } from '../../invariant.ts';
import { counted } from '../../texts/counted.ts';
import { grouped } from '../../texts/grouped.ts';
import { clipped } from '../diff/words/clipped.ts';
import { dangerOf, deltaOf, deltaText } from './delta.ts';
import type { LoudChange } from './loud-changes.ts';
import { nameOf, ratingOf, toneOf, topicOf } from './words.ts';

const raised = 'Severity raised: ';

/** A change in full: what it means, what was and what is, why it matters, and which controls it touches. */
export function changeEntry({ change, step, isOneOfMany }: LoudChange): MailEntry {
  const { field, path, severity } = change;
  const place = isOneOfMany ? ` · revision ${step.revision} by ${nameOf(step.actor)}` : '';
  return {
    title: topicOf(field),
    name: path,
    rating: `${ratingOf(change)}${place}`,
    tone: toneOf(severity),
    text: effectOf(change),
    delta: deltaOf(change),
    facts: factsOf(change),
  };
}

/** Changes of a group that are named in it. */
const namedMax = 12;

/** Several changes that are alike: the first in full, and of the others what came of them. */
export function groupEntry([first, ...others]: readonly LoudChange[]): MailEntry {
  invariant(first !== undefined, 'a group holds at least one change');
  const entry = changeEntry(first);
  if (others.length === 0) {
    return entry;
  }
  const all = [first, ...others];
  const lines = all.slice(0, namedMax).map(({ change, step, isOneOfMany }): DeltaLine => {
    const place = isOneOfMany ? ` · revision ${step.revision} by ${nameOf(step.actor)}` : '';
    return { sign: '', text: `${clipped(change.path)}: ${deltaText(change)}${place}`, ...dangerOf(change) };
  });
  const more = all.length - lines.length;
  return {
    ...entry,
    title: `${entry.title}: ${grouped(all.length)} changes`,
    name: first.change.field,
    rating: `${ratingOf(first.change)} · ${grouped(all.length)} times`,
    text: `${entry.text ?? ''} And ${counted(others.length, 'change')} like it.`,
    delta: more > 0 ? [...lines, { sign: '', text: `and ${grouped(more)} more` }] : lines,
  };
}

function factsOf({ why, notes, controlIds, announced }: ControlChange): readonly Figure[] {
  return [
    ...(announced === undefined
      ? []
      : [{ label: 'Announced', value: clipped(`${announced.ticket}, by ${announced.by}, until ${announced.until}`) }]),
    ...(why === '' ? [] : [{ label: 'Why it matters', value: why }]),
    ...notes.filter((note) => !note.startsWith(raised)).map((note) => ({ label: 'Note', value: note })),
    ...raisedFacts(notes),
    ...(controlIds.length === 0 ? [] : [{ label: 'Controls', value: controlText(controlIds) }]),
  ];
}

/** What raised the severity, in one line: it is often the same for all changes of a day. */
function raisedFacts(notes: readonly string[]): readonly Figure[] {
  const reasons = notes.filter((note) => note.startsWith(raised)).map((note) => note.slice(raised.length, -1));
  return reasons.length === 0 ? [] : [{ label: 'Severity raised', value: `${reasons.join('; ')}.` }];
}

/** SOC 2 apart from ISO 27001, whose ids alone say little. */
function controlText(controlIds: readonly string[]): string {
  const iso = controlIds.filter((id) => id.startsWith('A.'));
  const soc = controlIds.filter((id) => !id.startsWith('A.'));
  return [
    ...(soc.length === 0 ? [] : [`SOC 2 ${soc.join(', ')}`]),
    ...(iso.length === 0 ? [] : [`ISO 27001 ${iso.join(', ')}`]),
  ].join(' · ');
}

/** The sentence without what was and what is, which stand below it. */
function effectOf({ sentence }: ControlChange): string {
  const end = sentence.indexOf(' Before: ');
  return end === -1 ? sentence : sentence.slice(0, end);
}
