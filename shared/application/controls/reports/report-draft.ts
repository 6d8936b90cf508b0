import type { ControlChange } from '../../../domain/controls/control-change.ts';
import type { ControlStep } from '../../../domain/controls/controls-report.ts';
import { circumstancesOf } from '../../../domain/controls/history/circumstances.ts';
import { isInRanges } from '../../../domain/controls/history/number-range.ts';
import type { RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ContentPlace, WatchIntent } from '../../../domain/controls/history/watch-state.ts';
import type { Json } from '../../../domain/controls/json.ts';
import type { Revision } from '../../../domain/controls/revision.ts';
import type { ReportDeps } from '../judge-revision.ts';
import type { ToldState } from './reported-state.ts';

/** Changes listed of one step; those listed of all steps, from which on only grave ones are. */
const changesPerStepMax = 200;
const changesMax = 2_000;
/** Of so many steps the changes are worked out: more than a person can read, and a bound on the time. */
export const stepsMax = 1_000;

/** The steps of a report, each compared with what the one before it left in force. */
export interface StepTeller {
  readonly steps: ControlStep[];
  /** What people know to be in force once they have read the steps. */
  told: ToldState;
  /** A step that is told later, unless another one takes its place: beyond the bound, what they come to is one step. */
  waiting: Content | undefined;
  /** A revision that appears after a later one was told, with the last of them that was. */
  late: LateState | undefined;
  listed: number;
}

/** A content of a revision, with what is known of it. */
export interface Content {
  readonly entry: RevisionEntry;
  readonly digest: string;
  readonly revision: Revision;
}

export interface TellerOf {
  readonly deps: ReportDeps;
  readonly intent: WatchIntent;
  readonly teller: StepTeller;
}

export function stepTeller(told: ToldState): StepTeller {
  return { steps: [], told, waiting: undefined, late: undefined, listed: 0 };
}

/** The state that was told in the place of late revisions, with what they changed; and the last of it that is known. */
export interface LateState {
  readonly successor: RevisionEntry;
  readonly state: ToldState;
  /** The fields without effect in the successor, as they are there: that they had one in between, their switch tells. */
  readonly kept: ReadonlyMap<string, Json | undefined>;
}

export type Flags = Pick<ControlStep, 'isBack' | 'isRewritten'>;

interface ToldStep extends Content {
  readonly changes: readonly ControlChange[];
  readonly previous: Pick<ContentPlace, 'series' | 'revision'> | undefined;
  readonly flags: Flags;
}

/** Adds a step to the report, as far as there is room for its changes. */
export function addStep({ deps, teller, intent }: TellerOf, step: ToldStep): void {
  const { entry, digest, revision, changes, previous, flags } = step;
  const isRoom = teller.listed < changesMax;
  const told = isRoom ? changes.slice(0, changesPerStepMax) : changes.filter(isGrave).slice(0, 20);
  const actor = flags.isBack === true ? {} : revision.actor;
  const isOdd = flags.isBack === true || flags.isRewritten === true;
  teller.listed += told.length;
  teller.steps.push({
    series: entry.series,
    revision: entry.revision,
    ...(previous === undefined ? {} : { previous: { series: previous.series, revision: previous.revision } }),
    actor,
    updatedAt: revision.updatedAt,
    circumstances: circumstancesOf(actor, revision.updatedAt, deps.policy),
    changes: told,
    changesMore: changes.length - told.length,
    problems: revision.problems,
    isLate: !isOdd && !isInRanges(entry.revision, intent.revisions),
    ...flags,
    digest,
  });
}

function isGrave({ severity }: ControlChange): boolean {
  return severity === 'critical' || severity === 'high';
}
