import { changesOf, type CapPlan } from '../../caps/cap-plan.ts';
import type { SetCap } from '../../caps/cap.ts';
import type { ImpactWarning } from '../../impact/impact-warning.ts';
import { existingWarnings } from '../../impact/impact.ts';
import type { JournalEntry, JournalKind } from '../../journal/journal-entry.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Access } from '../../kernel/access/decide-access.ts';
import { decideApproval, isBound, type AccessRules, type PlanEdit } from '../../kernel/access/four-eyes.ts';
import type { Author } from '../../kernel/records/ports.ts';
import type { EditWay } from '../../kernel/records/record-edit.ts';
import type { Journal, RunStore } from '../../kernel/runs/ports.ts';
import type { Hold, RunContext } from '../../kernel/runs/run.ts';
import { addDays, dayOf, type Day, minuteText } from '../../kernel/time/day.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import { noPlan, type HeldPlan } from '../held-plan.ts';
import { judgePlan } from '../judge-plan.ts';
import { isMerelyLate, partToSend } from '../part-to-send.ts';
import { planCollected, type Planned } from '../planned.ts';
import type { PlanStore } from '../ports.ts';
import { collectLastKnown } from './collect/collect-last-known.ts';
import { collectTables, type TablePorts } from './collect/collect-tables.ts';
import { findGuardMoments, findLatestSent } from './guard-plan.ts';

export interface ShowPorts extends TablePorts {
  readonly runs: RunStore;
  readonly plans: PlanStore;
}

/** What would be done at a moment, and what would hold it; where figures are in doubt, by those before them. */
export interface ShownPlan {
  readonly planId: string;
  readonly plan: CapPlan;
  readonly changes: ReturnType<typeof changesOf>;
  readonly dataThrough: Day | undefined;
  readonly held: Hold | undefined;
  readonly besideHold: readonly SetCap[];
  readonly warnings: readonly ImpactWarning[];
}

/** Plans as of a moment (Unix milliseconds) from the tables alone. Nothing is changed, and the platform is not asked. */
export async function showPlan(ports: ShowPorts, settings: EnforcementSettings, atMs: number): Promise<ShownPlan> {
  const run = { runId: 'plan', at: new Date(atMs).toISOString(), today: dayOf(atMs) };
  const collected = await collectTables(ports, settings, run);
  const isInDoubt = collected.hold !== undefined;
  const basis = isInDoubt ? await collectLastKnown(ports, settings, run) : collected;
  const planned = planCollected(settings, run, { collected: basis, limits: await ports.limits.list() });
  const moments = await findGuardMoments(ports);
  const held = collected.hold ?? judgePlan(settings, run, planned, moments);
  const part = isInDoubt && !isMerelyLate(collected.through, run.today) ? 'rescue' : 'beside-hold';
  return {
    planId: planned.planId,
    plan: planned.plan,
    changes: changesOf(planned.plan),
    dataThrough: basis.through,
    held,
    warnings: existingWarnings({
      input: planned.planInputs,
      teams: basis.teams,
      assignment: basis.assignment,
      planned: { plan: planned.plan, decisions: planned.plan.decisions },
    }),
    besideHold:
      held === undefined
        ? []
        : partToSend(settings, run, planned, { ...moments, part, ...(isInDoubt && { isInDoubt }) }),
  };
}

/** What would hold a plan that was made from the tables, and what of it would not wait; `hold` is that of the figures. */
export async function judgeCollected(
  ports: ShowPorts,
  { settings, run }: { readonly settings: EnforcementSettings; readonly run: RunContext },
  planned: Planned,
  hold: Hold | undefined,
): Promise<{
  readonly held: Hold | undefined;
  /** What a plan that waits for approval sends all the same. */
  readonly besideHold: readonly SetCap[];
}> {
  const moments = await findGuardMoments(ports);
  const held = hold ?? judgePlan(settings, run, planned, moments);
  const isPart = held?.guard === 'blast-radius';
  return { held, besideHold: isPart ? partToSend(settings, run, planned, { ...moments, part: 'beside-hold' }) : [] };
}

/** A held plan that may still be decided, or why it may not. */
type Decidable =
  | { readonly kind: 'open'; readonly plan: HeldPlan }
  /** Another plan took its place: that one is to be decided, but rows of it may be released. */
  | { readonly kind: 'replaced'; readonly plan: HeldPlan; readonly problem: string }
  | { readonly kind: 'unknown' | 'closed'; readonly problem: string };

