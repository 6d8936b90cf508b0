import { announcementStatus, type Announcement } from '../../domain/controls/announcements/announcement.ts';
import type { ControlChange } from '../../domain/controls/control-change.ts';
import type { diffControls } from '../../domain/controls/diff/diff-controls.ts';
import { isMadeIn } from '../../domain/controls/evidence/evidenced-step.ts';
import type { ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import { latestVersion } from '../../domain/controls/history/revision-entry.ts';
import { initialState } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { DayRange } from '../../domain/time/day.ts';
import {
  everyStoredStep,
  evaluateRevision,
  findStoredStep,
  type EvaluatedRevision,
  type KnownSeries,
  type StepMeaning,
} from '../controls/evaluated-revisions.ts';
import { approvedRetentionDays, type ReportDeps } from '../controls/judge-revision.ts';
import type { ControlsDecisionStore, RevisionStore, WatchStateStore } from '../controls/ports.ts';
import type { StoredStep } from '../controls/stored-revisions.ts';
import { listedRevisionDocument, revisionDocument, type Accepted } from './documents/controls-documents.ts';

export interface RevisionPorts {
  readonly revisions: RevisionStore;
  readonly watchState: WatchStateStore;
  readonly decisions: ControlsDecisionStore;
}

/** How changes are judged: as the settings of the installation say. */
export interface RevisionRules {
  readonly diff: typeof diffControls;
  readonly policy: ControlsPolicy;
}

/** The stored revisions of the controls, to be read. */
export interface StoredRevisions {
  readonly deps: ReportDeps;
  readonly known: KnownSeries;
}

export async function openRevisions(
  { revisions, watchState, decisions }: RevisionPorts,
  rules: RevisionRules,
): Promise<StoredRevisions> {
  const retentionDays = await approvedRetentionDays({ decisions });
  const announcements = await decisions.listAnnouncements();
  return {
    deps: { revisions, ...rules, retentionDays, announcements },
    known: (await watchState.read()) ?? initialState,
  };
}

/** One stored revision with what it changed; undefined when it is not stored. */
export async function findRevision(
  { deps, known }: StoredRevisions,
  revision: number,
): Promise<EvaluatedRevision | undefined> {
  const step = await findStoredStep(deps, known, revision);
  return step === undefined ? undefined : evaluateRevision(deps, step);
}

interface ListedRevisions {
  readonly steps: readonly StepMeaning[];
  readonly accepted: Accepted;
  /** The same as the JSON document shows it. */
  readonly document: ReturnType<typeof listedRevisionDocument>[];
}

/** The newest stored revisions that were made in a period, ascending, each with what it changed. */
export async function listRevisions(
  ports: RevisionPorts,
  rules: RevisionRules,
  { period, countMax, atMs }: { readonly period: DayRange; readonly countMax: number; readonly atMs: number },
): Promise<ListedRevisions> {
  const { deps, known } = await openRevisions(ports, rules);
  const wanted: StoredStep[] = [];
  for await (const step of everyStoredStep(deps, known)) {
    if (isMadeIn(period, latestVersion(step.entry))) {
      wanted.push(step);
    }
  }
  const steps: StepMeaning[] = [];
  for (const step of wanted.slice(-countMax)) {
    const { settings: _large, ...judged } = await evaluateRevision(deps, step);
    steps.push(judged);
  }
  const accepted = await readAccepted(ports, atMs);
  return { steps, accepted, document: steps.map((step) => listedRevisionDocument(step, accepted)) };
}

/** The stored revisions that were made under announcements, by the id of each. */
export async function revisionsUnder(
  ports: RevisionPorts,
  rules: RevisionRules,
  announcements: readonly Announcement[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { deps, known } = await openRevisions(ports, rules);
  const made = new Map<string, number[]>();
  for await (const step of announcements.length === 0 ? [] : everyStoredStep(deps, known)) {
    const atMs = Date.parse(latestVersion(step.entry).updatedAt);
    if (announcements.some((each) => announcementStatus(each, atMs) === 'in-force')) {
      const { changes, revision } = await evaluateRevision(deps, step);
      const ids = new Set(changes.flatMap(({ announced }) => announced?.id ?? []));
      ids.forEach((id) => made.set(id, [...(made.get(id) ?? []), revision]));
    }
  }
  return made;
}

type ShownRevision =
  | {
      readonly kind: 'shown';
      readonly step: EvaluatedRevision;
      readonly accepted: Accepted;
      /** The same as the JSON document shows it. */
      readonly document: ReturnType<typeof revisionDocument>;
    }
  | { readonly kind: 'not-stored' };

/** One stored revision: who made it, what it changed, and the settings after it. */
export async function showRevision(
  ports: RevisionPorts,
  rules: RevisionRules,
  { revision, atMs }: { readonly revision: number; readonly atMs: number },
): Promise<ShownRevision> {
  const step = await findRevision(await openRevisions(ports, rules), revision);
  if (step === undefined) {
    return { kind: 'not-stored' };
  }
  const accepted = await readAccepted(ports, atMs);
  return { kind: 'shown', step, accepted, document: revisionDocument(step, accepted) };
}

/** What is accepted of the controls, as of a moment in Unix milliseconds. */
export async function readAccepted({ decisions }: Pick<RevisionPorts, 'decisions'>, atMs: number): Promise<Accepted> {
  const [acknowledgements, exceptions, approved] = await Promise.all([
    decisions.listAcknowledgements(),
    decisions.listExceptions(),
    decisions.readBaseline(),
  ]);
  return { acknowledgements, exceptions, baseline: approved?.baseline, atMs };
}

/** Settings to be compared: those after a stored revision, or some that were read from elsewhere. */
export interface ComparedSide {
  readonly revision?: EvaluatedRevision | undefined;
  readonly settings: JsonObject;
}

/** What leads from one side to the other, the worst first. */
export function diffRevisions(
  diff: typeof diffControls,
  before: ComparedSide,
  after: ComparedSide,
): readonly ControlChange[] {
  // From one revision to the next it is known who made it and when, and that weighs too.
  return isNext(before.revision, after.revision) ? after.revision.changes : diff(before.settings, after.settings);
}

function isNext(from: EvaluatedRevision | undefined, to: EvaluatedRevision | undefined): to is EvaluatedRevision {
  return from !== undefined && to?.previous?.revision === from.revision && to.previous.series === from.series;
}
