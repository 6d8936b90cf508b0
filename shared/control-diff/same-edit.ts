import { canonicalJson } from '../controls/canonical-json.ts';
import type { Finding } from './finding.ts';
import { nameList } from './words/phrases.ts';

interface MemberFinding {
  readonly finding: Finding;
  readonly name: string;
}

/** Merges equal edits of several members. Addresses and keys stay separate, since each leads to another place. */
export function withSameEdits(found: readonly MemberFinding[], list: string): readonly Finding[] {
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
