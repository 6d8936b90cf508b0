import { inputsHashOf, planIdOf } from '../../caps/plan-id.ts';
import { besideHold } from '../../enforcement/guards.ts';
import { collectAgain, collectTables, type Collected } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { judgeCollected, type ShowPorts } from '../../enforcement/use-cases/decide-held-plan.ts';
import type { EnforcementSettings } from '../../enforcement/use-cases/enforcement-settings.ts';
import { planInputsOf, type PlanTerms } from '../../enforcement/use-cases/plan-run.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Hold } from '../../kernel/runs/run.ts';
import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import { dayOf, daysBetween, msPerDay, type Day } from '../../kernel/time/day.ts';
import { countingDays } from '../counting-days.ts';
import type { ImpactWarning } from '../impact-warning.ts';
import { decideImpact, type Impact } from '../impact.ts';
import { isLowered } from '../limit-effects.ts';
import { planLimits, type ImpactSide } from '../planned-limits.ts';
import type { ProposedEdits } from '../proposed-edits.ts';
import { editedTables, portsOn, readRuleTables } from './edited-tables.ts';

interface ImpactOrder {
  readonly edits: ProposedEdits;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly settings: EnforcementSettings;
  readonly settingsAfter?: EnforcementSettings;
  /**
   * Data already read under these settings; the tables are read again unless given. Of rules, those in the tables
   * count.
   */
  readonly known?: PlanTerms;
}

export interface ShownImpact extends Impact {
  readonly edits: ProposedEdits;
  readonly emails: ReadonlyMap<string, string>;
  readonly at: string;
  /** The UTC day whose limits it shows: the first on which the edits stop a person, or else lower the most limits. */
  readonly countsOn: Day;
  readonly dataThrough: Day | undefined;
  readonly held: Hold | undefined;
  /** Hash of the inputs before the edits: a different one means that something changed since. */
  readonly inputsHash: string;
}

/**
 * Shows what edits would do: plans with and without them, on the first day they count, from tables read once, with the
 * division a run makes. When they count from several days, it shows the first of these on which they stop a person, or
 * else the one on which they lower most limits; the harms of all days are reported. Changes nothing and does not call
 * the platform.
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

/** The impact on a UTC day, by present knowledge. */
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
  // Advice about a held plan is given once it is held.
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
