import type { diffControls } from '../../control-diff/diff-controls.ts';
import { isMadeIn } from '../../evidence/evidenced-step.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import { announcementStatus, type Announcement } from '../announcement.ts';
import type { ControlChange } from '../control-change.ts';
import type { ControlsPolicy } from '../history/circumstances.ts';
import { latestVersion } from '../history/revision-entry.ts';
import { initialState } from '../history/watch-state.ts';
import type { JsonObject } from '../json.ts';
import type { ControlsDecisionStore, RevisionStore, WatchStateStore } from '../ports.ts';
import { listedRevisionDocument, revisionDocument, type Accepted } from './controls-documents.ts';
import {
  everyStoredStep,
  evaluateRevision,
  findStoredStep,
  type EvaluatedRevision,
  type StepMeaning,
} from './evaluated-revisions.ts';
import { approvedRetentionDays, type ReportDeps } from './judge-revision.ts';
import type { StoredStep, SeriesPlace } from './stored-revisions.ts';

export interface RevisionPorts {
  readonly revisions: RevisionStore;
  readonly watchState: WatchStateStore;
  readonly decisions: ControlsDecisionStore;
}

export interface RevisionRules {
  readonly diff: typeof diffControls;
  readonly policy: ControlsPolicy;
}

export interface StoredRevisions {
  readonly deps: ReportDeps;
  readonly known: SeriesPlace;
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

/** One stored revision with its changes; undefined when it is not stored. */
export async function findRevision(
  { deps, known }: StoredRevisions,
  revision: number,
): Promise<EvaluatedRevision | undefined> {
  const step = await findStoredStep(deps, known, revision);
  return step === undefined ? undefined : evaluateRevision(deps, step);
}

export async function listRevisions(
  ports: RevisionPorts,
  rules: RevisionRules,
  { period, countMax, atMs }: { readonly period: DayRange; readonly countMax: number; readonly atMs: number },
) {
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

/** The revisions made under announcements, by announcement id. */
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
      readonly document: ReturnType<typeof revisionDocument>;
    }
  | { readonly kind: 'not-stored' };

/** One stored revision: its author, changes, and the settings after it. */
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

export async function readAccepted({ decisions }: RevisionPorts, atMs: number): Promise<Accepted> {
  const [acknowledgements, exceptions, approved] = await Promise.all([
    decisions.listAcknowledgements(),
    decisions.listExceptions(),
    decisions.readBaseline(),
  ]);
  return { acknowledgements, exceptions, baseline: approved?.baseline, atMs };
}

/** Settings to compare: those of a stored revision, or others. */
export interface ComparedSide {
  readonly revision?: EvaluatedRevision | undefined;
  readonly settings: JsonObject;
}

/** The changes from one side to the other, worst first. */
export function diffRevisions(
  diff: typeof diffControls,
  before: ComparedSide,
  after: ComparedSide,
): readonly ControlChange[] {
  // Between consecutive revisions the author and time are known, and they affect the severity.
  return isNext(before.revision, after.revision) ? after.revision.changes : diff(before.settings, after.settings);
}

function isNext(from: EvaluatedRevision | undefined, to: EvaluatedRevision | undefined): to is EvaluatedRevision {
  return from !== undefined && to?.previous?.revision === from.revision && to.previous.series === from.series;
}
