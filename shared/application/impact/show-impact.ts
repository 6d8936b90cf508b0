import { inputsHashOf, planIdOf } from '../../domain/caps/plan-id.ts';
import { countingDays } from '../../domain/impact/counting-days.ts';
import type { ImpactWarning } from '../../domain/impact/impact-warning.ts';
import { decideImpact, type Impact } from '../../domain/impact/impact.ts';
import { isLowered } from '../../domain/impact/limit-effects.ts';
import { planLimits, type ImpactSide } from '../../domain/impact/planned-limits.ts';
import type { ProposedEdits } from '../../domain/impact/proposed-edits.ts';
import { invariant } from '../../domain/invariant.ts';
import { besideHold } from '../../domain/plans/guards.ts';
import type { Hold } from '../../domain/runs/run.ts';
import { dayOf, daysBetween, msPerDay, type Day } from '../../domain/time/day.ts';
import { collectAgain, collectTables, type Collected } from '../enforcement/collect/collect-tables.ts';
import { judgeCollected, type ShowPorts } from '../enforcement/decide-held-plan.ts';
import type { EnforcementSettings } from '../enforcement/enforcement-settings.ts';
import { planInputsOf, type PlanTerms } from '../enforcement/plan-run.ts';
import type { RunContext } from '../runs/run-context.ts';
import { editedTables, portsOn, readRuleTables } from './edited-tables.ts';

/** What is asked. */
interface ImpactOrder {
  readonly edits: ProposedEdits;
  /** As of when, in Unix milliseconds. */
  readonly atMs: number;
  readonly settings: EnforcementSettings;
  /** The settings as they will be, where they are edited too. */
  readonly settingsAfter?: EnforcementSettings;
  /** What somebody has read by these settings; the tables are read again unless given. Of rules, those in the tables count. */
  readonly known?: PlanTerms;
}

/** The impact of edits as of a moment. */
export interface ShownImpact extends Impact {
  readonly edits: ProposedEdits;
  /** Of everybody who can be capped, by user id. */
  readonly emails: ReadonlyMap<string, string>;
  /** ISO instant at which it is asked. */
  readonly at: string;
  /** The UTC day whose limits it shows: the first on which the edits stop somebody, or else lower most. */
  readonly countsOn: Day;
  readonly dataThrough: Day | undefined;
  /** The guard that would hold the run after the edits. */
  readonly held: Hold | undefined;
  /** What it was made from, before the edits: another one means that something has moved since. */
  readonly inputsHash: string;
}

/**
 * Tells what edits would do: plans with them and without them, on the first day on which they count, from tables that are
 * read once, by the division that a run makes. Where they count from several days on, it is the first of these on which
 * they stop somebody, or else that on which they lower most limits; the harms of all are told. Nothing is changed, and the platform is not asked.
 */
export async function showImpact(ports: ShowPorts, order: ImpactOrder): Promise<ShownImpact> {
  const today = dayOf(order.atMs);
  const [first = today, ...later] = order.settingsAfter === undefined ? countingDays(order.edits, today) : [today];
  const impacts = [await impactOn(ports, order, first)];
  for (const day of later) {
    impacts.push(await impactOn(ports, order, day));
  }
  const lowered = ({ effects }: ShownImpact): number => effects.filter(isLowered).length;
  const [shown] = [
    ...impacts.filter(({ stopped }) => stopped.length > 0),
    ...impacts.toSorted((a, b) => lowered(b) - lowered(a)),
  ];
  invariant(shown !== undefined, 'edits are looked at on one day at the least');
  return { ...shown, harms: [...new Set(impacts.flatMap(({ harms }) => harms))] };
}

/** The impact on a UTC day, by what is known now. */
async function impactOn(ports: ShowPorts, order: ImpactOrder, countsOn: Day): Promise<ShownImpact> {
  const { edits, atMs, settings, settingsAfter = settings, known } = order;
  const isAhead = countsOn > dayOf(atMs);
  // At the same time of that day.
  const lookedAtMs = atMs + daysBetween(dayOf(atMs), countsOn) * msPerDay;
  const run = { runId: 'impact', at: new Date(lookedAtMs).toISOString(), today: countsOn };
  const [tables, limits] = await Promise.all([
    readRuleTables(ports, known?.collected.users),
    known?.limits ?? ports.limits.list(),
  ]);
  const asTheyAre = portsOn(tables, ports);
  const collected = await (known === undefined
    ? collectTables(asTheyAre, settings, run)
    : collectAgain(asTheyAre, settings, { run, collected: known.collected }));
  const edited = portsOn(editedTables(tables, edits, run.at), ports);
  const collectedAfter = await collectAgain(edited, settingsAfter, { run, collected });
  const without = sideOf(settings, run, { collected, limits });
  const after = sideOf(settingsAfter, run, { collected: collectedAfter, limits });
  const impact = decideImpact(edits, { without, after }, isAhead ? countsOn : undefined);
  const ofDay = { run, collected: isAhead ? { ...collectedAfter, hold: undefined } : collectedAfter, after };
  const held = await holdOf(ports, settingsAfter, ofDay);
  return {
    ...impact,
    countsOn,
    edits,
    emails: new Map(after.planned.decisions.map(({ userId, email }) => [userId, email])),
    at: new Date(atMs).toISOString(),
    dataThrough: collectedAfter.through,
    held,
    warnings: [...(held === undefined ? [] : [warningOf(held)]), ...impact.warnings],
    inputsHash: inputsHashOf(without.input),
  };
}

function sideOf(settings: EnforcementSettings, run: RunContext, read: PlanTerms): ImpactSide {
  const input = planInputsOf(settings, run, read);
  const { teams, assignment } = read.collected;
  return { input, teams, assignment, planned: planLimits(input) };
}

/** What would hold the run that follows. */
async function holdOf(
  ports: ShowPorts,
  settings: EnforcementSettings,
  {
    run,
    collected,
    after: { input, planned },
  }: { readonly run: RunContext; readonly collected: Collected; readonly after: ImpactSide },
): Promise<Hold | undefined> {
  const { plan } = planned;
  return judgeCollected(ports, settings, {
    run,
    collected,
    plan,
    planInputs: input,
    planId: planIdOf(plan, input),
  });
}

function warningOf({ guard, detail }: Hold): ImpactWarning {
  // What to do about a plan that is held is said once it is.
  const [why = detail] = detail.split('. ');
  return guard === 'trust-gate'
    ? {
        kind: 'doubtful-data',
        text: `figures are in doubt: ${why}. Until they are right, limits rise only by what is surely free, and fall only as far as a guaranteed budget needs`,
      }
    : {
        kind: 'held',
        text: `the next run ${guard === 'blast-radius' ? 'needs approval' : 'is held'} (${guard}). ${why}. ${besideHold}`,
      };
}
