import { canonicalJson } from '../../canonical-json.ts';
import type { Json } from '../../json.ts';
import { memberOf } from '../tree.ts';

/** A member of one list and its counterpart in the other. Absent: it was added, or removed. */
export interface Pair {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** The key of the pair: `id=gpt`, `model=gpt,index=2`, `position=3`. No two pairs share one. */
  readonly name: string;
}

/** A member and its position in its list, which distinguishes members that are the same object. */
interface Member {
  readonly value: Json;
  readonly at: number;
}

/** The members of both lists that are not paired yet. */
interface Open {
  readonly before: readonly Member[];
  readonly after: readonly Member[];
}

interface Pass {
  /** The key of a member; undefined when it has none of this kind. */
  readonly nameOf: (value: Json) => string | undefined;
  /** Members with different ids never match, however similar: at least one of the two must lack an id. */
  readonly without?: 'before' | 'after';
}

const passes: readonly Pass[] = [
  { nameOf: idOf },
  { nameOf: modelAndIndexOf, without: 'before' },
  { nameOf: modelAndIndexOf, without: 'after' },
  { nameOf: modelOf, without: 'before' },
  { nameOf: modelOf, without: 'after' },
  { nameOf: (value) => (idOf(value) === undefined && modelOf(value) === undefined ? 'position' : undefined) },
];

/**
 * Pairs the members of two keyed lists: by id, else by model and index, else by model, else by position. Equal members
 * are taken out first, so that another order alone is no difference. Every other member is in exactly one pair.
 * Linear in the number of members.
 */
export function matchMembers(before: readonly Json[], after: readonly Json[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let open = withoutEqual(before, after);
  for (const pass of passes) {
    const [matched, rest] = pairIn(pass, open);
    pairs.push(...matched);
    open = rest;
  }
  const gone = open.before.map((member) => ({ before: member.value, after: undefined, name: nameOf(member) }));
  const come = open.after.map((member) => ({ before: undefined, after: member.value, name: nameOf(member) }));
  return distinctlyNamed([...pairs, ...gone, ...come]);
}

function idOf(value: Json): string | undefined {
  const id = memberOf(value, 'id');
  return typeof id === 'string' && id !== '' ? `id=${id}` : undefined;
}

function modelAndIndexOf(value: Json): string | undefined {
  const index = memberOf(value, 'index');
  const model = modelOf(value);
  return model === undefined || typeof index !== 'number' ? undefined : `${model},index=${index}`;
}

function modelOf(value: Json): string | undefined {
  const model = memberOf(value, 'model');
  return typeof model === 'string' && model !== '' ? `model=${model}` : undefined;
}

function nameOf({ value, at }: Member): string {
  return idOf(value) ?? modelAndIndexOf(value) ?? modelOf(value) ?? `position=${at + 1}`;
}

/** Removes equal members from both lists, as often as they occur in both. */
function withoutEqual(before: readonly Json[], after: readonly Json[]): Open {
  const [from, to] = [spelled(before), spelled(after)];
  return { before: notIn(to, from), after: notIn(from, to) };
}

type Spelled = Member & { readonly spelling: string };

function spelled(list: readonly Json[]): readonly Spelled[] {
  return list.map((value, at) => ({ value, at, spelling: canonicalJson(value) }));
}

function notIn(others: readonly Spelled[], list: readonly Spelled[]): readonly Member[] {
  const counts = new Map<string, number>();
  for (const { spelling } of others) {
    counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  }
  return list.filter(({ spelling }) => {
    const count = counts.get(spelling) ?? 0;
    counts.set(spelling, count - 1);
    return count <= 0;
  });
}

/** Pairs members of one name in their order. */
function pairIn(pass: Pass, { before, after }: Open): readonly [readonly Pair[], Open] {
  const waiting = new Map<string, Member[]>();
  for (const member of after.toReversed()) {
    const name = nameIn(pass, 'after', member);
    if (name !== undefined) {
      const group = waiting.get(name) ?? [];
      group.push(member);
      waiting.set(name, group);
    }
  }
  const taken = new Set<number>();
  const pairs: Pair[] = [];
  const rest = before.filter((member) => {
    const name = nameIn(pass, 'before', member);
    const other = name === undefined ? undefined : waiting.get(name)?.pop();
    if (other === undefined) {
      return true;
    }
    taken.add(other.at);
    pairs.push({
      before: member.value,
      after: other.value,
      name: nameOf(idOf(member.value) === undefined ? other : member),
    });
    return false;
  });
  return [pairs, { before: rest, after: after.filter(({ at }) => !taken.has(at)) }];
}

function nameIn({ nameOf: naming, without }: Pass, side: 'before' | 'after', { value }: Member): string | undefined {
  return without === side && idOf(value) !== undefined ? undefined : naming(value);
}

/** Several members may have the same id, or the same key. */
function distinctlyNamed(pairs: readonly Pair[]): readonly Pair[] {
  const seen = new Map<string, number>();
  return pairs.map((pair) => {
    const count = (seen.get(pair.name) ?? 0) + 1;
    seen.set(pair.name, count);
    return count === 1 ? pair : { ...pair, name: `${pair.name} (${count})` };
  });
}
