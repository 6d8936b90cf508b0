import { canonicalJson, type Json } from '../../controls/json.ts';
import { isTree, memberOf } from '../tree.ts';

export interface Pair {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** The key of the pair: `id=gpt`, `model=gpt,index=2`, `position=3`. Unique among the pairs. */
  readonly name: string;
}

interface Member {
  readonly value: Json;
  readonly at: number;
}

interface Open {
  readonly before: readonly Member[];
  readonly after: readonly Member[];
}

interface Pass {
  readonly nameOf: (member: Member) => string | undefined;
  /** Members with different ids never match by this alone: at least one must lack an id. */
  readonly without?: 'before' | 'after';
}

/** Content comes before names: an id that contains the position changes when an earlier member is removed. */
const passes: readonly Pass[] = [
  { nameOf: (member) => contentOf(member, 'with-id') },
  { nameOf: (member) => (stemOf(member) === undefined ? idOf(member.value) : undefined) },
  { nameOf: (member) => placed(member, ['model', 'displayName']) },
  { nameOf: (member) => placed(member, ['model']) },
  { nameOf: (member) => placed(member, ['displayName']) },
  { nameOf: ({ value }) => idOf(value) },
  { nameOf: (member) => contentOf(member, 'without-id') },
  { nameOf: ({ value }) => modelAndIndexOf(value), without: 'before' },
  { nameOf: ({ value }) => modelAndIndexOf(value), without: 'after' },
  { nameOf: ({ value }) => modelOf(value), without: 'before' },
  { nameOf: ({ value }) => modelOf(value), without: 'after' },
  { nameOf: ({ value }) => (idOf(value) === undefined && modelOf(value) === undefined ? 'position' : undefined) },
];

/**
 * Pairs the members of two keyed lists: by id unless it contains the position; by content, if distinctive; else by
 * model and index, by model, by position. Equal members are taken out first, so order alone is no difference. Every
 * other member is in exactly one pair. Linear in the number of members.
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

/** The id without a final number that is the position: `custom:Name` of `custom:Name-0`. */
function stemOf({ value, at }: Member): string | undefined {
  const id = memberOf(value, 'id');
  const [, stem, number] = typeof id === 'string' ? (/^(.*?)[-_:#.]?(\d+)$/su.exec(id) ?? []) : [];
  const index = memberOf(value, 'index');
  const places = typeof index === 'number' ? [index] : [at, at + 1];
  return stem !== undefined && places.includes(Number(number)) ? stem : undefined;
}

/** Identifies a member whose id contains its position: the rest of that id, and some of its texts. */
function placed(member: Member, keys: readonly string[]): string | undefined {
  const stem = stemOf(member);
  const texts = keys.map((key) => memberOf(member.value, key));
  const isNamed = texts.every((text) => typeof text === 'string' && text !== '');
  return stem === undefined || !isNamed ? undefined : JSON.stringify([stem, ...texts]);
}

function contentOf(member: Member, id: 'with-id' | 'without-id'): string | undefined {
  const { value } = member;
  const stem = stemOf(member);
  if (!isTree(value) || (id === 'with-id' && stem === undefined) || (id === 'without-id' && !isTelling(value))) {
    return undefined;
  }
  const { id: _id, index: _index, ...rest } = value;
  return canonicalJson(id === 'with-id' ? { ...rest, id: stem ?? '' } : rest);
}

function isTelling(value: Json): boolean {
  return (
    idOf(value) !== undefined &&
    modelOf(value) !== undefined &&
    ['baseUrl', 'displayName'].some((key) => memberOf(value, key) !== undefined)
  );
}

/** Whether a pair's members have the same id, apart from a final number that may be the position. */
export function areOfOneName({ before, after }: Pair): boolean {
  const [was, is] = [before, after].map((value) =>
    value === undefined ? undefined : idOf(value)?.replace(/\d+$/u, ''),
  );
  return was !== undefined && was === is;
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

function nameIn({ nameOf: naming, without }: Pass, side: 'before' | 'after', member: Member): string | undefined {
  return without === side && idOf(member.value) !== undefined ? undefined : naming(member);
}

/** Several members may have the same id or key. */
function distinctlyNamed(pairs: readonly Pair[]): readonly Pair[] {
  const seen = new Map<string, number>();
  return pairs.map((pair) => {
    const count = (seen.get(pair.name) ?? 0) + 1;
    seen.set(pair.name, count);
    return count === 1 ? pair : { ...pair, name: `${pair.name} (${count})` };
  });
}
