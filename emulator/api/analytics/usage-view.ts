import type { FastifyRequest } from 'fastify';

import type { Member } from '../../state/members/member.ts';
import type { SpentDay } from '../../state/usage/model-shares.ts';
import { splitInteger } from '../../state/usage/split.ts';
import type { World } from '../world.ts';

/** How faults change what analytics report; the consumption itself stays as it was. */
interface ReportChanges {
  /** Days that have no rows at all. */
  readonly absentDays: ReadonlySet<number>;
  /** Days that look as if nothing had happened. */
  readonly zeroDays: ReadonlySet<number>;
  /** New totals of days, from the old one, divided in the old proportions. */
  readonly restatedDays: ReadonlyMap<number, (totalCredits: number) => number>;
}

const NO_CHANGES: ReportChanges = { absentDays: new Set(), zeroDays: new Set(), restatedDays: new Map() };

/** Usage as analytics report it: the one source of every analytics endpoint, so that they agree. */
export interface UsageView {
  /** The days of a range that have rows. */
  reportedDays(days: readonly number[]): readonly number[];
  /** What is reported of one user-day; no credits means no activity. */
  spentDay(member: Member, dayNumber: number): SpentDay;
}

/** The view of the world with a fault's changes applied. */
export function usageView(world: World, changes: ReportChanges): UsageView {
  const restated = new Map<number, ReadonlyMap<string, number>>();
  const granted = (member: Member, dayNumber: number): number =>
    changes.zeroDays.has(dayNumber) || changes.absentDays.has(dayNumber)
      ? 0
      : world.consumption.useOf(member, dayNumber).grantedCredits;
  const restatedOn = (dayNumber: number, newTotal: (totalCredits: number) => number): ReadonlyMap<string, number> => {
    const known = restated.get(dayNumber) ?? restatedCredits(world, newTotal, (member) => granted(member, dayNumber));
    restated.set(dayNumber, known);
    return known;
  };
  return {
    reportedDays: (days) => days.filter((day) => !changes.absentDays.has(day)),
    spentDay(member, dayNumber) {
      const newTotal = changes.restatedDays.get(dayNumber);
      const credits =
        newTotal === undefined ? granted(member, dayNumber) : (restatedOn(dayNumber, newTotal).get(member.id) ?? 0);
      const { model } = world.demand.of(member, dayNumber);
      return { seed: world.seed, member, dayNumber, credits, model };
    },
  };
}

function restatedCredits(
  world: World,
  newTotal: (totalCredits: number) => number,
  grantedTo: (member: Member) => number,
): ReadonlyMap<string, number> {
  const members = world.organization.members();
  const credits = members.map(grantedTo);
  const total = credits.reduce((sum, part) => sum + part, 0);
  const parts = splitInteger(Math.max(0, Math.round(newTotal(total))), credits);
  return new Map(members.map((member, index) => [member.id, parts[index] ?? 0]));
}

const changesByRequest = new WeakMap<FastifyRequest, ReportChanges>();

/** Makes one request see usage with a fault's changes. */
export function changeReport(request: FastifyRequest, changes: Partial<ReportChanges>): void {
  changesByRequest.set(request, { ...reportChangesOf(request), ...changes });
}

/** What faults have changed for this request; usually nothing. */
export function reportChangesOf(request: FastifyRequest): ReportChanges {
  return changesByRequest.get(request) ?? NO_CHANGES;
}
