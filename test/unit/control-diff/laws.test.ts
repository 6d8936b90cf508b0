import fc from 'fast-check';
import microdiff from 'microdiff';
import { expect, test } from 'vitest';

import { catalogue } from '../../../shared/control-diff/catalogue/catalogue.ts';
import type { FieldRule } from '../../../shared/control-diff/catalogue/field-rule.ts';
import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import { rankOf } from '../../../shared/control-diff/severity-steps.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../shared/controls/json.ts';

const names = ['a', 'b*', '*', '~/.ssh', '/', 'git push', 'npx', 'x.io', '*.x.io', 'https://x.io', 'u1', '__proto__'];
const ranges = ['10.0.0.0/24', '192.0.2.7', '2001:db8::/32', '198.51.100.0/24'];
const name = fc.constantFrom(...names);
const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const secret = fc.record({ $secret: fc.constantFrom('literal', 'reference'), fingerprint: fc.constantFrom('1', '2') });
const flag = fc.boolean();

/** A value such as a field may have, and now and then one that it may not. */
function valueOf({ shape }: FieldRule): fc.Arbitrary<Json> {
  const usual: Record<FieldRule['shape']['kind'], fc.Arbitrary<Json>> = {
    switch: flag,
    value: fc.oneof(name, fc.integer(), flag),
    retention: fc.integer(),
    'model-choice': name,
    scale: fc.oneof(name, fc.constantFrom('off', 'low', 'high')),
    address: fc.constantFrom('https://x.io', 'http://x.io', 'https://y.io/[secret:1]', 'https://y.io/[secret:2]', ''),
    secret,
    set: fc.array(elementOf(shape), { maxLength: 4 }),
    ordered: fc.array(fc.record({ urlPattern: name, when: name, guidance: name }), { maxLength: 3 }),
    map: fc.dictionary(name, fc.oneof(flag, name, anything), { maxKeys: 3 }),
    members: anything,
  };
  return fc.oneof({ weight: 9, arbitrary: usual[shape.kind] }, { weight: 1, arbitrary: anything });
}

function elementOf(shape: FieldRule['shape']): fc.Arbitrary<Json> {
  if (shape.kind !== 'set') {
    return name;
  }
  const element = shape.element === 'cidr' ? fc.constantFrom(...ranges) : name;
  return shape.isOfSources === true ? fc.record({ repo: element }) : element;
}

function treeOf(rules: readonly FieldRule[], prefix: string): fc.Arbitrary<JsonObject> {
  const inside = rules.filter(({ field }) => field.startsWith(prefix) && field !== prefix);
  const keys = new Set(inside.map(({ field }) => field.slice(prefix.length).split('.')[0] ?? ''));
  const members = [...keys]
    .filter((key) => !key.includes('[]'))
    .map((key): [string, fc.Arbitrary<Json>] => {
      const rule = inside.find(({ field }) => field === prefix + key);
      return [key, rule === undefined ? treeOf(inside, `${prefix}${key}.`) : valueOf(rule)];
    });
  return fc.record(Object.fromEntries(members), { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

const member = fc
  .tuple(treeOf(catalogue, 'customModels[].'), fc.option(fc.constantFrom('g', 'h'), { nil: undefined }))
  .map(([model, id]): JsonObject => (id === undefined ? model : { ...model, id }));
const settings = fc
  .tuple(
    treeOf(catalogue, ''),
    fc.option(fc.oneof(fc.array(member, { maxLength: 4 }), anything), { nil: undefined }),
    fc.dictionary(fc.constantFrom('new1', '__proto__', 'constructor'), anything, { maxKeys: 1 }),
  )
  .map(([tree, customModels, unknown]): JsonObject => {
    const all = { ...tree, ...unknown };
    return (customModels === undefined ? all : { ...all, customModels }) as JsonObject;
  });

test('a tree beside itself, or beside a copy of itself, gives nothing', () => {
  fc.assert(
    fc.property(settings, (tree) => {
      expect(diffControls(tree, tree)).toEqual([]);
      expect(diffControls(tree, JSON.parse(canonicalJson(tree)) as JsonObject)).toEqual([]);
    }),
  );
});

test('whatever differs in canonical JSON, sets in any order, gives at least one change', () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const isDifferent = canonicalJson(ordered(before)) !== canonicalJson(ordered(after));

      expect(diffControls(before, after).length > 0).toBe(isDifferent);
    }),
    { numRuns: 100 },
  );
});

test('every field that a walk over the leaves finds different is in a change of its own or of what holds it', () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const [from, to] = [leavesOf(ordered(before)), leavesOf(ordered(after))];
      const different = [...new Set([...from.keys(), ...to.keys()])].filter((path) => from.get(path) !== to.get(path));

      const told = new Set(diffControls(before, after).map(({ path }) => path));
      const holding = new Set([...told].flatMap(holdersOf));

      const isTold = (path: string): boolean =>
        startsOf(path).some((start) => told.has(start)) || holding.has(path.replaceAll('\n', '.'));
      expect(different.filter((path) => !isTold(path))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('where a library for differences finds one, there is a change, and where it finds none there is none', () => {
  fc.assert(
    fc.property(settings, settings, (one, other) => {
      // The library does not look at keys such as __proto__.
      const [before, after] = [plain(ordered(one)), plain(ordered(other))];
      const found = microdiff(before as Record<string, Json>, after as Record<string, Json>);
      const told = diffControls(before, after).map(({ path }) => /^[^.[]+/u.exec(path)?.[0]);

      expect(told.length > 0).toBe(found.length > 0);
      expect(found.map(({ path: [field] }) => field).filter((field) => !told.includes(String(field)))).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

function plain(tree: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(tree).filter(([key]) => key !== '__proto__'));
}

test('another order of sets and of keys gives nothing', () => {
  fc.assert(
    fc.property(settings, (tree) => {
      expect(diffControls(tree, turned(tree))).toEqual([]);
    }),
  );
});

test('every sentence says the effect, then what was and what is, and holds no JSON', () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      for (const { sentence, notes } of diffControls(before, after, { isApproved: false })) {
        expect(sentence).toMatch(/^\S.* Before: .+\. Now: .+\.$/su);
        expect([sentence, ...notes].join(' ')).not.toMatch(
          /\$secret|fingerprint|\[object|undefined|\{items?\}|\{noun\}|\{value\}/u,
        );
      }
    }),
  );
});

test('no two changes have the same path', () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const paths = diffControls(before, after).map(({ path }) => path);

      expect(new Set(paths).size).toBe(paths.length);
    }),
  );
});