/** Looks a held plan up. An approved one stays open: an approval that was stopped midway can be given again. */
export async function findDecidable(plans: PlanStore, planId: string, nowMs: number): Promise<Decidable> {
  const plan = await plans.find(planId);
  if (plan === undefined) {
    return { kind: 'unknown', problem: 'There is no held plan of that id; see "npx curfew plans list"' };
  }
  if (plan.decision?.kind === 'rejected') {
    return {
      kind: 'closed',
      problem: `The plan was rejected by ${plan.decision.by} on ${minuteText(plan.decision.at)}`,
    };
  }
  if (Date.parse(plan.expiresAt) <= nowMs) {
    const problem = `The plan could be approved until ${minuteText(plan.expiresAt)}; see the present one with "npx curfew plan"`;
    return { kind: 'closed', problem };
  }
  switch (plan.replacedBy) {
    case undefined:
      return { kind: 'open', plan };
    case noPlan:
      return { kind: 'closed', problem: 'The plan does not wait any more: a later run found nothing to hold' };
    default: {
      const problem = `Plan ${plan.replacedBy} took its place, since what it was made from has moved: see "npx curfew plans show ${plan.replacedBy}"`;
      return { kind: 'replaced', plan, problem };
    }
  }
}

/** What four eyes look at: who edited what. */
interface EditedPorts {
  readonly journal: Journal;
  readonly runs: RunStore;
}

const editKinds: readonly JournalKind[] = [
  'budget-changed',
  'team-changed',
  'top-up-added',
  'top-up-ended',
  'top-up-changed',
  'exemption-added',
  'exemption-ended',
  'exemption-changed',
  'settings-changed',
];
const editsMax = 2_000;
/** Edits older than the longest platform window are no news. */
const editDaysMax = 92;

/** The edits since an ISO instant that a plan may follow from, the first one first. `isCut`: there are more. */
export async function listEdits(
  { journal }: EditedPorts,
  since: string,
  nowMs: number,
): Promise<{ readonly edits: readonly JournalEntry[]; readonly isCut: boolean }> {
  const through = dayOf(nowMs);
  const earliest = addDays(through, -editDaysMax);
  const from = dayOf(Date.parse(since));
  const entries = await journal.list({ from: from < earliest ? earliest : from, through }, editsMax, editKinds);
  const edits = entries.filter(({ at }) => Date.parse(at) > Date.parse(since));
  return { edits, isCut: entries.length >= editsMax };
}

/** Whether a person may approve the plan: under four eyes, not with edits since the last run that set all limits. */
export async function decideApprover(
  ports: EditedPorts,
  { caller, rules }: { readonly caller: Caller; readonly rules: AccessRules },
  nowMs: number,
): Promise<Access> {
  const { edits, isCut } = await listEdits(
    ports,
    (await findLatestSent(ports.runs)) ?? new Date(0).toISOString(),
    nowMs,
  );
  if (isCut && isBound(caller, rules.fourEyes, 'heldPlans')) {
    const reason = `more than ${editsMax} edits were made since limits were last set: who made them is not known; reject the plan, and have fewer at a time`;
    return { kind: 'refused', reason };
  }
  return decideApproval(caller, rules, edits.map(planEdit));
}

function planEdit({ kind, actor, subject = '', at, detail }: JournalEntry): PlanEdit {
  const about = `${kind.replace(/-[a-z]+$/u, '')} ${subject}`;
  // What tells it from others of its subject: a budget's window, the id of a grant.
  const apart = [detail['window'], detail['grant']].filter((each) => typeof each === 'string');
  const { ruleSetBy } = detail;
  // The author of a rule answers for what it gives.
  const isOfRule = typeof ruleSetBy === 'string';
  return {
    by: isOfRule ? ruleSetBy : actor,
    at,
    what: [about, ...apart, ...(isOfRule ? [`(by the ${actor})`] : [])].join(' '),
    about,
    // By the way it was made: a person may be named like an unknown author.
    isUnknown: detail['way'] === ('direct-edit' satisfies EditWay),
    isGone: detail['grant'] !== undefined && detail['after'] === null,
  };
}

/** The moment as of which a held plan is approved: as much later than the plan's own as has passed since it was held. */
export function approvalAtMs({ at, heldAt }: HeldPlan, nowMs: number): number {
  return Date.parse(at) + Math.max(0, nowMs - Date.parse(heldAt));
}

/** Rejects a held plan; runs that make the same plan again are held too, without another mail. */
export async function rejectPlan(
  ports: { readonly plans: PlanStore; readonly journal: Journal },
  plan: HeldPlan,
  author: Author,
): Promise<void> {
  const { planId } = plan;
  const detail = { plan: planId, changes: plan.changesCount };
  const entry = { id: `plan/${planId}/rejected`, at: author.at, kind: 'plan-rejected', actor: author.name } as const;
  await ports.journal.append([{ ...entry, subject: planId, detail }]);
  await ports.plans.put({ ...plan, decision: { kind: 'rejected', by: author.name, at: author.at } });
}
