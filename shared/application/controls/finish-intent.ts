import type { ControlsReport } from '../../domain/controls/controls-report.ts';
import { isWorthTelling } from '../../domain/controls/history/worth-telling.ts';
import { alarmIdOf, type AlarmRecord, type HistoryAlarm } from '../../domain/controls/history/history-alarm.ts';
import { latestVersion } from '../../domain/controls/history/revision-entry.ts';
import type { WatchIntent, WatchState } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import { invariant } from '../../domain/invariant.ts';
import type { Deviation } from '../../domain/controls/baseline/compare-with-baseline.ts';
import { approvedRetentionDays, compareControls } from './compare-controls.ts';
import { composeControlsReport } from './compose-controls-report.ts';
import { LeaseLostError } from '../runs/lease-keeper.ts';
import { storedSteps } from './read-stored.ts';
import { evidenceWriter } from './record-evidence.ts';
import { writeControlsMails } from './write-controls-mails.ts';
import type { WatchWork } from './watch-controls.ts';

export interface Finished {
  readonly state: WatchState;
  /** How many mails the report has. */
  readonly mails: number;
  /** The report, when it was worth telling. */
  readonly told: readonly ControlsReport[];
}

/**
 * Does what an intent says: evidence, then the mails, then the alarms, and only then the mark of how far everything is
 * handled. `taken-up`: an earlier run may have done some of it. `dry-run`: only the report is made.
 */
export async function finishIntent(
  work: WatchWork,
  state: WatchState,
  how: 'fresh' | 'taken-up' | 'dry-run',
): Promise<Finished> {
  const { intent } = state;
  invariant(intent !== undefined, 'what is finished was decided');
  if (how === 'dry-run') {
    const { report } = await reportOf(work, intent, state);
    return { state, mails: 0, told: isWorthTelling(report) ? [report] : [] };
  }
  const evidence = await appendEvidence(work, state, how === 'taken-up');
  const { report: plain, deviations } = await reportOf(work, intent, state);
  const report = evidence === undefined ? plain : { ...plain, evidence };
  const mails = isWorthTelling(report) ? await writeControlsMails(work, report) : 0;
  await work.ports.journal.append([toldEntry(report)]);
  await work.ports.state.putAlarms([
    ...intent.alarms.map((alarm) => recordOf(alarm, 'open', intent)),
    ...intent.over.map((alarm) => recordOf(alarm, 'over', intent)),
  ]);
  if (deviations !== undefined) {
    await work.ports.state.putDeviations(deviations);
  }
  const next = await moveOn(work, state, intent);
  return { state: next, mails, told: isWorthTelling(report) ? [report] : [] };
}

interface Reported {
  readonly report: ControlsReport;
  /** What the next comparison begins with; absent when nothing was compared. */
  readonly deviations?: readonly Deviation[];
}

async function reportOf(work: WatchWork, intent: WatchIntent, state: WatchState): Promise<Reported> {
  const { ports, rules, settings } = work;
  const retentionDays = await approvedRetentionDays(ports);
  const deps = { revisions: ports.revisions, diff: rules.diff, policy: settings.controls, retentionDays };
  const report = await composeControlsReport(deps, intent, state);
  const comparison = await compareControls(work, intent);
  return comparison === undefined
    ? { report }
    : { report: { ...report, baseline: comparison.report }, deviations: comparison.deviations };
}

async function moveOn({ ports }: WatchWork, state: WatchState, intent: WatchIntent): Promise<WatchState> {
  const { intent: _done, ...rest } = state;
  const next: WatchState = {
    ...rest,
    ...(intent.handled === undefined ? {} : { handled: intent.handled }),
    ...comparedBy(intent),
  };
  if (!(await ports.state.replace(next))) {
    throw new LeaseLostError('another run has gone on from here');
  }
  return { ...next, version: state.version + 1 };
}

/** From when on exceptions that expire are news, and for which baseline the deviations stand. */
function comparedBy({ kind, at, comparison }: WatchIntent): Pick<WatchState, 'baselineVersion' | 'comparedAt'> {
  if (comparison === undefined) {
    return kind === 'first-run' ? { comparedAt: at } : {};
  }
  const { baselineVersion } = comparison;
  return { comparedAt: at, ...(baselineVersion === undefined ? {} : { baselineVersion }) };
}

/** A link for each revision and each alarm. Gives the newest link. */
async function appendEvidence({ ports }: WatchWork, state: WatchState, isTakenUp: boolean) {
  const { intent, evidenceSeq } = state;
  invariant(intent !== undefined, 'what is laid down was decided');
  const writer = await evidenceWriter(ports, isTakenUp ? evidenceSeq : undefined);
  for await (const { entry } of storedSteps(ports.revisions, state, intent.revisions)) {
    const { digest, seenAt, actor, updatedAt } = latestVersion(entry);
    const { series, revision } = entry;
    const who: JsonObject = { ...actor };
    const body = { series, revision, digest, seenAt, actor: who, updatedAt };
    await writer.add({ kind: 'revision', id: `revision/${series}/${revision}/${digest}`, body });
  }
  for (const [alarm, phase] of phasesOf(intent)) {
    const id = `alarm/${alarmIdOf(alarm)}/${phase}/${intent.reportId}`;
    await writer.add({ kind: 'alarm', id, body: { phase, alarm: alarmBody(alarm) } });
  }
  return writer.head === undefined ? undefined : { seq: writer.head.seq, hash: writer.head.hash };
}

function phasesOf({ alarms, over }: WatchIntent): readonly (readonly [HistoryAlarm, AlarmRecord['phase']])[] {
  return [...alarms.map((alarm) => [alarm, 'open'] as const), ...over.map((alarm) => [alarm, 'over'] as const)];
}

function alarmBody(alarm: HistoryAlarm): JsonObject {
  const entries = Object.entries(alarm).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as JsonObject;
}

function recordOf(alarm: HistoryAlarm, phase: AlarmRecord['phase'], { at }: WatchIntent): AlarmRecord {
  return { alarmId: alarmIdOf(alarm), alarm, phase, at };
}

function toldEntry({ reportId, runId, at, kind, handled, alarms, over }: ControlsReport) {
  const detail = {
    kind,
    revisions: handled === undefined ? null : { ...handled },
    alarms: alarms.map(alarmIdOf),
    over: over.map(alarmIdOf),
  };
  return { id: `controls/${reportId}`, at, kind: 'controls-told', actor: 'curfew', runId, detail } as const;
}
