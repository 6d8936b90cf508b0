import type { ControlChange } from '../../controls/control-change.ts';
import { circumstancesOf } from '../../controls/history/circumstances.ts';
import { alarmIdOf, type HistoryAlarm } from '../../controls/history/history-alarm.ts';
import { countIn } from '../../controls/history/number-range.ts';
import {
  contentsOf,
  latestVersion,
  type RevisionEntry,
  type RevisionVersion,
} from '../../controls/history/revision-entry.ts';
import type { WatchIntent } from '../../controls/history/watch-state.ts';
import type { JsonObject } from '../../controls/json.ts';
import type { Revision } from '../../controls/revision.ts';
import { changesOf, type ReportDeps } from '../../controls/use-cases/judge-revision.ts';
import { storedSteps, type SeriesPlace, type StoredStep } from '../../controls/use-cases/stored-revisions.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { ChainHead } from '../chain.ts';
import { changesBody, partsOfChanges } from '../recorded-change.ts';
import { evidenceWriter, type EvidencePorts, type EvidenceRecord } from './record-evidence.ts';

/** A bound on time: of one report the newest revisions are judged, and all are recorded. */
const judgedMax = 1_000;

/**
 * Appends a link for each revision and alarm of a decided report. Returns the newest link. `sinceSeq`: an earlier run
 * may have appended some of them after that link.
 */
export async function appendEvidence(
  ports: EvidencePorts,
  deps: ReportDeps,
  {
    intent,
    place,
    sinceSeq,
  }: { readonly intent: WatchIntent; readonly place: SeriesPlace; readonly sinceSeq: number | undefined },
): Promise<ChainHead | undefined> {
  const writer = await evidenceWriter(ports, sinceSeq);
  const order = { intent, place, isRecorded: (id: string) => writer.has(id) };
  for await (const record of revisionEvidence(deps, order)) {
    await writer.add(record);
  }
  for (const [alarm, phase] of phasesOf(intent)) {
    const id = `alarm/${alarmIdOf(alarm)}/${phase}/${intent.reportId}`;
    await writer.add({ kind: 'alarm', id, body: { phase, alarm: alarmBody(alarm) } });
  }
  return writer.head === undefined ? undefined : { seq: writer.head.seq, hash: writer.head.hash };
}

function phasesOf({ alarms, over }: WatchIntent): readonly (readonly [HistoryAlarm, 'open' | 'over'])[] {
  return [...alarms.map((alarm) => [alarm, 'open'] as const), ...over.map((alarm) => [alarm, 'over'] as const)];
}

function alarmBody(alarm: HistoryAlarm): JsonObject {
  const entries = Object.entries(alarm).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}

interface RecordingOrder {
  readonly intent: WatchIntent;
  readonly place: SeriesPlace;
  readonly isRecorded: (id: string) => boolean;
}

/**
 * The evidence a decided report needs of its revisions: each content, its author, its judged changes. The first
 * revision of a history that predates the watcher is a starting point and has no author.
 */
export async function* revisionEvidence(deps: ReportDeps, order: RecordingOrder): AsyncGenerator<EvidenceRecord> {
  const { intent, place } = order;
  const read = contentReader(deps);
  let unjudged = countIn(intent.revisions) - judgedMax;
  for await (const step of storedSteps(deps.revisions, place, intent.revisions)) {
    yield* firstSeen({ ...order, deps, read, isJudged: unjudged <= 0 }, step);
    unjudged -= 1;
  }
  for (const alarm of intent.alarms) {
    const [entry] = alarm.kind === 'rewritten' ? await deps.revisions.find(alarm.series, [alarm.revision]) : [];
    if (entry !== undefined) {
      const newest = latestVersion(entry).seenAt;
      yield* rewritings({ ...order, deps, read, isJudged: true }, entry, ({ seenAt }) => seenAt === newest);
    }
  }
}

interface Recording extends RecordingOrder {
  readonly deps: ReportDeps;
  readonly read: (entry: RevisionEntry, digest: string) => Promise<Revision | undefined>;
  readonly isJudged: boolean;
}

