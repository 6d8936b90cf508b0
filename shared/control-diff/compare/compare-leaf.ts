import { canonicalJson, isList } from '../../controls/json.ts';
import type { Shape } from '../catalogue/field-rule.ts';
import { formatOnlyAt, illTyped, type Finding } from '../finding.ts';
import type { Place } from '../place.ts';
import { compareAddress } from './compare-address.ts';
import { compareMap } from './compare-map.ts';
import { compareOrdered } from './compare-ordered.ts';
import { compareScale } from './compare-scale.ts';
import { compareSecret } from './compare-secret.ts';
import { compareSwitch } from './compare-switch.ts';
import { compareRetention, compareModelChoice, compareValue } from './compare-value.ts';
import { compareSet } from './sets/compare-set.ts';

/** Compares one differing field. Another spelling is a change of format; another order of a set is none. */
export function compareLeaf(place: Place): readonly Finding[] {
  const findings = compare(place);
  return findings.length > 0 || isSameInOtherWords(place) ? findings : [formatOnlyAt(place)];
}

function compare(place: Place): readonly Finding[] {
  const { shape } = place;
  switch (shape.kind) {
    case 'switch':
      return compareSwitch({ ...place, shape });
    case 'value':
      return compareValue({ ...place, shape });
    case 'scale':
      return compareScale({ ...place, shape });
    case 'retention':
      return compareRetention({ ...place, shape });
    case 'model-choice':
      return compareModelChoice({ ...place, shape });
    case 'address':
      return compareAddress({ ...place, shape });
    case 'secret':
      return compareSecret({ ...place, shape });
    case 'set':
      return compareSet({ ...place, shape });
    case 'ordered':
      return compareOrdered({ ...place, shape });
    case 'map':
      return compareMap({ ...place, shape });
    case 'members':
      return illTyped(place);
  }
}

function isSameInOtherWords({ shape, before, after }: Place<Shape>): boolean {
  if (shape.kind !== 'set' || !isList(before) || !isList(after)) {
    return false;
  }
  const sorted = (list: typeof before): string =>
    list
      .map((each) => canonicalJson(each))
      .toSorted()
      .join('\n');
  return sorted(before) === sorted(after);
}
