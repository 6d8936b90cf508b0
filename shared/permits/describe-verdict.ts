import { counted } from '../kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import { someNames } from '../kernel/texts/some-names.ts';
import { dayAndMonth } from '../kernel/time/day.ts';
import type { PlainVerdict } from './verdict.ts';

export type ToldVerdict = PlainVerdict & { readonly detail: string };

export function shortVerdict(verdict: PlainVerdict): string {
  switch (verdict.kind) {
    case 'kept':
      return 'kept';
    case 'kept-from':
      return `kept from ${dayAndMonth(verdict.day)}`;
    case 'not-bounded':
      return 'not bounded';
    case 'too-much-allowed':
      return verdict.endedTopUps === undefined ? 'not kept yet' : `over by ${creditsText(verdict.overCredits)}`;
    case 'broken':
      return `over budget by ${creditsText(verdict.overCredits)}`;
  }
}

/** Describes in one sentence whether the use of a pool can exceed its amount. */
export function describeVerdict(verdict: PlainVerdict): string {
  switch (verdict.kind) {
    case 'kept':
      return 'Guaranteed: usage cannot exceed the budget.';
    case 'kept-from':
      return `The overspend guarantee starts ${dayAndMonth(verdict.day)}, once every limit has been in force for a full day.`;
    case 'not-bounded':
      return describeUnbounded(verdict);
    case 'too-much-allowed': {
      const { because, overCredits, endedTopUps } = verdict;
      if (endedTopUps !== undefined) {
        const { credits, day } = endedTopUps;
        return `Over its amount by ${creditsPhrase(overCredits)} since ${creditsPhrase(credits)} of top-ups ended on ${dayAndMonth(day)}. Nothing was used beyond the amount of the day.`;
      }
      const over = `Not guaranteed: limits allow ${creditsPhrase(overCredits)} more than the budget.`;
      return because.length === 0 ? over : `${over} No limit can be set for ${namesOrCount(because)}.`;
    }
    case 'broken':
      return `Over budget by ${creditsPhrase(verdict.overCredits)}.`;
  }
}

/** An exempt person never gets a limit. */
function describeUnbounded({ because, exempt, doubtful = [] }: Extract<PlainVerdict, { kind: 'not-bounded' }>): string {
  const others = because.filter((person) => !exempt.includes(person));
  const meanwhile = `while ${namesOrCount(exempt)} ${exempt.length === 1 ? 'is' : 'are'} exempt`;
  const sentences: string[] = [];
  if (others.length > 0) {
    const start = 'The guarantee starts once each has had one for a full day, tomorrow at the earliest';
    const but = exempt.length === 0 ? '' : `, and not ${meanwhile}`;
    sentences.push(`Not guaranteed: no limit is known for ${namesOrCount(others)}. ${start}${but}.`);
  } else if (exempt.length > 0) {
    sentences.push(`Not guaranteed ${meanwhile}: the limit of an exempt person may be changed on the platform.`);
  }
  if (doubtful.length > 0) {
    const why = 'is reported under user ids that the roster lacks, and emails changed';
    sentences.push(
      `Not guaranteed: usage that may be of ${namesOrCount(doubtful)} ${why}. The guarantee returns with the first window after that.`,
    );
  }
  return sentences.join(' ');
}

const namedMax = 10;

function namesOrCount(people: readonly string[]): string {
  return people.length > namedMax ? counted(people.length, 'person', 'people') : someNames(people);
}

/** Describes who got nothing of the plan because the guard did not permit it. */
export function describeWithheld(emails: readonly string[]): string {
  return `Nothing more was given to ${someNames(emails)}: a pool's guarantee does not allow it now; the next run plans again`;
}
