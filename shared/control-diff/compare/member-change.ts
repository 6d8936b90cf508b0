import { type Json, isList } from '../../controls/json.ts';
import { compareCollections } from '../../coverage/compare-elements.ts';
import type { MembersShape } from '../catalogue/field-rule.ts';
import { findingAt, type Finding, tightened, loosened } from '../finding.ts';
import type { Context, Place } from '../place.ts';
import { graver } from '../severity-steps.ts';
import { memberOf, textsAt, valueAt } from '../tree.ts';
import { quoted } from '../words/phrases.ts';

/** With more pairs of model and allowed address, only equal addresses count as allowed. */
const pairsMax = 10_000;

/** Returns the finding for a member of a keyed list that was added or removed. */
export function memberChange(place: Place<MembersShape>): Finding {
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

function isListed(address: string, { after }: Context): boolean {
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

export function namedAfter(member: Json | undefined, effect: string): string {
  const name = quoted(memberName(member));
  const named = effect.replace(/\b(?:the|a) custom model\b/iu, (words) => `${words} ${name}`);
  return named === effect ? `Custom model ${name}: ${effect}` : named;
}

export function memberName(value: Json | undefined): string {
  const names = ['displayName', 'model', 'id'].map((key) => memberOf(value, key));
  return names.filter((name) => typeof name === 'string').find((name) => name !== '') ?? 'without a name';
}
