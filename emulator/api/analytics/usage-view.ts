import type { FastifyRequest } from 'fastify';

import type { Member } from '../../state/members/member.ts';
import type { SpentDay } from '../../state/usage/model-shares.ts';
import { splitInteger } from '../../state/usage/split.ts';
import type { World } from '../world.ts';

/** How faults change reported analytics; actual consumption is unaffected. */
interface ReportChanges {
  readonly absentDays: ReadonlySet<number>;
  readonly zeroDays: ReadonlySet<number>;
  readonly restatedDays: ReadonlyMap<number, (totalCredits: number) => number>;
}

const NO_CHANGES: ReportChanges = { absentDays: new Set(), zeroDays: new Set(), restatedDays: new Map() };

/** Usage as reported: the common source of all analytics endpoints. */
export interface UsageView {
  reportedDays(days: readonly number[]): readonly number[];
  spentDay(member: Member, dayNumber: number): SpentDay;
}

/** Applies a fault's changes to the reported usage. */
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

export function changeReport(request: FastifyRequest, changes: Partial<ReportChanges>): void {
  changesByRequest.set(request, { ...reportChangesOf(request), ...changes });
}

export function reportChangesOf(request: FastifyRequest): ReportChanges {
  return changesByRequest.get(request) ?? NO_CHANGES;
}
