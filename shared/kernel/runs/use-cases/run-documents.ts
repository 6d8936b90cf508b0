import { formatScope } from '../../../budgets/scope.ts';
import { changesOf, type CapPlan } from '../../../caps/cap-plan.ts';
import type { SetCap } from '../../../caps/cap.ts';
import type { ControlsReport } from '../../../controls/controls-report.ts';
import type { WrittenPage } from '../../../digest/digest-pages.ts';
import { renderText } from '../../../mail/render/render-text.ts';
import { poolDocuments } from '../../../pools/use-cases/pool-document.ts';
import type { Day } from '../../time/day.ts';
import type { Hold, Run, RunOutcome } from '../run.ts';

interface EndedRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

export function enforcementDocument(
  { plan, ...ended }: EndedRun & { readonly plan?: CapPlan | undefined },
  { dryRun }: { readonly dryRun: boolean },
) {
  return {
    ...runFacts(ended),
    held: ended.outcome.held ?? null,
    problems: ended.outcome.problems,
    // A run made by a deployed function has no plan here, so its pools are unknown.
    pools: plan === undefined ? undefined : poolDocuments(plan),
    ...(dryRun && { dryRun, changes: plan === undefined ? [] : changesOf(plan).map(capChangeDocument) }),
  };
}

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
    reports,
  };
}

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
    pages: pages?.map(pageDocument),
  };
}

function pageDocument({ scope, recipients, content }: WrittenPage) {
  return { scope, recipients, subject: content.subject, text: renderText(content) };
}

function runFacts({ run, outcome }: EndedRun) {
  const { status, dataThrough = null, capsChanged = 0, capsFailed = 0, alerts } = outcome;
  return { run: run.runId, job: run.job, at: run.at, status, dataThrough, capsChanged, capsFailed, alerts };
}

/** A run's record as JSON documents show it; no status before it ends. `isCutOff`: its process died. */
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

export function wholeRunDocument(run: Run, isCutOff: boolean) {
  const { findings } = run.outcome ?? {};
  return { ...runRecordDocument(run, isCutOff), findings };
}

export function planDocument({
  planId,
  changes,
  dataThrough,
  held,
  besideHold,
}: {
  readonly planId: string;
  readonly changes: readonly SetCap[];
  readonly dataThrough: Day | undefined;
  readonly held: Hold | undefined;
  readonly besideHold: readonly SetCap[];
}) {
  return {
    plan: planId,
    dataThrough: dataThrough ?? null,
    changes: changes.map(plannedChangeDocument),
    held: held ?? null,
    besideHold: besideHold.map(plannedChangeDocument),
  };
}

/** A change of a limit with what the binding budget leaves. */
export function plannedChangeDocument(change: SetCap) {
  return { ...capChangeDocument(change), headroom: change.binding?.headroomCredits ?? null };
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
