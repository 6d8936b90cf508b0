import type { ControlsReport, NetEffect } from '../../../domain/controls/controls-report.ts';
import { lastValues } from '../../../domain/controls/diff/state-in-force.ts';
import { countIn, isInRanges, type NumberRange } from '../../../domain/controls/history/number-range.ts';
import { latestVersion, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ToldInForce, WatchIntent, WatchState } from '../../../domain/controls/history/watch-state.ts';
import type { RevisionStore } from '../ports.ts';
import { findTogether } from './find-together.ts';
import { contentOf, type ReportDeps } from '../judge-revision.ts';
import { storedSteps } from '../read-stored.ts';
import { addStep, stepsMax, stepTeller, type TellerOf } from './report-draft.ts';
import { tellStored, tellWaiting } from './add-steps.ts';
import { tellBack, tellRewrittenNewest, tellRewrittenPast } from './add-rewritten.ts';
import { readToldInForce, recordOf, stateOf, type ToldState } from './reported-state.ts';

/** Changes listed of the net effect. */
const netMax = 200;

export interface ComposedReport {
  readonly report: ControlsReport;
  /** What is told as in force once the report is; absent while nothing is known. */
  readonly inForce?: ToldInForce;
}

/**
 * Works out what a decided report has to tell, from what is stored: whoever does it again gets the same. What is in
 * force now is compared with what was last told as in force, step by step, so that what all reports tell adds up to the
 * difference between the first state and the last. Settings are read one revision after the other; only a few are in
 * memory at a time.
 */
export async function composeControlsReport(
  deps: ReportDeps,
  intent: WatchIntent,
  state: WatchState,
): Promise<ComposedReport> {
  const before = await readToldInForce(deps.revisions, state, intent);
  const of = { deps, intent, teller: stepTeller(before) };
  await (intent.kind === 'first-run' ? tellFirstRun(of, state) : tellChanges(of, state));
  const { steps, told } = of.teller;
  const handled = handledIn(intent.revisions);
  const net = intent.kind === 'first-run' ? undefined : netOf(of, before);
  const { reportId, kind, runId, at, alarms, over } = intent;
  const findings = kind === 'first-run' ? [] : await findTogether(deps, intent);
  const inForce = recordOf(told);
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

/** Of all that a first run stored, the newest is where telling begins. */
async function tellFirstRun({ deps, intent, teller }: TellerOf, state: WatchState): Promise<void> {
  for await (const { entry, previous } of storedSteps(deps.revisions, state, newestOf(intent.revisions))) {
    const { digest } = latestVersion(entry);
    const revision = await contentOf(deps.revisions, entry);
    teller.told = await stateOf(deps.revisions, entry, { digest });
    addStep({ deps, intent, teller }, { entry, digest, revision, changes: [], previous, flags: {} });
  }
}

async function tellChanges(of: TellerOf, state: WatchState): Promise<void> {
  const { deps, intent } = of;
  await tellRewrittenNewest(of);
  for await (const stored of storedSteps(deps.revisions, state, await toldRanges(deps, intent))) {
    await tellStored(of, stored);
  }
  tellWaiting(of);
  await tellRewrittenPast(of);
  await tellBack(of);
}

/** What all steps come to, where they follow each other. */
function netOf({ deps, teller }: TellerOf, before: ToldState): NetEffect | undefined {
  const { steps, told } = teller;
  const isPlain = !steps.some(({ isLate, isRewritten, isBack }) => isLate || isRewritten === true || isBack === true);
  if (steps.length < 2 || !isPlain || told.place === undefined) {
    return undefined;
  }
  const changes = deps.diff(before.settings, told.settings, { lastInForce: lastValues(before) });
  return {
    ...(before.place === undefined ? {} : { from: before.place.revision }),
    through: told.place.revision,
    changes: changes.slice(0, netMax),
    changesMore: Math.max(0, changes.length - netMax),
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

/** The revisions to handle, and after each that appeared late the one that was told as if it were not there. */
async function toldRanges({ revisions }: ReportDeps, intent: WatchIntent): Promise<readonly NumberRange[]> {
  const told: NumberRange[] = [];
  for (const range of intent.revisions.slice(-stepsMax)) {
    const successor = await successorOf(revisions, intent, range);
    told.push(range, ...(successor === undefined ? [] : [{ from: successor.revision, through: successor.revision }]));
  }
  return told;
}

async function successorOf(
  store: RevisionStore,
  { series, revisions }: WatchIntent,
  { through }: NumberRange,
): Promise<RevisionEntry | undefined> {
  const [next] = await store.list(series, through + 1, 1);
  return next === undefined || isInRanges(next.revision, revisions) ? undefined : next;
}
