import { canonicalJson, isList, type Json } from '../controls/json.ts';
import { compareCollections } from '../coverage/compare-elements.ts';
import { type RuleNode, rulesUnder, settingsNode } from './catalogue/catalogue.ts';
import { compareControls } from './catalogue/control-names.ts';
import type { FieldRule, MembersShape } from './catalogue/field-rule.ts';
import { compareLeaf } from './compare/compare-leaf.ts';
import { areOfOneName, matchMembers, type Pair } from './compare/match-members.ts';
import { type Finding, findingAt, formatOnlyAt, illTyped, loosened, tightened } from './finding.ts';
import type { DiffContext, Place } from './place.ts';
import { graver, gravest } from './severity-steps.ts';
import { isListOrUnset, isTree, isTreeOrUnset, keysOf, memberOf, textsAt, valueAt } from './tree.ts';
import { compareUnknown, shapeOfKind } from './unclassified.ts';
import { clipped, nameList, quoted } from './words/phrases.ts';

/** With more pairs of model and allowed address, only equal addresses count as allowed. */
const pairsMax = 10_000;

function memberChange(place: Place<MembersShape>): Finding {
  const { shape, before, after, context } = place;
  if (after === undefined) {
    const name = memberName(before);
    return findingAt(
      place,
      tightened(shape.removedSeverity, `The custom model ${quoted(name)} is no longer offered.`, {
        was: 'offered',
        is: 'not offered',
        removed: [name],
        notes: ['Sessions that use it may stop.'],
      }),
    );
  }
  const name = memberName(after);
  const address = memberOf(after, 'baseUrl');
  const isUnlisted = typeof address === 'string' && !isListed(address, context);
  const target = typeof address === 'string' && address !== '' ? `, and data may be sent to ${quoted(address)}` : '';
  return findingAt(
    place,
    loosened(
      isUnlisted ? graver(shape.unlistedSeverity, shape.severity) : shape.severity,
      `The custom model ${quoted(name)} may now be used${target}.`,
      {
        was: 'not offered',
        is: 'offered',
        added: [name],
        notes: isUnlisted ? ['Graver than usual: its address is not on the list of allowed addresses.'] : [],
      },
    ),
  );
}

function isListed(address: string, { after }: DiffContext): boolean {
  if (!Array.isArray(valueAt(after, 'modelPolicy.allowedBaseUrls'))) {
    return true;
  }
  const allowed = textsAt(after, 'modelPolicy.allowedBaseUrls');
  const members = valueAt(after, 'customModels');
  if (allowed.length * (isList(members) ? members.length : 1) > pairsMax) {
    return allowed.includes(address);
  }
  return !compareCollections('url', allowed, [...allowed, address]).isWider;
}

function namedAfter(member: Json | undefined, effect: string): string {
  const name = quoted(memberName(member));
  const named = effect.replace(/\b(?:the|a) custom model\b/iu, (words) => `${words} ${name}`);
  return named === effect ? `Custom model ${name}: ${effect}` : named;
}

function memberName(value: Json | undefined): string {
  const names = ['displayName', 'model', 'id'].map((key) => memberOf(value, key));
  return names.filter((name) => typeof name === 'string').find((name) => name !== '') ?? 'without a name';
}

/** Merges equal edits of several members. Addresses and keys stay separate, since each leads to another place. */
function withSameEdits(
  found: readonly { readonly finding: Finding; readonly name: string }[],
  list: string,
): readonly Finding[] {
  const groups = Map.groupBy(found, (each) => (isPlain(each.finding) ? editOf(each.finding) : each));
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    return first === undefined || others.length === 0
      ? group.map(({ finding }) => finding)
      : [
          together(
            first.finding,
            others.map(({ name }) => name),
            list,
          ),
        ];
  });
}

function isPlain({ kind, quiet, rule, field }: Finding): boolean {
  const isOfPlace = /\[\]\.(?:id|index)$/u.test(field);
  return quiet === undefined && !isOfPlace && (kind === 'unknown' || rule?.shape.kind === 'value');
}

function editOf({ field, severity, before, after }: Finding): string {
  return JSON.stringify([field, severity, canonicalJson(before ?? null), canonicalJson(after ?? null)]);
}

function together(first: Finding, others: readonly string[], list: string): Finding {
  const inner = first.path.slice(list.length).replace(/^\[.*?\](?=\.)/su, '');
  return { ...first, path: `${list}[]${inner}`, effect: `${first.effect} The same in ${nameList(others)}.` };
}

interface NodePart {
  readonly node: RuleNode;
  readonly path: string;
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly context: DiffContext;
}

/** Walks both trees along the catalogue. Recursion is as deep as the catalogue, whatever the settings hold. */
export function walkSettings(context: DiffContext): readonly Finding[] {
  const { before, after } = context;
  return compareObject({ node: settingsNode(context.judge.packs), path: '', field: '', before, after, context });
}