test('the worst comes first, the same every time', () => {
  fc.assert(
    fc.property(settings, settings, (before, after) => {
      const changes = diffControls(before, after);
      const ranks = changes.map(({ severity }) => rankOf(severity));

      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(diffControls(before, after)).toEqual(changes);
    }),
  );
});

const outside = catalogue.filter(({ field }) => !field.includes('[]'));
const wrong: readonly Json[] = [true, 7, 'text', [], {}, [[1]], [{}], [null], [true], { a: [1] }];

test.each(outside)('$field of a wrong type is reported, and weighs no less than its loosening', (rule) => {
  const usual = fc.sample(valueOf(rule), { numRuns: 20, seed: 7 });

  for (const value of wrong.filter((each) => !isOfShape(rule, each))) {
    for (const before of usual.filter((each) => isOfShape(rule, each))) {
      const [worst] = diffControls(awake(at(rule.field, before)), awake(at(rule.field, value)));

      expect(worst?.quiet).toBeUndefined();
      expect(worst?.direction).toBe('changed');
      expect(rankOf(worst?.severity ?? 'info')).toBeLessThanOrEqual(rankOf(rule.shape.severity));
    }
  }
});

function isOfShape({ shape }: FieldRule, value: Json): boolean {
  switch (shape.kind) {
    case 'switch':
      return typeof value === 'boolean';
    case 'set':
    case 'ordered':
      return Array.isArray(value);
    case 'map':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'retention':
      return typeof value === 'number';
    case 'value':
      return typeof value === (shape.type === 'number' ? 'number' : 'string');
    case 'model-choice':
    case 'address':
    case 'scale':
      return typeof value === 'string';
    case 'secret':
    case 'members':
      return true;
  }
}

/** A list of users means something only while missions are restricted. */
function awake(tree: JsonObject): JsonObject {
  const policy = tree['missionPolicy'];
  const isList = typeof policy === 'object' && policy !== null && 'allowedUserIds' in policy;
  return isList ? { missionPolicy: { restrictedAccess: true, ...policy } } : tree;
}

function at(path: string, value: Json): JsonObject {
  const [key = '', ...rest] = path.split('.');
  return { [key]: rest.length === 0 ? value : at(rest.join('.'), value) };
}

const unordered = new Set([
  ...catalogue.filter(({ shape }) => shape.kind === 'set').map(({ field }) => field),
  'customModels',
]);

/** The tree with every set in one order; address ranges each once, for another writing of them is no difference. */
function ordered(tree: JsonObject): JsonObject {
  return mapped(tree, '', (list, path) => {
    const sorted = list.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
    const isRanges = path === 'networkPolicy.allowedIps';
    return isRanges ? [...new Map(sorted.map((each) => [canonicalJson(each), each])).values()] : sorted;
  });
}

function turned(tree: JsonObject): JsonObject {
  const sets = mapped(tree, '', (list) => list.toReversed());
  return Object.fromEntries(Object.entries(sets).toReversed());
}

function mapped(
  tree: JsonObject,
  path: string,
  change: (list: readonly Json[], path: string) => readonly Json[],
): JsonObject {
  const entries = Object.entries(tree).map(([key, value]): [string, Json] => {
    const inner = path === '' ? key : `${path}.${key}`;
    if (Array.isArray(value)) {
      return [key, unordered.has(inner) ? change(value as readonly Json[], inner) : value];
    }
    const isTree = typeof value === 'object' && value !== null;
    return [key, isTree ? mapped(value as JsonObject, inner, change) : value];
  });
  return Object.fromEntries(entries);
}

/** Leaves by path, lists counting as leaves. */
function leavesOf(tree: JsonObject, path = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => {
      const inner = path === '' ? key : `${path}\n${key}`;
      const isTree = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isTree && Object.keys(value).length > 0
        ? [...leavesOf(value as JsonObject, inner)]
        : [[inner, canonicalJson(value)] as const];
    }),
  );
}

/** What holds a path that is told: an empty object or a list is a leaf, and what came into it is told under its own name. */
function holdersOf(path: string): readonly string[] {
  const ends = [...path.matchAll(/[.[]/gu)].map(({ index }) => index);
  return ends.map((end) => path.slice(0, end));
}

/** The paths under which a leaf may be told: its own, or that of what holds it; entries of maps in brackets. */
function startsOf(path: string): readonly string[] {
  const keys = path.split('\n');
  return keys.flatMap((_, index) => {
    const start = keys.slice(0, index + 1);
    return [start.join('.'), `${start.slice(0, -1).join('.')}[${start.at(-1)}]`];
  });
}
