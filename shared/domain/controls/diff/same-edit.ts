import { canonicalJson } from '../canonical-json.ts';
import type { Finding } from './finding.ts';
import { nameList } from './words/phrases.ts';

/** A finding on a member of a keyed list, with the member's name. */
interface MemberFinding {
  readonly finding: Finding;
  readonly name: string;
}

/**
 * Findings on the members of a list, with one edit that was made in several of them as one finding: the same field, from the
 * same value to the same. Addresses and keys stay apart, since each of them leads somewhere.
 */
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
