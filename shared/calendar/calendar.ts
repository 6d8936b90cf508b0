import { spanWords } from '../budgets/budget-title.ts';
import type { WindowKind } from '../budgets/window.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { creditsPhrase } from '../kernel/texts/credits.ts';
import { someNames } from '../kernel/texts/some-names.ts';
import { addDays, type Day } from '../kernel/time/day.ts';

/** A day, or days, that leads plan with. */
export interface CalendarEvent {
  /** The same each time that it is written, so that a calendar updates it. */
  readonly uid: string;
  /** UTC. */
  readonly day: Day;
  readonly title: string;
  readonly details: string;
}

/** What ends, as the lists show it; `to` and `until` are last days. */
export interface CalendarFacts {
  readonly budgets: readonly {
    readonly scope: string;
    readonly window: WindowKind;
    readonly to: Day | undefined;
    readonly windowThrough: Day | null;
  }[];
  readonly topUps: readonly {
    readonly id: string;
    readonly scope: string;
    readonly credits: number;
    readonly to: Day;
    readonly reason: string;
  }[];
  readonly exemptions: readonly {
    readonly id: string;
    readonly email: string;
    readonly until: Day;
    readonly reason: string;
  }[];
  readonly exceptions: readonly {
    readonly id: string;
    readonly path: string;
    readonly until: Day;
    readonly reason: string;
  }[];
}

/** The coming resets, and what ends, earliest first. Daily resets are left out: there is one each day. */
export function calendarEvents({ budgets, topUps, exemptions, exceptions }: CalendarFacts): readonly CalendarEvent[] {
  const resetting = budgets.flatMap(({ scope, window, windowThrough }) =>
    windowThrough === null || window === 'day' ? [] : [{ scope, window, day: addDays(windowThrough, 1) }],
  );
  const resets = [...Map.groupBy(resetting, ({ window, day }) => `${window}-${day}`)].flatMap(([key, own]) =>
    own.slice(0, 1).map(({ window, day }) => ({
      uid: `reset-${key}`,
      day,
      title: `Curfew: ${spanWords[window]} budgets reset`,
      details: `At 00:00 UTC: ${someNames(own.map(({ scope }) => scope))}`,
    })),
  );
  const ends = [
    ...budgets.flatMap(({ scope, window, to }) =>
      to === undefined
        ? []
        : [
            {
              uid: `budget-${scope}-${window}-${to}`,
              day: to,
              title: `Curfew: last day of the ${spanWords[window]} budget of ${scope}`,
              details: '',
            },
          ],
    ),
    ...topUps.map(({ id, scope, credits, to, reason }) => ({
      uid: `top-up-${id}`,
      day: to,
      title: `Curfew: last day of the top-up of ${scope}`,
      details: `${creditsPhrase(credits)}: ${reason}`,
    })),
    ...exemptions.map(({ id, email, until, reason }) => ({
      uid: `exemption-${id}`,
      day: until,
      title: `Curfew: last day of the exemption of ${email}`,
      details: reason,
    })),
    ...exceptions.map(({ id, path, until, reason }) => ({
      uid: `exception-${id}`,
      day: until,
      title: `Curfew: last day of the exception of ${path}`,
      details: reason,
    })),
  ];
  return [...resets, ...ends].toSorted((a, b) => compareText(a.day, b.day) || compareText(a.uid, b.uid));
}
