import type { FollowedRow } from '../../budgets/followed-rows.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { domainChanges } from '../../roster/domain-changes.ts';
import { observationOf, type Observation } from '../observation.ts';

const namedMax = 5;

/** Observes rows with former addresses, one observation per person or renamed domain. Notified once. */
export function observeFollowed(rows: readonly FollowedRow[]): readonly Observation[] {
  const { domains, others } = domainChanges(rows);
  return [
    ...domains.map(({ from, to, people }) =>
      followedObservation(people, {
        key: `@${from}`,
        fingerprint: `@${to}`,
        headline: `The platform has ${to} in place of ${from} for ${counted(people.length, 'person', 'people')} whom rows of your tables name: their rows count as before`,
      }),
    ),
    ...others.map((row) =>
      followedObservation([row], {
        key: row.from,
        fingerprint: row.to,
        headline: `${row.from} is now ${row.to} on the platform: what is set for that person counts as before`,
      }),
    ),
  ];
}

function followedObservation(
  rows: readonly FollowedRow[],
  said: Pick<Observation, 'key' | 'fingerprint' | 'headline'>,
): Observation {
  const titles = rows.flatMap((row) => row.rows);
  const shown = titles.slice(0, namedMax).join('; ');
  const more = titles.length - namedMax;
  return observationOf({
    ...said,
    topic: 'rows-followed',
    severity: 'low',
    details: [
      `Read under the new ${rows.length === 1 ? 'address' : 'addresses'}: ${shown}${more > 0 ? `; and ${more} more` : ''}.`,
      'It stays so while nobody else has the former address. Set the rows under the new address to make it last: npx curfew budgets export shows them.',
    ],
  });
}
