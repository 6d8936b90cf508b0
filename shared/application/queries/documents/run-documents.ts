import { formatScope } from '../../../domain/budgets/scope.ts';
import { changesOf, type CapPlan } from '../../../domain/caps/cap-plan.ts';
import type { SetCap } from '../../../domain/caps/cap.ts';
import type { ControlsReport } from '../../../domain/controls/controls-report.ts';
import type { WrittenPage } from '../../../domain/digest/digest-pages.ts';
import { renderText } from '../../../domain/mail/render/render-text.ts';
import type { Hold, Run, RunOutcome } from '../../../domain/runs/run.ts';
import type { Day } from '../../../domain/time/day.ts';
import { poolDocuments } from './pool-document.ts';

interface EndedRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/** A run of `enforce`, `apply` or `approve` as the JSON document shows it. */
export function enforcementDocument(
  { plan, ...ended }: EndedRun & { readonly plan?: CapPlan | undefined },
  { dryRun }: { readonly dryRun: boolean },
) {
  return {
    ...runFacts(ended),
    held: ended.outcome.held ?? null,
    problems: ended.outcome.problems,
    // Without a plan, as where a deployment made the run, nothing is known of the pools.
    ...(plan !== undefined && { pools: poolDocuments(plan) }),
    ...(dryRun && { dryRun, changes: plan === undefined ? [] : changesOf(plan).map(capChangeDocument) }),
  };
}

/** A run of `controls` as the JSON document shows it; without reports where a deployment made the run. */
export function controlsRunDocument(
  { reports, ...ended }: EndedRun & { readonly reports?: readonly ControlsReport[] },
  { dryRun }: { readonly dryRun: boolean },
) {
  const { held, problems } = ended.outcome;
  return {
    ...runFacts(ended),
    held: held === undefined ? null : { guard: held.guard, detail: held.detail },
    problems,
    ...(dryRun && { dryRun }),
    ...(reports !== undefined && { reports }),
  };
}

/** A run of a watcher as the JSON document shows it. */
export function watcherRunDocument(
  { pages, ...ended }: EndedRun & { readonly pages?: readonly WrittenPage[] },
  { dryRun }: { readonly dryRun: boolean },
) {
  const { held = null, problems, findings = [], findingsMore = 0 } = ended.outcome;
  return {
    ...runFacts(ended),
    held,
    problems,
    ...(dryRun && { dryRun }),
    findings,
    findingsMore,
    ...(pages !== undefined && { pages: pages.map(pageDocument) }),
  };
}

function pageDocument({ scope, recipients, content }: WrittenPage) {
  return { scope, recipients, subject: content.subject, text: renderText(content) };
}

function runFacts({ run, outcome }: EndedRun) {
  const { status, dataThrough = null, capsChanged = 0, capsFailed = 0, alerts } = outcome;
  return { run: run.runId, job: run.job, at: run.at, status, dataThrough, capsChanged, capsFailed, alerts };
}

/**
 * The record of a run as the JSON documents show it; one that has not ended has no status. `isCutOff`: it never will,
 * since nobody is at work on it.
 */
export function runRecordDocument({ runId, job, at, startedAt, finishedAt, outcome }: Run, isCutOff: boolean) {
  return {
    run: runId,
    job,
    at,
    startedAt,
    finishedAt: finishedAt ?? null,
    status: outcome?.status ?? null,
    cutOff: isCutOff,
    dataThrough: outcome?.dataThrough ?? null,
    capsChanged: outcome?.capsChanged ?? 0,
    capsFailed: outcome?.capsFailed ?? 0,
    alerts: outcome?.alerts ?? 0,
    held: outcome?.held ?? null,
    problems: outcome?.problems ?? [],
    found: outcome?.findings === undefined ? null : outcome.findings.length + (outcome.findingsMore ?? 0),
  };
}

/** The record of one run with what a watcher has found. */
export function wholeRunDocument(run: Run, isCutOff: boolean) {
  const { findings } = run.outcome ?? {};
  return { ...runRecordDocument(run, isCutOff), ...(findings !== undefined && { findings }) };
}

/** A plan that nobody has applied yet. */
interface ShownPlan {
  readonly planId: string;
  readonly changes: readonly SetCap[];
  readonly dataThrough: Day | undefined;
  readonly held: Hold | undefined;
  readonly besideHold: readonly SetCap[];
}

/** A plan as the JSON document shows it. */
export function planDocument({ planId, changes, dataThrough, held, besideHold }: ShownPlan) {
  return {
    plan: planId,
    dataThrough: dataThrough ?? null,
    changes: changes.map(capChangeDocument),
    held: held ?? null,
    besideHold: besideHold.map(capChangeDocument),
  };
}

function capChangeDocument({ email, fromCredits, limitCredits, binding, reason }: SetCap) {
  return {
    email,
    from: fromCredits ?? null,
    to: limitCredits,
    binding: binding === undefined ? null : { scope: formatScope(binding.scope), window: binding.window },
    reason,
  };
}
