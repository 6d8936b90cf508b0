import { isMadeIn } from '../../evidence/evidenced-step.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import { latestVersion } from '../history/revision-entry.ts';
import { timelineChanges, type TimelineFilter } from '../timeline-filter.ts';
import { listedRevisionDocument } from './controls-documents.ts';
import { everyStoredStep, evaluateRevision } from './evaluated-revisions.ts';
import { openRevisions, readAccepted, type RevisionPorts, type RevisionRules } from './read-revisions.ts';
import type { StoredStep } from './stored-revisions.ts';

interface TimelineOrder {
  readonly filter: TimelineFilter;
  readonly period: DayRange;
  /** Only older revisions of the series. */
  readonly before?: { readonly series: number; readonly revision: number };
  readonly countMax: number;
  readonly atMs: number;
}

/** Revisions judged per call: a rare filter continues with the next call. */
const judgedMax = 500;

/** The newest revisions first, each with its matching changes. */
export async function readTimeline(ports: RevisionPorts, rules: RevisionRules, order: TimelineOrder) {
  const { deps, known } = await openRevisions(ports, rules);
  const accepted = await readAccepted(ports, order.atMs);
  const steps: StoredStep[] = [];
  for await (const step of everyStoredStep(deps, known)) {
    if (isMadeIn(order.period, latestVersion(step.entry)) && isBefore(step, order.before)) {
      steps.push(step);
    }
  }
  const found: (ReturnType<typeof listedRevisionDocument> & { readonly otherChanges: number })[] = [];
  const newestFirst = steps.toReversed();
  let judged = 0;
  for (const step of newestFirst.slice(0, judgedMax)) {
    if (found.length === order.countMax) {
      break;
    }
    judged += 1;
    const { settings: _large, ...meaning } = await evaluateRevision(deps, step);
    const listed = listedRevisionDocument(meaning, accepted);
    const changes = timelineChanges(order.filter, { ...meaning, acceptors: acceptorsOf(listed) });
    if (changes !== undefined) {
      const shown = listedRevisionDocument({ ...meaning, changes }, accepted);
      found.push({ ...shown, otherChanges: meaning.changes.length - changes.length });
    }
  }
  const last = newestFirst[judged - 1];
  const next = last === undefined || judged === newestFirst.length ? undefined : last.entry;
  return { found, next: next === undefined ? undefined : { series: next.series, revision: next.revision } };
}

function isBefore({ entry }: StoredStep, before: TimelineOrder['before']): boolean {
  return (
    before === undefined ||
    entry.series < before.series ||
    (entry.series === before.series && entry.revision < before.revision)
  );
}

function acceptorsOf({
  acknowledged,
  baseline,
  exceptions,
}: ReturnType<typeof listedRevisionDocument>): readonly string[] {
  return [
    ...(acknowledged === null ? [] : [acknowledged.by]),
    ...(baseline === null ? [] : [baseline.by]),
    ...exceptions.map(({ owner }) => owner),
  ];
}