async function* firstSeen(recording: Recording, { entry, previous }: StoredStep): AsyncGenerator<EvidenceRecord> {
  const [version] = entry.versions;
  const before = previous === undefined ? undefined : { entry: previous, version: latestVersion(previous) };
  yield* recordsOf(recording, { entry, version: version ?? latestVersion(entry), before });
  yield* rewritings(recording, entry, () => true);
}

async function* rewritings(
  recording: Recording,
  entry: RevisionEntry,
  isWanted: (version: RevisionVersion) => boolean,
): AsyncGenerator<EvidenceRecord> {
  const contents = contentsOf(entry);
  for (const [index, version] of contents.entries()) {
    const replaced = contents[index - 1];
    if (replaced !== undefined && isWanted(version)) {
      yield* recordsOf(recording, { entry, version, before: { entry, version: replaced } });
    }
  }
}

interface RecordedStep {
  readonly entry: RevisionEntry;
  readonly version: RevisionVersion;
  /** The content before it: of the previous revision, or what this revision said when first read. */
  readonly before: { readonly entry: RevisionEntry; readonly version: RevisionVersion } | undefined;
}

/** The link of a content, preceded by as many links as its changes need: if its link is in the chain, so are they. */
async function* recordsOf(recording: Recording, step: RecordedStep): AsyncGenerator<EvidenceRecord> {
  const { entry, version, before } = step;
  const { digest } = version;
  const named = { series: entry.series, revision: entry.revision, digest };
  const place = `${entry.series}/${entry.revision}/${digest}`;
  const id = `revision/${place}`;
  if (recording.isRecorded(id)) {
    return;
  }
  const changes = recording.isJudged ? await changesIn(recording, step) : undefined;
  const [first = [], ...more] = partsOfChanges(changes ?? []);
  for (const [index, part] of more.entries()) {
    const body = { ...named, part: index + 2, changes: changesBody(part) };
    yield { kind: 'judged', id: `judged/${place}/${index + 2}`, body };
  }
  const { actor, hours } = circumstancesOf(version.actor, version.updatedAt, recording.deps.policy);
  const body: JsonObject = {
    ...named,
    seenAt: version.seenAt,
    actor: { ...version.actor },
    updatedAt: version.updatedAt,
    previous: before === undefined ? null : placeOf(before.entry, before.version),
    isRewritten: before?.entry === entry,
    isStart: isStart(recording, step),
    circumstances: { actor, hours },
    changesCount: changes?.length ?? null,
    changes: changes === undefined ? null : changesBody(first),
  };
  yield { kind: 'revision', id, body };
}

async function changesIn(recording: Recording, step: RecordedStep): Promise<readonly ControlChange[]> {
  if (isStart(recording, step)) {
    return [];
  }
  const { entry, version, before } = step;
  const revision = await recording.read(entry, version.digest);
  const earlier = before === undefined ? undefined : await recording.read(before.entry, before.version.digest);
  invariant(revision !== undefined, 'the content of a revision is stored before its entry');
  return changesOf(recording.deps, {
    revision,
    before: earlier?.settings ?? {},
    previous: before?.entry,
    digests: [before?.version.digest, version.digest],
  });
}

function isStart({ intent }: Recording, { before }: RecordedStep): boolean {
  return before === undefined && intent.kind === 'first-run';
}

function placeOf({ series, revision }: RevisionEntry, { digest }: RevisionVersion): JsonObject {
  return { series, revision, digest };
}

/** Reads contents and caches the last two, since each is the one before the next. */
function contentReader({ revisions }: ReportDeps): Recording['read'] {
  const kept: { readonly key: string; readonly content: Revision | undefined }[] = [];
  return async (entry, digest) => {
    const key = `${entry.series}/${entry.revision}/${digest}`;
    const known = kept.find((each) => each.key === key);
    if (known !== undefined) {
      return known.content;
    }
    const content = await revisions.read(entry, digest);
    kept.push({ key, content });
    kept.splice(0, kept.length - 2);
    return content;
  };
}
