import { type Json, isUnset } from '../../../json.ts';
import { loosened, changed, tightened, type Verdict } from '../../finding.ts';
import type { Entry } from '../../place.ts';
import { graver } from '../../severity-steps.ts';
import { isTree, keysOf, memberOf, isTreeOrUnset } from '../../tree.ts';
import { quoted } from '../../words/phrases.ts';

/** Requirements by strictness, as far as their names tell. */
const strictness: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['off', 0],
  ['low', 1],
  ['auto-low', 1],
  ['medium', 2],
  ['auto-medium', 2],
  ['high', 3],
  ['auto-high', 3],
]);

/** How many layers of an entry, such as server and tool, are compared one by one. */
const layersMax = 4;

const writing =
  /(?:^|[^a-z])(?:write|create|delete|remove|update|edit|push|merge|deploy|exec|execute|run|drop|send|post|put|patch|publish|apply|upload|set|add|kill|terminate|shell|bash)(?:$|[^a-z])/iu;

type Move = 'lowered' | 'raised' | 'removed' | 'added' | 'unclear' | 'same';

/** A tool's required autonomy: how far a user must trust the agent before the tool runs unasked. */
export function verdictOnAutonomy({ name, before, after, shape }: Entry): Verdict {
  const moves = movesIn(before, after, layersMax);
  const severity = isWriting(name, before, after) ? graver('high', shape.severity) : shape.severity;
  const tool = quoted(name);
  if (moves.has('removed')) {
    const effect = `The organization no longer says how much autonomy ${tool} requires, so it may run without being asked for.`;
    return loosened(severity, effect);
  }
  if (moves.has('lowered')) {
    return loosened(severity, `${tool} now runs unasked at a lower level of autonomy.`);
  }
  if (moves.has('unclear') || !(moves.has('raised') || moves.has('added'))) {
    const notes = ['It may run unasked more often than before, or less often.'];
    return changed(severity, `${tool} now requires another level of autonomy.`, { notes });
  }
  return tightened('info', `${tool} now requires a higher level of autonomy to run unasked.`);
}

function movesIn(before: Json | undefined, after: Json | undefined, layers: number): ReadonlySet<Move> {
  if (layers === 0 || !(isTree(before) || isTree(after)) || !isTreeOrUnset(before) || !isTreeOrUnset(after)) {
    return new Set([moveOf(before, after)]);
  }
  const moves = new Set<Move>();
  for (const key of keysOf(before, after)) {
    for (const move of movesIn(memberOf(before, key), memberOf(after, key), layers - 1)) {
      moves.add(move);
    }
  }
  return moves;
}

function moveOf(before: Json | undefined, after: Json | undefined): Move {
  if (isUnset(before) || isUnset(after)) {
    return isUnset(after) ? (isUnset(before) ? 'same' : 'removed') : (rankOf(after) ?? 0) <= 1 ? 'unclear' : 'added';
  }
  const [from, to] = [rankOf(before), rankOf(after)];
  if (before === after) {
    return 'same';
  }
  if (from === undefined || to === undefined || from === to) {
    return 'unclear';
  }
  return to < from ? 'lowered' : 'raised';
}

function rankOf(value: Json): number | undefined {
  return typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? strictness.get(value.toLowerCase())
      : undefined;
}

function isWriting(name: string, before: Json | undefined, after: Json | undefined): boolean {
  const words = (text: string): string => text.replaceAll(/([a-z])([A-Z])/gu, '$1 $2');
  return [name, ...keysOf(before, after)].some((each) => writing.test(words(each.slice(0, 200))));
}