function comparePart(part: NodePart): readonly Finding[] {
  if (areEqual(part)) {
    return [];
  }
  if (part.node.members !== undefined) {
    return compareMembers(part, part.node.members);
  }
  return part.node.rule === undefined || part.node.children.size > 0
    ? compareObject(part)
    : compareLeaf(placeOf(part, part.node.rule));
}

function compareObject(part: NodePart): readonly Finding[] {
  const { before, after } = part;
  if (!isTreeOrUnset(before) || !isTreeOrUnset(after)) {
    return illTyped(containerPlace(part));
  }
  const findings = keysOf(before, after).flatMap((key) => compareKey(part, key));
  const isSameObject = areEqual(part) || (isTree(before) && isTree(after));
  return findings.length > 0 || isSameObject ? findings : [formatOnlyAt(containerPlace(part))];
}

function compareKey({ node, path, field, before, after, context }: NodePart, key: string): readonly Finding[] {
  const at = {
    path: path === '' ? key : `${path}.${key}`,
    field: field === '' ? key : `${field}.${key}`,
    before: memberOf(before, key),
    after: memberOf(after, key),
    context,
  };
  const child = node.children.get(key);
  if (child !== undefined) {
    return comparePart({ ...at, node: child });
  }
  return areEqual(at) ? [] : compareUnknown(at);
}

function compareMembers(part: NodePart, node: RuleNode): readonly Finding[] {
  const { before, after } = part;
  if (!isListOrUnset(before) || !isListOrUnset(after)) {
    return illTyped(containerPlace(part));
  }
  const pairs = matchMembers(before ?? [], after ?? []);
  const isShifted = pairs.some((pair) => pair.before === undefined || pair.after === undefined);
  const found = pairs.flatMap((pair) => {
    const own = isShifted && areOfOneName(pair) ? compareShifted(part, node, pair) : comparePair(part, node, pair);
    return own.map((finding) => ({ finding, name: memberName(pair.after) }));
  });
  const findings = withSameEdits(found, part.path);
  const isReordered = isList(before) && isList(after);
  return findings.length > 0 || isReordered ? findings : [formatOnlyAt(containerPlace(part))];
}

/** A member whose position changed only because another came or went is no news. */
function compareShifted(part: NodePart, node: RuleNode, pair: Pair): readonly Finding[] {
  const before = inPlaceOf(pair.before, pair.after);
  const at = { ...part, path: `${part.path}[${pair.name}]`, field: `${part.field}[]`, ...pair, node };
  return areEqual({ before, after: pair.after })
    ? [formatOnlyAt(containerPlace(at))]
    : comparePair(part, node, { ...pair, before });
}

function inPlaceOf(member: Json | undefined, other: Json | undefined): Json | undefined {
  if (!isTree(member) || !isTree(other)) {
    return member;
  }
  const { id: _id, index: _index, ...rest } = member;
  const [id, index] = [memberOf(other, 'id'), memberOf(other, 'index')];
  return { ...rest, ...(id === undefined ? {} : { id }), ...(index === undefined ? {} : { index }) };
}

function comparePair(part: NodePart, node: RuleNode, { name, before, after }: Pair): readonly Finding[] {
  const path = `${part.path}[${name}]`;
  const at: NodePart = { ...part, node, path, field: `${part.field}[]`, before, after };
  const shape = node.rule?.shape;
  const isOdd = [before, after].some((value) => value !== undefined && !isTree(value));
  if (node.rule === undefined || shape?.kind !== 'members' || isOdd) {
    return illTyped(containerPlace(at));
  }
  return before === undefined || after === undefined
    ? [memberChange({ ...placeOf(at, node.rule), shape })]
    : compareObject(at).map((finding) => ({ ...finding, effect: namedAfter(after, finding.effect) }));
}

function placeOf({ path, before, after, context }: NodePart, rule: FieldRule): Place {
  const kind = context.judge.overrides?.get(rule.field)?.kind;
  const shape = kind === undefined ? rule.shape : shapeOfKind(kind);
  return { rule, shape, path, before, after, context };
}

function containerPlace(part: NodePart): Place {
  const rules = rulesUnder(part.node);
  const severity = gravest(
    rules.map(({ shape }) => shape.severity),
    'medium',
  );
  const first = part.node.rule ?? rules[0];
  const rule: FieldRule = {
    field: part.field,
    label: `The settings under ${clipped(part.path)}`,
    shape: { kind: 'map', entries: 'plain', severity, noun: 'setting' },
    why: first?.why ?? '',
    remedy: 'Restore the settings as they were, in the documented form.',
    controlIds: [...new Set(rules.flatMap(({ controlIds }) => controlIds))].toSorted(compareControls),
  };
  return placeOf(part, rule);
}

function areEqual({ before, after }: { readonly before: Json | undefined; readonly after: Json | undefined }): boolean {
  return before === undefined || after === undefined
    ? before === after
    : canonicalJson(before) === canonicalJson(after);
}
