import type { ControlsReport, ControlStep, NetEffect } from '../../../domain/controls/controls-report.ts';
import { lastValues } from '../../../domain/controls/diff/in-force.ts';
import type { Judge } from '../../../domain/controls/diff/place.ts';
import { findCompounds } from '../../../domain/controls/findings/find-compounds.ts';
import { actorKey, type Finding, type Step } from '../../../domain/controls/findings/finding.ts';
import { exposureAsNews } from '../../../domain/controls/findings/loosened-then-restored.ts';
import { findSplit } from '../../../domain/controls/findings/split-change.ts';
import { countIn, isInRanges, type NumberRange } from '../../../domain/controls/history/number-range.ts';
import type { RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type {
  ContentPlace,
  ReportedInForce,
  WatchIntent,
  WatchState,
} from '../../../domain/controls/history/watch-state.ts';
import { severities } from '../../../domain/notifications/severity.ts';
import { changesOf, contentIn, stepBetween, type Content, type ReportDeps } from '../judge-revision.ts';
import type { RevisionStore } from '../ports.ts';
import { storedSteps } from '../stored-revisions.ts';
import { addLate, addReturned, addRewrittenNewest, addRewrittenPast } from './add-unusual-steps.ts';
import {
  addInForce,
  addStep,
  readReportedState,
  recordOf,
  reportDraft,
  stateOf,
  stepsMax,
  type DraftContext,
  type ReportedState,
} from './report-draft.ts';

/** Changes listed of the net effect. */
const netMax = 200;

export interface ComposedReport {
  readonly report: ControlsReport;
  /** What people know to be in force once they have the report; absent while nothing is known. */
  readonly inForce?: ReportedInForce;
}

/**
 * Composes a decided report from what is stored: composing it again gives the same. The settings in force now are
 * compared, step by step, with those that were last reported as in force, so that all reports together add up to the
 * difference between the first state and the last. Settings are read one revision after the other; only a few are in
 * memory at a time.
 */
export async function composeControlsReport(
  deps: ReportDeps,
  intent: WatchIntent,
  state: WatchState,
): Promise<ComposedReport> {
  const before = await readReportedState(deps.revisions, state, intent);
  const of = { deps, intent, draft: reportDraft(before) };
  await (intent.kind === 'first-run' ? addFirstRun(of, state) : addChanges(of, state));
  const { steps, reported } = of.draft;
  const handled = handledIn(intent.revisions);
  const net = intent.kind === 'first-run' ? undefined : netOf(of, before);
  const { reportId, kind, runId, at, alarms, over } = intent;
  const findings = kind === 'first-run' ? [] : await findTogether(deps, intent);
  const inForce = recordOf(reported);
  return {
    report: {
      reportId,
      kind,
      runId,
      at,
      ...(handled === undefined ? {} : { handled }),
      steps,
      ...(net === undefined ? {} : { net }),
      findings,
      alarms,
      over,
    },
    ...(inForce === undefined ? {} : { inForce }),
  };
}

/** A first run reports the newest revision only: later reports start from it. */
async function addFirstRun(of: DraftContext, state: WatchState): Promise<void> {
  const { deps, intent, draft } = of;
  for await (const { entry, previous } of storedSteps(deps.revisions, state, newestOf(intent.revisions))) {
    const content = await contentIn(deps, entry);
    draft.reported = await stateOf(deps.revisions, entry, content);
    addStep(of, { ...content, changes: [], previous, flags: {} });
  }
}

async function addChanges(of: DraftContext, state: WatchState): Promise<void> {
  const { deps, draft, intent } = of;
  await addRewrittenNewest(of);
  let waiting: Content | undefined;
  for await (const step of storedSteps(deps.revisions, state, await rangesToReport(deps, intent))) {
    // One that is newer than every reported one comes into force; an older one was in force once.
    if (isOlder(step.entry, draft.reported.place)) {
      await addLate(of, step);
      continue;
    }
    const content = await contentIn(deps, step.entry);
    if (draft.steps.length < stepsMax) {
      await addInForce(of, content);
    } else {
      waiting = content;
    }
  }
  // Of the steps beyond the bound the last is reported in place of all, with what they come to.
  if (waiting !== undefined) {
    await addInForce(of, waiting);
  }
  await addRewrittenPast(of);
  await addReturned(of);
}

function isOlder({ series, revision }: RevisionEntry, reported: ContentPlace | undefined): boolean {
  return (
    reported !== undefined &&
    (series < reported.series || (series === reported.series && revision <= reported.revision))
  );
}

/** What all steps come to, where they follow each other. */
function netOf({ deps, draft }: DraftContext, before: ReportedState): NetEffect | undefined {
  const { steps, reported } = draft;
  const isPlain = !steps.some(({ isLate, isRewritten, isBack }) => isLate || isRewritten === true || isBack === true);
  if (steps.length < 2 || !isPlain || reported.place === undefined) {
    return undefined;
  }
  const judge = { ...judgeOfSteps(deps, steps), lastInForce: lastValues(before) };
  const changes = deps.diff(before.settings, reported.settings, judge);
  return {
    ...(before.place === undefined ? {} : { from: before.place.revision }),
    through: reported.place.revision,
    changes: changes.slice(0, netMax),
    changesMore: Math.max(0, changes.length - netMax),
  };
}

/** What bears upon the changes of all steps: one that nobody approved, or that was made at night, bears upon them all. */
function judgeOfSteps({ retentionDays }: ReportDeps, steps: readonly ControlStep[]): Judge {
  const actors = new Set(steps.map(({ actor }) => actorKey(actor)));
  const [first] = steps;
  return {
    ...(first !== undefined && actors.size === 1 ? { actor: first.actor } : {}),
    ...(retentionDays === undefined ? {} : { baselineRetentionDays: retentionDays }),
    ...(steps.some(({ circumstances }) => circumstances.actor === 'not-approved') ? { isApproved: false } : {}),
    ...(steps.some(({ circumstances }) => circumstances.hours === 'outside') ? { isWithinWorkingHours: false } : {}),
  };
}

function handledIn(ranges: readonly NumberRange[]): ControlsReport['handled'] {
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first === undefined || last === undefined
    ? undefined
    : { count: countIn(ranges), from: first.from, through: last.through };
}

function newestOf(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const last = ranges.at(-1);
  return last === undefined ? [] : [{ from: last.through, through: last.through }];
}

/** The revisions to report, and after each that appeared late the later one that was reported without it. */
async function rangesToReport({ revisions }: ReportDeps, intent: WatchIntent): Promise<readonly NumberRange[]> {
  const reported: NumberRange[] = [];
  for (const range of intent.revisions.slice(-stepsMax)) {
    const successor = await successorOf(revisions, intent, range);
    reported.push(
      range,
      ...(successor === undefined ? [] : [{ from: successor.revision, through: successor.revision }]),
    );
  }
  return reported;
}

async function successorOf(
  store: RevisionStore,
  { series, revisions }: WatchIntent,
  { through }: NumberRange,
): Promise<RevisionEntry | undefined> {
  const [next] = await store.list(series, through + 1, 1);
  return next === undefined || isInRanges(next.revision, revisions) ? undefined : next;
}

/** New revisions that are looked at together, and those before them: all their settings are in memory at once. */
const newMax = 60;
const earlierMax = 20;

/**
 * Finds what the new revisions mean together, with those before them: what was loosened days ago may be restored now.
 * What earlier revisions meant without them was reported before.
 */
export async function findTogether(deps: ReportDeps, intent: WatchIntent): Promise<readonly Finding[]> {
  const [first, last] = [intent.revisions[0], intent.revisions.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const from = Math.max(first.from, last.through - newMax) - earlierMax;
  const steps = await stepsFrom(deps, intent, from);
  const isNew = (revision: number): boolean => isInRanges(revision, intent.revisions);
  const found = findCompounds(steps).filter(({ revisions }) => isNew(revisions.at(-1) ?? -1));
  const findings = [
    ...found.map((finding) => exposureAsNews(finding, isNew)),
    ...findSplit(steps, { isNew, diff: deps.diff }),
  ];
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

async function stepsFrom(deps: ReportDeps, { series }: WatchIntent, from: number): Promise<readonly Step[]> {
  const entries = await deps.revisions.list(series, Math.max(0, from), newMax + earlierMax + 1);
  const steps: Step[] = [];
  let before: Content | undefined;
  for (const entry of entries) {
    const content = await contentIn(deps, entry);
    // Of the first one only the settings count: what it changed is not known here.
    const changes = before === undefined ? [] : await changesOf(deps, stepBetween(before, content));
    steps.push({ revision: content.revision, changes });
    before = content;
  }
  return steps;
}
