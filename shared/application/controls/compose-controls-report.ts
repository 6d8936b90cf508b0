import type { ControlChange } from '../../domain/controls/control-change.ts';
import type { ControlsReport, ControlStep, NetEffect } from '../../domain/controls/controls-report.ts';
import { circumstancesOf } from '../../domain/controls/history/circumstances.ts';
import { countIn, isInRanges, type NumberRange } from '../../domain/controls/history/number-range.ts';
import { contentsOf, recordedVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { WatchIntent } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { Revision } from '../../domain/controls/revision.ts';
import type { RevisionStore } from './ports.ts';
import { lastInForce } from './last-in-force.ts';
import { findTogether } from './find-together.ts';
import { changesOf, contentOf, type ReportDeps } from './judge-revision.ts';
import { storedSteps, type SeriesPlace, type StoredStep } from './read-stored.ts';

/** Changes listed of one step; those listed of all steps, from which on only grave ones are. */
const changesPerStepMax = 200;
const changesMax = 2_000;
/** Of so many steps the changes are worked out: more than a person can read, and a bound on the time. */
const stepsMax = 1_000;

/**
 * Works out what a decided report has to tell, from what is stored: whoever does it again gets the same. Settings are
 * read one revision after the other; only two are in memory at a time, and those before the first step.
 */
export async function composeControlsReport(
  deps: ReportDeps,
  intent: WatchIntent,
  place: SeriesPlace,
): Promise<ControlsReport> {
  const { reportId, kind, runId, at, alarms, over } = intent;
  const handled = handledIn(intent.revisions);
  const told = kind === 'first-run' ? newestOf(intent.revisions) : await toldRanges(deps, intent);
  const teller = stepTeller(deps, intent);
  for await (const stored of storedSteps(deps.revisions, place, told)) {
    await teller.add(stored);
  }
  for (const rewritten of await rewrittenIn(deps, intent)) {
    await teller.addRewritten(rewritten);
  }
  const net = await teller.net();
  return {
    reportId,
    kind,
    runId,
    at,
    ...(handled === undefined ? {} : { handled }),
    steps: teller.steps,
    ...(net === undefined ? {} : { net }),
    findings: kind === 'first-run' ? [] : await findTogether(deps, intent),
    alarms,
    over,
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

interface StepTeller {
  add(stored: StoredStep): Promise<void>;
  readonly steps: readonly ControlStep[];
  /** What a revision that was read before says now, beside what it said then. */
  addRewritten(rewritten: Rewritten): Promise<void>;
  net(): Promise<NetEffect | undefined>;
}

function stepTeller(deps: ReportDeps, intent: WatchIntent): StepTeller {
  const steps: ControlStep[] = [];
  let first: Start | undefined;
  let last: Revision | undefined;
  let listed = 0;

  return {
    steps,
    async add({ entry, previous }) {
      const revision = await contentOf(deps.revisions, entry);
      const isNext = last !== undefined && last.revision === previous?.revision && entry.series === previous.series;
      const before = isNext ? last : previous === undefined ? undefined : await contentOf(deps.revisions, previous);
      first ??= {
        settings: before?.settings ?? {},
        ...(previous === undefined ? {} : { previous }),
      };
      last = revision;
      if (steps.length === stepsMax) {
        return;
      }
      const changes =
        intent.kind === 'first-run'
          ? []
          : await changesOf(deps, { revision, before: before?.settings ?? {}, previous });
      const told = listed < changesMax ? changes.slice(0, changesPerStepMax) : changes.filter(isGrave).slice(0, 20);
      listed += told.length;
      steps.push(stepOf(deps, { entry, previous, revision, told, intent, count: changes.length }));
    },
    async addRewritten({ entry, before, revision }) {
      const changes = await changesOf(deps, { revision, before: before.settings, previous: entry });
      const told = changes.slice(0, changesPerStepMax);
      const step = stepOf(deps, { entry, previous: entry, revision, told, intent, count: changes.length });
      steps.push({ ...step, isLate: false, isRewritten: true });
    },
    async net() {
      const isPlain = steps.length > 1 && !steps.some(({ isLate, isRewritten }) => isLate || isRewritten === true);
      return first === undefined || last === undefined || !isPlain ? undefined : netOf(deps, first, last);
    },
  };
}

/** The settings before the first step, and the revision whose they are. */
interface Start {
  readonly settings: JsonObject;
  readonly previous?: RevisionEntry;
}

interface Rewritten {
  readonly entry: RevisionEntry;
  readonly before: Revision;
  readonly revision: Revision;
}

/** The revisions whose other content this report is the first to tell of, with both contents. */
async function rewrittenIn({ revisions }: ReportDeps, { alarms }: WatchIntent): Promise<readonly Rewritten[]> {
  const found: Rewritten[] = [];
  for (const alarm of alarms) {
    const [entry] = alarm.kind === 'rewritten' ? await revisions.find(alarm.series, [alarm.revision]) : [];
    const [older, newer] = entry === undefined ? [] : contentsOf(entry).slice(-2);
    if (entry !== undefined && older !== undefined && newer !== undefined) {
      const [before, revision] = [await revisions.read(entry, older.digest), await revisions.read(entry, newer.digest)];
      found.push(...(before === undefined || revision === undefined ? [] : [{ entry, before, revision }]));
    }
  }
  return found;
}

interface StepFacts extends StoredStep {
  readonly revision: Revision;
  readonly told: readonly ControlChange[];
  readonly count: number;
  readonly intent: WatchIntent;
}

function stepOf({ policy }: ReportDeps, facts: StepFacts): ControlStep {
  const { entry, previous, revision, told, count, intent } = facts;
  const { actor, updatedAt, problems } = revision;
  return {
    series: entry.series,
    revision: entry.revision,
    ...(previous === undefined ? {} : { previous: { series: previous.series, revision: previous.revision } }),
    actor,
    updatedAt,
    circumstances: circumstancesOf(actor, updatedAt, policy),
    changes: told,
    changesMore: count - told.length,
    problems,
    isLate: !isInRanges(entry.revision, intent.revisions),
    digest: recordedVersion(entry).digest,
  };
}

async function netOf(
  { diff, revisions }: ReportDeps,
  { settings: before, previous }: Start,
  last: Revision,
): Promise<NetEffect> {
  const inForce = await lastInForce(revisions, previous, { before, after: last.settings });
  const changes = diff(before, last.settings, { lastInForce: inForce });
  return {
    ...(previous === undefined ? {} : { from: previous.revision }),
    through: last.revision,
    changes: changes.slice(0, changesPerStepMax),
    changesMore: Math.max(0, changes.length - changesPerStepMax),
  };
}

function isGrave({ severity }: ControlChange): boolean {
  return severity === 'critical' || severity === 'high';
}
