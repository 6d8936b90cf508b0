import { isMadeIn } from '../../evidence/evidenced-step.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import type { ControlStep } from '../controls-report.ts';
import { circumstancesOf } from '../history/circumstances.ts';
import { latestVersion, revisionText } from '../history/revision-entry.ts';
import type { JsonObject } from '../json.ts';
import { changesOf, contentIn, stepBetween, type ReportDeps } from './judge-revision.ts';
import { storedSteps, type SeriesPlace, type StoredStep } from './stored-revisions.ts';

/** The meaning of a stored step: what changed, by whom, in which circumstances. */
export interface StepMeaning extends Omit<ControlStep, 'changesMore' | 'isBack' | 'isLate' | 'isRewritten'> {
  /** ISO instant at which a run first saw it. */
  readonly seenAt: string;
}

/** The step with the settings after it; secrets are replaced by marks. */
export interface EvaluatedRevision extends StepMeaning {
  readonly settings: JsonObject;
}

const everything = { from: 0, through: Number.MAX_SAFE_INTEGER } as const;

/** Every stored step, series by series, without its content, which `judgeStep` reads. */
export async function* everyStoredStep(deps: ReportDeps, known: SeriesPlace): AsyncGenerator<StoredStep> {
  for (let series = 1; series <= known.series; series += 1) {
    yield* storedSteps(deps.revisions, await placeOf(deps, known, series), [everything]);
  }
}

/** One stored step by its number, in the newest series; undefined when it is not stored. */
export async function findStoredStep(
  deps: ReportDeps,
  known: SeriesPlace,
  revision: number,
): Promise<StoredStep | undefined> {
  const place = await placeOf(deps, known, known.series);
  for await (const step of storedSteps(deps.revisions, place, [{ from: revision, through: revision }])) {
    return step;
  }
  return undefined;
}

/** Reads what a step changed and judges it by the watcher's rules. */
export async function evaluateRevision(deps: ReportDeps, { entry, previous }: StoredStep): Promise<EvaluatedRevision> {
  const content = await contentIn(deps, entry);
  const before = previous && (await contentIn(deps, previous));
  const { actor, updatedAt, settings, problems } = content.revision;
  return {
    series: entry.series,
    revision: entry.revision,
    ...(previous === undefined ? {} : { previous: { series: previous.series, revision: previous.revision } }),
    actor,
    updatedAt,
    circumstances: circumstancesOf(actor, updatedAt, deps.policy),
    settings,
    problems,
    changes: before === undefined ? [] : await changesOf(deps, stepBetween(before, content)),
    digest: content.digest,
    seenAt: latestVersion(entry).seenAt,
  };
}

/** The stored revisions, for facts that the chain does not hold. */
export interface RevisionSource {
  /** The revisions dated by the platform on a UTC day of the period, ascending. */
  steps(period: DayRange): AsyncIterable<StoredContent>;
  /** The text behind a digest; undefined when it is not stored. */
  textOf(content: {
    readonly digest: string;
    readonly revision: number;
    readonly series: number;
  }): Promise<string | undefined>;
}

export interface StoredContent {
  readonly series: number;
  readonly revision: number;
  readonly digest: string;
  judge(): Promise<StepMeaning>;
}

export function revisionSource(deps: ReportDeps, known: SeriesPlace): RevisionSource {
  return {
    async *steps(period) {
      for await (const step of everyStoredStep(deps, known)) {
        if (isMadeIn(period, latestVersion(step.entry))) {
          const { series, revision } = step.entry;
          yield {
            series,
            revision,
            digest: latestVersion(step.entry).digest,
            judge: async () => evaluateRevision(deps, step),
          };
        }
      }
    },
    async textOf({ series, revision, digest }) {
      const content = await deps.revisions.read({ series, revision }, digest);
      return content === undefined ? undefined : revisionText(content);
    },
  };
}

async function placeOf(
  { revisions }: ReportDeps,
  { series: newest, predecessor }: SeriesPlace,
  series: number,
): Promise<SeriesPlace> {
  if (series === newest) {
    return predecessor === undefined ? { series } : { series, predecessor };
  }
  const last = await revisions.findBelow(series - 1, Number.MAX_SAFE_INTEGER);
  return last === undefined ? { series } : { series, predecessor: { series: series - 1, revision: last.revision } };
}
