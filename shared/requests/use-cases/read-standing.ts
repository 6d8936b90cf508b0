import { budgetTitle } from '../../budgets/budget-title.ts';
import { capViewOf } from '../../explanation/cap-view.ts';
import { currentStops, type CurrentStop } from '../../explanation/current-stops.ts';
import { explain } from '../../explanation/explanation.ts';
import { findPerson } from '../../explanation/find-person.ts';
import { platformWindowOf } from '../../explanation/snapshot.ts';
import { readSnapshot, type SnapshotPorts } from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import type { AmountNeeded } from '../../kernel/texts/amounts.ts';
import { creditsOver, creditsPhrase } from '../../kernel/texts/credits.ts';
import { type Day, dayAndMonth, type DayRange, minuteText, startText } from '../../kernel/time/day.ts';
import type { Figure } from '../../mail/content.ts';
import type { RequestSettings } from './give-credits.ts';

/** How a person stands at a moment, as their own page has it. Whole credits of the platform window. */
export interface Standing {
  readonly stop?: CurrentStop;
  readonly limitCredits: number;
  readonly usedCredits: number;
  readonly window: DayRange;
  readonly leftCredits: number;
  /** What it takes to work as usual; absent where enough is left, and with too few known days. */
  readonly needed?: AmountNeeded | undefined;
  readonly dataThrough?: Day | undefined;
}

/** Reads how a person stands; undefined for a person without a limit in force, or one who cannot be capped. */
export async function readStanding(
  ports: SnapshotPorts,
  settings: RequestSettings,
  { userId, atMs }: { readonly userId: string; readonly atMs: number },
): Promise<Standing | undefined> {
  const snapshot = await readSnapshot(ports, { atMs, settings });
  const found = findPerson(userId, snapshot);
  const view = found.kind === 'person' ? capViewOf(found.person, snapshot) : undefined;
  if (found.kind !== 'person' || view?.limitCredits === undefined) {
    return undefined;
  }
  const { limitCredits, usedCredits, headroomCredits: leftCredits = 0 } = view;
  const stop = currentStops(snapshot).find((each) => each.userId === userId);
  const { needed } = explain(found, snapshot, []);
  return {
    ...(stop && { stop }),
    limitCredits,
    usedCredits,
    window: platformWindowOf(snapshot.usage),
    leftCredits,
    needed,
    dataThrough: snapshot.dataThrough,
  };
}

/** Says to a person how they stand, in one sentence. `freedAt`: when a run found that they can work again. */
export function describeStanding({ stop, leftCredits }: Standing, freedAt?: string): string {
  if (stop === undefined) {
    const since = freedAt === undefined ? '' : ` again since ${minuteText(freedAt)}`;
    return `You can work${since}: ${creditsPhrase(leftCredits)} left`;
  }
  const { cause, until } = stop;
  if (cause === undefined) {
    return 'You are stopped until the next run, which raises your limit';
  }
  const what = cause.kind === 'budget' ? budgetTitle(cause, 'your') : 'the ceiling of every limit';
  return until === undefined
    ? `You are stopped: ${what} is 0`
    : `You are stopped until ${startText(until)}: ${what} has nothing left for you`;
}

export function factsOfStanding({ limitCredits, usedCredits, window, dataThrough }: Standing): readonly Figure[] {
  return [
    {
      label: 'Your limit',
      value: `${creditsPhrase(limitCredits)}, of which you used ${creditsOver(usedCredits, window)}`,
    },
    ...(dataThrough === undefined
      ? []
      : [{ label: 'Figures', value: `through ${dayAndMonth(dataThrough)} (UTC days)` }]),
  ];
}
