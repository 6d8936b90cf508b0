import { compareCollections, touchingAmong } from '../../../coverage/compare-elements.ts';
import type { SetShape } from '../../catalogue/field-rule.ts';
import { changed, loosened, tightened, type Verdict } from '../../finding.ts';
import type { Place } from '../../place.ts';
import { gravest } from '../../severity-steps.ts';
import { assumption, filled, nameList, quoted } from '../../words/phrases.ts';
import { releasedBy, severityOfReleased, tiersOf } from './contests.ts';
import type { Elements } from './set-elements.ts';
import { worded } from './verdict-on-elements.ts';

const assumed = assumption('that an entry which begins with ! is an exception to the others');

/** Judges a change of `!` entries: an exception narrows an allow list, and opens a deny list. */
export function verdictOnExceptions(place: Place<SetShape>, before: Elements, after: Elements): Verdict | undefined {
  const { shape } = place;
  const change = compareCollections(shape.element, before.exceptions, after.exceptions);
  const come = [...change.added, ...change.broadened.map(({ to }) => to), ...change.narrowed.map(({ to }) => to)];
  const gone = [
    ...change.removed,
    ...change.broadened.map(({ from }) => from),
    ...change.narrowed.map(({ from }) => from),
  ];
  if (come.length + gone.length === 0) {
    return undefined;
  }
  const moved = { added: come.map(negated), removed: gone.map(negated) };
  const [opening, closing, isOpened, isClosed] =
    shape.side === 'allow'
      ? [gone, come, change.isNarrower, change.isWider]
      : [come, gone, change.isWider, change.isNarrower];
  const opened = isOpened ? touchingAmong(shape.element, after.texts, opening) : [];
  const closed = isClosed ? touchingAmong(shape.element, after.texts, closing) : [];
  if (opened.length > 0) {
    return { ...verdictOnOpened(place, opened), ...moved };
  }
  if (closed.length > 0) {
    return { ...tightened('info', worded(shape, 'tightened', closed.map(quoted)), { notes: [assumed] }), ...moved };
  }
  const names = nameList([...moved.added, ...moved.removed]);
  const effect = `${place.rule.label}: ${names} came or went, and makes an exception to no other entry.`;
  return { ...changed('low', effect, { notes: [assumed] }), ...moved };
}

function verdictOnOpened(place: Place<SetShape>, opened: readonly string[]): Verdict {
  const { shape } = place;
  const tiers = tiersOf(place, opened);
  const released = shape.side === 'deny' ? releasedBy({ ...place, after: [] }, opened) : [];
  const { releases } = shape;
  const effect = worded(shape, 'loosened', opened.map(quoted));
  const severities = [
    ...tiers.map(({ tier }) => tier.severity),
    ...(releases === undefined || released.length === 0 ? [] : [severityOfReleased(releases.kind, released)]),
  ];
  return loosened(
    gravest(severities, shape.severity),
    releases === undefined || released.length === 0
      ? effect
      : `${filled(releases.effect, { items: nameList(released) })} ${effect}`,
    {
      notes: [
        ...tiers.map(({ tier, name }) => `Graver than usual: ${filled(tier.says, { item: quoted(name) })}.`),
        assumed,
      ],
      reaching: opened,
      isBreadthWeighed: tiers.length > 0,
    },
  );
}

function negated(element: string): string {
  return `!${element}`;
}
