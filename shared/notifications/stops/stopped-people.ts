import { isInherited } from '../../budgets/scope.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { someNames } from '../../kernel/texts/some-names.ts';
import { addDays, dayAndMonth } from '../../kernel/time/day.ts';
import { namedLines } from '../../mail/table-parts.ts';
import { emailKey } from '../../roster/email.ts';
import { resetText } from '../compose/reset-text.ts';
import type { ConditionVerdict, Moment, StopFacts } from '../conditions/condition-event.ts';
import type { ConditionState, ObservedState } from '../conditions/condition-state.ts';
import { watchObserved } from '../conditions/observed-condition.ts';
import { observationOf, observedConditionId, type Observation } from '../observation.ts';
import { isReachable, type Routing } from '../routing.ts';
import { shortKey } from '../short-key.ts';
import { causeName, endsWithWindow, usedText, waysFor, wayLines } from './describe-stop.ts';
import { causeKey, type StopObservation } from './stop-condition.ts';

interface StoppedPeople {
  readonly stop: StopFacts;
  readonly owners: readonly string[];
  readonly everybody: readonly string[];
  readonly fresh: readonly string[];
}

/** Groups people by what stops them. `freshIds`: user ids of those whom this run notifies. */
export function stoppedPeople(
  stopped: readonly StopObservation[],
  freshIds: ReadonlySet<string>,
): readonly StoppedPeople[] {
  const groups = Map.groupBy(stopped, ({ stop }) => causeKey(stop));
  return [...groups.values()].flatMap((people) => {
    const [first] = people;
    const fresh = people.filter(({ stop }) => freshIds.has(stop.user.userId));
    const example = fresh[0] ?? first;
    return example === undefined ? [] : [{ ...example, everybody: emailsOf(people), fresh: emailsOf(fresh) }];
  });
}

export function stoppedPeopleId({ stop }: { readonly stop: StopFacts }): string {
  return observedConditionId({ topic: 'stopped', key: causeKey(stop) });
}

/** Notifies owners and admins when a budget stops another person. The condition lasts while it stops anyone. */
export function watchStoppedPeople(
  state: ConditionState | undefined,
  people: StoppedPeople,
  { routing, ...moment }: Moment & { readonly routing: Routing },
): ConditionVerdict<ConditionState> {
  const before = state?.kind === 'observed' ? state : undefined;
  const observation = stoppedObservation(people, before);
  const { state: next, events } = watchObserved(before, observation, moment);
  if (people.fresh.length > 0) {
    const known = { ...observation, ...freshText(people, routing) };
    return {
      state: next,
      events: events.map(({ eventId, conditionId }) => ({
        kind: 'condition-raised',
        eventId,
        conditionId,
        observation: known,
      })),
    };
  }
  const isSame = before?.phase === 'in-alarm' && before.observation.headline === observation.headline;
  const present = before ?? (next as ObservedState | undefined);
  return isSame || present === undefined
    ? { events: [] }
    : { state: { ...present, asOf: moment.at, phase: 'in-alarm', observation }, events: [] };
}

function stoppedObservation(
  { stop, owners, everybody, fresh }: StoppedPeople,
  before: ObservedState | undefined,
): Observation {
  const known = before?.observation.fingerprint ?? '';
  return observationOf({
    topic: 'stopped',
    key: causeKey(stop),
    // The fingerprint changes whenever another person is notified.
    fingerprint: fresh.length === 0 ? known : shortKey(`${known}/${stop.window.from}/${JSON.stringify(fresh)}`),
    severity: stop.scope?.kind === 'user' ? 'medium' : 'high',
    owners,
    scope: stop.scope,
    headline: headlineFor(stop, everybody),
    details: [],
  });
}

function freshText({ stop, owners, everybody, fresh }: StoppedPeople, routing: Routing): Partial<Observation> {
  const unheard = fresh.filter((email) => !isReachable(email, routing));
  const facts = [
    ...(fresh.length > namedInHeadlineMax ? namedLines(fresh) : []),
    ...(unheard.length > 0 ? [`Mail does not reach ${someNames(unheard)}: tell them yourself.`] : []),
    usedLine(stop, fresh),
    ...(endsWithWindow(stop) ? [`It resets on ${resetText(stop)}.`] : []),
  ];
  const isOfTeam = stop.scope?.kind === 'team';
  const inAll = everybody.length > fresh.length ? `, ${grouped(everybody.length)} in all` : '';
  return {
    // These people must be informed personally.
    ...(unheard.length > 0 && { severity: 'high' as const }),
    headline: headlineFor(stop, fresh, inAll),
    details: [...facts, ...(fresh.length === 1 ? [] : [`The commands are for ${stop.user.email}:`]), ...wayLines(stop)],
    ...(owners.length > 0 && { ownerDetails: [...facts, ...ownerLines(stop, routing)] }),
    ...(isOfTeam && { example: stop.user.email }),
    ...(fresh.length === 1 && { person: stop.user.email }),
  };
}

/** What an owner can do: of a team's budget give what it has left; the rest is for an admin. */
function ownerLines(stop: StopFacts, { admins }: Routing): readonly string[] {
  const whom = admins.length === 0 ? 'an admin' : someNames(admins);
  const within = stop.scope?.kind === 'team' ? waysFor(stop).find(isWithin) : undefined;
  return within === undefined
    ? [
        `Ask ${whom} for more: ${stop.scope?.kind === 'team' ? 'the team has nothing left to give' : 'only admins can give it'}.`,
      ]
    : [
        `${stop.ways === undefined ? 'See what you can give' : 'You can give'} ${stop.user.email} of what the team has left, on their page or with: ${within.command}`,
        `Ask ${whom} for more than that.`,
      ];
}

function isWithin({ command }: { readonly command: string }): boolean {
  return command.includes(' --within-pool');
}

function usedLine(stop: StopFacts, people: readonly string[]): string {
  const isOfOnePerson = stop.scope === undefined || isInherited(stop.scope);
  return isOfOnePerson && people.length > 1 ? `${stop.user.email}: ${usedText(stop)}` : usedText(stop);
}

/** Names that fit into a headline on a phone; the others are listed below it. */
const namedInHeadlineMax = 2;

function headlineFor(stop: StopFacts, people: readonly string[], inAll = ''): string {
  const cause = causeName(stop, 'their');
  const how =
    stop.nextLimitCredits !== undefined
      ? 'stopped until the next run, which raises the limit'
      : endsWithWindow(stop)
        ? `stopped by ${cause} until ${dayAndMonth(addDays(stop.window.through, 1))}`
        : `stopped: ${cause} is 0`;
  const [only = ''] = people;
  if (stop.scope?.kind === 'user') {
    return `${only} is ${how}`;
  }
  const who = counted(people.length, 'person', 'people');
  const are = people.length === 1 ? 'is' : 'are';
  const named = people.length > namedInHeadlineMax ? '' : `: ${people.join(', ')}`;
  return `${who} ${are} ${how}${inAll}${named}`;
}

function emailsOf(people: readonly StopObservation[]): readonly string[] {
  return people.map(({ stop }) => stop.user.email).toSorted((a, b) => (emailKey(a) < emailKey(b) ? -1 : 1));
}
