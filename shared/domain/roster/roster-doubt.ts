/** How a reading of the roster compares with what was known of it. */
interface RosterFacts {
  /** Users who were on it before. */
  readonly before: number;
  readonly read: number;
  readonly left: number;
  /** Users whose email the roster no longer has. */
  readonly emailLost: number;
  /** Rows that could not be read. */
  readonly unreadable: number;
}

const many = 50;
const few = 5;
const shareMax = 0.1;

/**
 * Whether a roster looks damaged. Nothing on the list itself shows that a page of it was lost, or a field of all
 * its rows, but people seldom leave in such numbers on one day.
 */
export function isDoubtfulRoster(facts: RosterFacts): boolean {
  return isEmpty(facts) || areMany(facts.left, facts) || areMany(facts.emailLost, facts);
}

/** What the admins should know of a roster, a sentence each. */
export function describeRoster(facts: RosterFacts): readonly string[] {
  const { before, left, emailLost, unreadable } = facts;
  const rows = unreadable === 1 ? 'row' : 'rows';
  const said: readonly (readonly [boolean, string])[] = [
    [
      isEmpty(facts),
      `The platform gave an empty roster, where it had ${before} users: caps were set for those it had, and users who joined since have none yet. The next run reads it again`,
    ],
    [
      areMany(left, facts),
      `${left} of ${before} users are missing from the roster all at once: they keep their last caps. The next run reads it again; if they did leave, there is nothing to do`,
    ],
    [
      areMany(emailLost, facts),
      `${emailLost} of ${before} users have no email on the roster any more, all at once: they keep their last caps. The next run reads it again`,
    ],
    [unreadable > 0, `${unreadable} ${rows} of the roster cannot be read: new users among them have no cap yet`],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

function isEmpty({ read, before }: RosterFacts): boolean {
  return read === 0 && before > 0;
}

function areMany(users: number, { before }: RosterFacts): boolean {
  return users >= many || users > Math.max(few, before * shareMax);
}
