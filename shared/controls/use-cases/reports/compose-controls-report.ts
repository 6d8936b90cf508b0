import { lastValues } from '../../../control-diff/in-force.ts';
import type { Judge } from '../../../control-diff/place.ts';
import { severities } from '../../../notifications/severity.ts';
import type { ControlsReport, ControlStep, NetEffect } from '../../controls-report.ts';
import { findCompounds } from '../../findings/find-compounds.ts';
import { actorKey, type Finding, type Step } from '../../findings/finding.ts';
import { exposureAsNews } from '../../findings/loosened-then-restored.ts';
import { findSplit } from '../../findings/split-change.ts';
import { countIn, isInRanges, type NumberRange } from '../../history/number-range.ts';
import type { RevisionEntry } from '../../history/revision-entry.ts';
import type { ContentPlace, ReportedInForce, WatchIntent, WatchState } from '../../history/watch-state.ts';
import type { RevisionStore } from '../../ports.ts';
import { changesOf, contentIn, stepBetween, type Content, type ReportDeps } from '../judge-revision.ts';
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

const netMax = 200;

export interface ComposedReport {
  readonly report: ControlsReport;
  /** What recipients know to be in force after this report; absent while nothing is known. */
  readonly inForce?: ReportedInForce;
}

/**
 * Composes a decided report from stored data, so that composing it again gives the same. Settings are compared step by
 * step with those last reported in force, so that all reports add up to the difference between the first state and the
 * last. Settings are read one revision at a time: only a few are in memory.
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

/** A first run reports only the newest revision: later reports start from it. */
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
    // A revision newer than every reported one comes into force; an older one was in force earlier.
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
  // Beyond the bound only the last step is reported, with the net effect of all of them.
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

/** The circumstances of all steps together: an unapproved step, or one made at night, weighs on all changes. */
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

/** The revisions to report, and after each late one the later one that was reported without it. */
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

/** New revisions examined together, with those before them: all their settings are in memory at once. */
const newMax = 60;
const earlierMax = 20;

/**
 * Finds what new revisions mean together with earlier ones: an older loosening may now be restored. What earlier
 * revisions meant alone was reported before.
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
    // Only the settings of the first one count: its changes are unknown here.
    const changes = before === undefined ? [] : await changesOf(deps, stepBetween(before, content));
    steps.push({ revision: content.revision, changes });
    before = content;
  }
  return steps;
}
