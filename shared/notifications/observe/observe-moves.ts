import type { TopUp } from '../../grants/top-up.ts';
import { topUpStatus } from '../../grants/top-up.ts';
import { creditsPhrase } from '../../kernel/texts/credits.ts';
import { type Day, dayAndMonth, dayOf } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { observationOf, type Observation } from '../observation.ts';
import type { WatchedPerson } from './watched-budget.ts';

/** Tells both people of a move of credits, on the day on which it is made. */
export function observeMoves({
  topUps,
  people,
  today,
}: {
  readonly topUps: readonly TopUp[];
  readonly people: readonly WatchedPerson[];
  readonly today: Day;
}): readonly Observation[] {
  const moves = topUps.filter(
    (topUp) =>
      topUp.takenFrom !== undefined &&
      topUpStatus(topUp, today) === 'in-force' &&
      dayOf(Date.parse(topUp.createdAt)) === today,
  );
  const byEmail = new Map(moves.length === 0 ? [] : people.map((person) => [emailKey(person.email), person]));
  return moves.flatMap(({ id, scope, takenFrom = '', credits, to, reason, createdBy }) => {
    const receiver = scope.kind === 'user' ? scope.email : '';
    const [until, because] = [dayAndMonth(to), `By ${createdBy}: ${reason}`];
    return [
      ...movedTo(byEmail.get(takenFrom), {
        id,
        headline: `${creditsPhrase(credits)} of your share are for ${receiver} until ${until}`,
        details: ['Your limit is lower by as much from now on.', because],
      }),
      ...movedTo(byEmail.get(receiver), {
        id,
        headline: `You get ${creditsPhrase(credits, 'more credits')} until ${until}`,
        details: [
          `They come from the share of ${takenFrom}: what is free at once, the rest with the figures of tomorrow.`,
          because,
        ],
      }),
    ];
  });
}

function movedTo(
  person: WatchedPerson | undefined,
  { id, ...texts }: { readonly headline: string; readonly details: readonly string[]; readonly id: string },
): readonly Observation[] {
  return person === undefined
    ? []
    : [
        observationOf({
          topic: 'credits-moved',
          key: `${id} ${person.userId}`,
          fingerprint: id,
          severity: 'info',
          user: { userId: person.userId, email: person.email },
          notifiesAdmins: false,
          ...texts,
        }),
      ];
}
