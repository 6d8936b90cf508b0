import type { Circumstances } from '../../domain/controls/controls-report.ts';
import type { EvidencedStep } from '../../domain/controls/evidence/evidence-record.ts';
import { circumstancesOf } from '../../domain/controls/history/circumstances.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { WatchState } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import { dayOf, type DayRange } from '../../domain/time/day.ts';
import type { StepSource } from './export-controls.ts';
import { changesOf, contentOf, type ReportDeps } from './judge-revision.ts';
import { storedSteps, type SeriesPlace, type StoredStep } from './read-stored.ts';

/** What a stored step means: what was changed, by whom, and under which circumstances. */
export interface StepMeaning extends EvidencedStep {
  readonly circumstances: Circumstances;
  readonly problems: readonly string[];
  /** ISO instant as of which a run first saw it. */
  readonly seenAt: string;
}

/** The same with the settings after it, which hold marks in the place of secrets. */
export interface EvaluatedRevision extends StepMeaning {
  readonly settings: JsonObject;
}

export type KnownSeries = Pick<WatchState, 'series' | 'predecessor'>;

const everything = { from: 0, through: Number.MAX_SAFE_INTEGER } as const;

/** Every stored step, series after series, without its content: that is read by `judgeStep`. */
export async function* everyStoredStep(deps: ReportDeps, known: KnownSeries): AsyncGenerator<StoredStep> {
  for (let series = 1; series <= known.series; series += 1) {
    yield* storedSteps(deps.revisions, await placeOf(deps, known, series), [everything]);
  }
}

/** One stored step by its number, in the newest series; undefined when it is not stored. */
export async function findStoredStep(
  deps: ReportDeps,
  known: KnownSeries,
  revision: number,
): Promise<StoredStep | undefined> {
  const place = await placeOf(deps, known, known.series);
  for await (const step of storedSteps(deps.revisions, place, [{ from: revision, through: revision }])) {
    return step;
  }
  return undefined;
}

/** Reads what a step changed, and judges it as the watcher did. */
export async function evaluateRevision(deps: ReportDeps, { entry, previous }: StoredStep): Promise<EvaluatedRevision> {
  const revision = await contentOf(deps.revisions, entry);
  const before = previous === undefined ? {} : (await contentOf(deps.revisions, previous)).settings;
  const { actor, updatedAt, settings, problems } = revision;
  const { digest, seenAt } = latestVersion(entry);
  return {
    series: entry.series,
    revision: entry.revision,
    ...(previous === undefined ? {} : { previous: { series: previous.series, revision: previous.revision } }),
    actor,
    updatedAt,
    circumstances: circumstancesOf(actor, updatedAt, deps.policy),
    settings,
    problems,
    changes: await changesOf(deps, { revision, before, previous }),
    digest,
    seenAt,
  };
}

/** The changes of the controls for an export. */
export function evaluatedRevisions(deps: ReportDeps, known: KnownSeries): StepSource {
  return {
    async *steps(period) {
      for await (const step of everyStoredStep(deps, known)) {
        if (isMadeIn(period, step.entry)) {
          yield await evaluateRevision(deps, step);
        }
      }
    },
  };
}

/** Tells whether a revision was made on a day of a period, in UTC. One with a date that is none counts as made when seen. */
export function isMadeIn({ from, through }: DayRange, entry: RevisionEntry): boolean {
  const { updatedAt, seenAt } = latestVersion(entry);
  const madeMs = Date.parse(updatedAt);
  const day = dayOf(Number.isNaN(madeMs) ? Date.parse(seenAt) : madeMs);
  return from <= day && day <= through;
}

async function placeOf(
  { revisions }: ReportDeps,
  { series: newest, predecessor }: KnownSeries,
  series: number,
): Promise<SeriesPlace> {
  if (series === newest) {
    return predecessor === undefined ? { series } : { series, predecessor };
  }
  const last = series === 1 ? undefined : await revisions.findBelow(series - 1, Number.MAX_SAFE_INTEGER);
  return last === undefined ? { series } : { series, predecessor: { series: series - 1, revision: last.revision } };
}
