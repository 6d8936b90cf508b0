import type { ControlChange } from '../../../domain/controls/control-change.ts';
import type { ControlStep } from '../../../domain/controls/controls-report.ts';
import { circumstancesOf } from '../../../domain/controls/history/circumstances.ts';
import { isInRanges } from '../../../domain/controls/history/number-range.ts';
import type { RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ContentPlace, WatchIntent } from '../../../domain/controls/history/watch-state.ts';
import type { Json } from '../../../domain/controls/json.ts';
import type { Revision } from '../../../domain/controls/revision.ts';
import type { ReportDeps } from '../judge-revision.ts';
import type { ReportedState } from './reported-state.ts';

/** Changes listed of one step; those listed of all steps, from which on only grave ones are. */
const changesPerStepMax = 200;
const changesMax = 2_000;
/** Of so many steps the changes are worked out: more than a person can read, and a bound on the time. */
export const stepsMax = 1_000;

/** A report in the making: its steps, each compared with what the one before it left in force. */
interface ReportDraft {
  readonly steps: ControlStep[];
  /** What people know to be in force once they have read the steps. */
  reported: ReportedState;
  /** The last step beyond the bound: it is reported in place of all of them, with what they come to. */
  waiting: Content | undefined;
  /** Set while revisions are added that appeared after a later one was reported. */
  late: LateState | undefined;
  listed: number;
}

/** A content of a revision, with what is known of it. */
export interface Content {
  readonly entry: RevisionEntry;
  readonly digest: string;
  readonly revision: Revision;
}

export interface DraftContext {
  readonly deps: ReportDeps;
  readonly intent: WatchIntent;
  readonly draft: ReportDraft;
}

export function reportDraft(reported: ReportedState): ReportDraft {
  return { steps: [], reported, waiting: undefined, late: undefined, listed: 0 };
}

/** The revision that was reported before the late ones, and the state between them so far. */
export interface LateState {
  readonly successor: RevisionEntry;
  readonly state: ReportedState;
  /** The fields that have no effect in the successor, with their values there. */
  readonly kept: ReadonlyMap<string, Json | undefined>;
}

export type StepFlags = Pick<ControlStep, 'isBack' | 'isRewritten'>;

interface DraftStep extends Content {
  readonly changes: readonly ControlChange[];
  readonly previous: Pick<ContentPlace, 'series' | 'revision'> | undefined;
  readonly flags: StepFlags;
}

/** Adds a step to the report, as far as there is room for its changes. */
export function addStep({ deps, draft, intent }: DraftContext, step: DraftStep): void {
  const { entry, digest, revision, changes, previous, flags } = step;
  const isRoom = draft.listed < changesMax;
  const reported = isRoom ? changes.slice(0, changesPerStepMax) : changes.filter(isGrave).slice(0, 20);
  const actor = flags.isBack === true ? {} : revision.actor;
  const isOdd = flags.isBack === true || flags.isRewritten === true;
  draft.listed += reported.length;
  draft.steps.push({
    series: entry.series,
    revision: entry.revision,
    ...(previous === undefined ? {} : { previous: { series: previous.series, revision: previous.revision } }),
    actor,
    updatedAt: revision.updatedAt,
    circumstances: circumstancesOf(actor, revision.updatedAt, deps.policy),
    changes: reported,
    changesMore: changes.length - reported.length,
    problems: revision.problems,
    isLate: !isOdd && !isInRanges(entry.revision, intent.revisions),
    ...flags,
    digest,
  });
}

function isGrave({ severity }: ControlChange): boolean {
  return severity === 'critical' || severity === 'high';
}
