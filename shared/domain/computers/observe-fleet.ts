import type { Observation } from '../notifications/observation.ts';
import { counted } from '../texts/counted.ts';
import type { DesiredFleet } from './desired-fleet.ts';
import type { UnlistedComputer } from './unlisted-computers.ts';

const namedMax = 5;

/** What is odd about the list itself; at most one condition a kind. */
export function observeFleetList(
  { doubles, leftOut, computers }: DesiredFleet,
  invalid: readonly { readonly key: string; readonly problem: string }[],
): readonly Observation[] {
  const common = {
    topic: 'fleet-list',
    severity: 'low',
    owners: [],
    notifiesAdmins: true,
    resolvesAfterNights: 1,
  } as const;
  return [
    ...(doubles.length === 0
      ? []
      : [
          {
            ...common,
            key: 'doubles',
            fingerprint: doubles.map(({ name }) => name).join(),
            headline: `${counted(doubles.length, 'computer')} of the fleet list ${doubles.length === 1 ? 'has' : 'have'} more than one entry`,
            details: doubles
              .slice(0, namedMax)
              .map(({ name, entries }) => `${name}: ${entries.join(', ')}; the first counts`),
          },
        ]),
    ...(leftOut === 0
      ? []
      : [
          {
            ...common,
            key: 'too-many',
            fingerprint: 'too-many',
            severity: 'medium' as const,
            headline: `${counted(leftOut, 'computer')} of the fleet list ${leftOut === 1 ? 'is' : 'are'} not watched`,
            details: [
              `Curfew watches ${computers.length}, the first by name. Split the list among several installations.`,
            ],
          },
        ]),
    ...invalid.slice(0, namedMax).map(({ key, problem }) => ({
      ...common,
      key: `invalid ${key}`,
      fingerprint: problem,
      headline: `The entry ${key} of the fleet list cannot be read and is left out`,
      details: [problem],
    })),
  ];
}

/** Computers in use beside the list. Of them the platform shows an id alone, and no way from that to a name. */
export function observeUnlisted(unlisted: readonly UnlistedComputer[]): readonly Observation[] {
  return unlisted.map(({ computerId, sessions }) => ({
    topic: 'computer-unlisted',
    key: computerId,
    fingerprint: 'seen',
    severity: 'low',
    owners: [],
    notifiesAdmins: true,
    headline: `A computer that is not on the fleet list ran ${counted(sessions, 'session')}: ${computerId}`,
    details: [
      'The platform names no computer by its id: look it up in the web application, and add it to the list or leave it.',
    ],
    resolvesAfterNights: 1,
  }));
}
