import { diffControlsWith } from '../../control-diff/diff-controls.ts';
import { settingsToAnchor } from '../../evidence/use-cases/anchors/anchor-keeper.ts';
import { appendEvidence } from '../../evidence/use-cases/append-evidence.ts';
import { invariant } from '../../kernel/invariant.ts';
import { LeaseLostError } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { notificationsOfReport, type Report } from '../../notifications/notification.ts';
import type { AlertStore } from '../../notifications/ports.ts';
import type { Grave } from '../../notifications/unheard.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { emailKey } from '../../roster/email.ts';
import type { Loosening } from '../alerts/loosening.ts';
import { isRestored, looseningOf, observeLoosenings, withRestored } from '../alerts/watch-loosenings.ts';
import { type Baseline, compareWithBaseline, type Deviation } from '../baseline.ts';
import { type ControlException, exceptionFor, expiredBetween } from '../control-exception.ts';
import type { BaselineReport, ControlsReport, ReportedDeviation } from '../controls-report.ts';
import { alarmIdOf } from '../history/history-alarm.ts';
import { lookedForOnly } from '../history/observe-alarms.ts';
import { latestVersion, subjectOfRevision } from '../history/revision-entry.ts';
import type { ReportedInForce, WatchIntent, WatchState } from '../history/watch-state.ts';
import type { JsonObject } from '../json.ts';
import { describeControlsReport } from '../mail/describe-controls-report.ts';
import { isWorthMailing, severityOfReport } from '../mail/headlines.ts';
import { alarmConditions, observationsOf, openAlarmConditions } from './alarm-conditions.ts';
import { approvedRetentionDays, contentOf, type ReportDeps } from './judge-revision.ts';
import { composeControlsReport, type ComposedReport } from './reports/compose-controls-report.ts';
import type { ControlsRules, WatchSettings, WatchWork } from './watch-work.ts';

const alertsMax = 100;

/** Open alerts whose change is no longer in force. */
async function findRestored(
  { alerts }: { readonly alerts: AlertStore },
  deps: ReportDeps,
  reported: ReportedInForce | undefined,
): Promise<readonly Loosening[]> {
  const open = (await alerts.read('controls', [])).flatMap((state) =>
    state.kind === 'observed' ? (looseningOf(state) ?? []) : [],
  );
  const now = open.length === 0 || reported === undefined ? undefined : await settingsAt(deps, reported.newest);
  if (now === undefined) {
    return [];
  }
  const newest = open.toSorted((a, b) => b.series - a.series || b.revision - a.revision).slice(0, alertsMax);
  const restored: Loosening[] = [];
  for (const each of newest) {
    const before = await settingsBefore(deps, each);
    if (before !== undefined && isRestored(each, { before, now, diff: deps.diff })) {
      restored.push(each);
    }
  }
  return restored;
}

/** The settings in force before a revision; undefined when they are not stored. */
async function settingsBefore(deps: ReportDeps, { previous }: Loosening): Promise<JsonObject | undefined> {
  if (previous === undefined) {
    return {};
  }
  const [entry] = await deps.revisions.find(previous.series, [previous.revision]);
  return entry === undefined ? undefined : settingsAt(deps, { ...previous, digest: latestVersion(entry).digest });
}

async function settingsAt(
  { revisions }: ReportDeps,
  { digest, ...place }: ReportedInForce['newest'],
): Promise<JsonObject | undefined> {
  return (await revisions.read(place, digest))?.settings;
}

export interface Finished {
  readonly state: WatchState;
  /** The report, when it was mailed. */
  readonly reports: readonly ControlsReport[];
  /** Serious outcomes that no recipient would get. */
  readonly unheard: readonly Grave[];
}

/** `taken-up`: an earlier run may have done part of it. `dry-run`: only the report is made. */
export type FinishedHow = 'fresh' | 'taken-up' | 'dry-run';

/** Carries out an intent in order: evidence, notifications, conditions, last the mark of how far all is handled. */
export async function finishIntent(work: WatchWork, state: WatchState, how: FinishedHow): Promise<Finished> {
  const { intent } = state;
  invariant(intent !== undefined, 'what is finished was decided');
  const deps = await reportDeps(work);
  if (how === 'dry-run') {
    const { report } = await reportOf(work, deps, { intent, state });
    return { state, unheard: [], reports: isWorthMailing(report) ? [report] : [] };
  }
  const sinceSeq = how === 'taken-up' ? state.evidenceSeq : undefined;
  const evidence = await appendEvidence(work.ports, deps, { intent, place: state, sinceSeq });
  // Before the mails, which carry it out of reach of anyone with access to the tables.
  const anchor = await work.anchoring.anchor(await settingsToAnchor(work.ports, { ...state, ...handledBy(intent) }));
  const { report: plain, inForce, deviations } = await reportOf(work, deps, { intent, state });
  const restored = await findRestored(work.ports, deps, inForce);
  const told = withRestored(plain, restored);
  const report = evidence === undefined ? told : { ...told, evidence: { ...evidence, anchor } };
  const isMailed = isWorthMailing(report);
  const unheard = await notifyOf(work, intent, { report, isMailed });
  await work.ports.journal.append([reportedEntry(report)]);
  if (deviations !== undefined) {
    await work.ports.state.putDeviations(deviations);
  }
  const next = await moveOn(work, inForce === undefined ? state : { ...state, inForce }, intent);
  return { state: next, unheard, reports: isMailed ? [report] : [] };
}

async function reportOf(
  work: WatchWork,
  deps: ReportDeps,
  { intent, state }: { readonly intent: WatchIntent; readonly state: WatchState },
): Promise<
  ComposedReport & {
    /** Where the next comparison starts; absent when nothing was compared. */
    readonly deviations?: readonly Deviation[];
  }
> {
  const composed = await composeControlsReport(deps, intent, state);
  const comparison = await compareControls(work, intent);
  return comparison === undefined
    ? composed
    : {
        ...composed,
        report: { ...composed.report, baseline: comparison.report },
        deviations: comparison.deviations,
      };
}

export async function reportDeps(work: WatchWork): Promise<ReportDeps> {
  const { ports, settings } = work;
  const retentionDays = await approvedRetentionDays(ports);
  const announcements = await ports.decisions.listAnnouncements();
  const { revisions } = ports;
  const { diff } = rulesOf(work);
  return { revisions, diff, policy: settings.controls, retentionDays, announcements, judged: new Map() };
}

function rulesOf({ rules, settings }: WatchWork): ControlsRules {
  return rules ?? { diff: diffControlsWith(settings.controls), describe: describeControlsReport };
}

/** Compares the newest controls with the approved baseline. Undefined when an intent asks for no comparison. */
export async function compareControls(
  work: WatchWork,
  intent: WatchIntent,
): Promise<{ readonly report: BaselineReport; readonly deviations: readonly Deviation[] } | undefined> {
  if (intent.comparison === undefined) {
    return undefined;
  }
  const { decisions } = work.ports;
  const [approved, exceptions] = [await decisions.readBaseline(), await decisions.listExceptions()];
  const deviations = approved === undefined ? [] : await deviationsFrom(work, intent, approved.baseline);
  const atMs = Date.parse(intent.at);
  return {
    deviations,
    report: {
      ...(approved === undefined ? {} : { approved: withoutSettings(approved.baseline) }),
      deviations: deviations.map((deviation) => reported(deviation, exceptions, atMs)),
      expired: expiredBetween(exceptions, Date.parse(intent.comparison.since), atMs),
    },
  };
}

async function deviationsFrom(
  work: WatchWork,
  { series, handled, at }: WatchIntent,
  baseline: Baseline,
): Promise<readonly Deviation[]> {
  const { ports } = work;
  const newest = handled === undefined ? [] : await ports.revisions.find(series, [handled.through]);
  const [entry] = newest;
  if (entry === undefined) {
    return [];
  }
  const { settings } = await contentOf(ports.revisions, entry);
  const previous = await ports.state.readDeviations();
  return compareWithBaseline(baseline, settings, { diff: rulesOf(work).diff, previous, at });
}

function reported(deviation: Deviation, exceptions: readonly ControlException[], atMs: number): ReportedDeviation {
  const [change] = deviation.changes;
  const exception = change === undefined ? undefined : exceptionFor(change, exceptions, atMs);
  return exception === undefined ? { deviation } : { deviation, exception };
}

function withoutSettings({ source, approvedBy, approvedAt }: Baseline): NonNullable<BaselineReport['approved']> {
  return { source, approvedBy, approvedAt };
}

async function moveOn({ ports }: WatchWork, state: WatchState, intent: WatchIntent): Promise<WatchState> {
  const { intent: _done, ...rest } = state;
  const next: WatchState = {
    ...rest,
    ...handledBy(intent),
    ...comparedBy(intent),
  };
  if (!(await ports.state.replace(next))) {
    throw new LeaseLostError('another run has gone on from here');
  }
  return { ...next, version: state.version + 1 };
}

function handledBy({ handled }: WatchIntent): Pick<WatchState, 'handled'> {
  return handled === undefined ? {} : { handled };
}

/** From when on expired exceptions are news, and for which baseline the deviations hold. */
function comparedBy({ kind, at, comparison }: WatchIntent): {
  readonly baselineVersion?: number;
  readonly comparedAt?: string;
} {
  if (comparison === undefined) {
    return kind === 'first-run' ? { comparedAt: at } : {};
  }
  const { baselineVersion } = comparison;
  return { comparedAt: at, ...(baselineVersion === undefined ? {} : { baselineVersion }) };
}

/**
 * Makes conditions of the alarms and notifications of the report, which names the alarms too. Returns the serious parts
 * of a report without recipients.
 */
async function notifyOf(
  work: WatchWork,
  intent: WatchIntent,
  { report, isMailed }: { readonly report: ControlsReport; readonly isMailed: boolean },
): Promise<readonly Grave[]> {
  const { ports, settings, order, at } = work;
  const routing = await readRouting(ports.recipients, settings);
  const states = await alarmConditions(work, [...intent.alarms, ...intent.over], await openAlarmConditions(work));
  const observed = [
    ...observationsOf(work, intent.alarms, states),
    ...observeLoosenings(report, settings.controls.securityContacts),
  ];
  const said = isMailed ? reportOn(report, settings, rulesOf(work).describe) : undefined;
  const run = { runId: order.runId, at, today: at.slice(0, 10) };
  await notify(ports, run, {
    lease: 'controls',
    observations: {
      at: intent.at,
      observed,
      lookedFor: lookedForOnly(intent.over, (report.restored ?? []).map(subjectOfRevision)),
    },
    routing,
    known: states,
    ...(said === undefined ? {} : { report: said }),
  });
  const isHeard = said === undefined || notificationsOfReport(said, at, routing).length > 0;
  return isHeard ? [] : [{ severity: said.severity, headline: said.contentFor('owner').subject }];
}

/** Security contacts get the report; the admins when none is named. */
function reportOn(report: ControlsReport, settings: WatchSettings, describe: ControlsRules['describe']): Report {
  const { securityContacts, workingHours, runbook } = settings.controls;
  const role = securityContacts.length === 0 ? 'admin' : 'security-contact';
  const owners = role === 'admin' ? settings.admins : securityContacts;
  const audience = {
    contacts: [...new Set(owners.map(emailKey))],
    timeZone: workingHours?.timeZone,
    runbook,
    console: settings.consoleUrl,
  };
  return {
    reportId: report.reportId,
    topic: 'controls',
    severity: severityOfReport(report),
    owners,
    // A link acts for its recipient: substitutes get none.
    contentFor: (reader) =>
      describe(
        report,
        reader === 'owner' ? { ...audience, role, door: settings.doorUrl } : { ...audience, role: 'stand-in' },
      ),
  };
}

function reportedEntry({ reportId, runId, at, kind, handled, alarms, over }: ControlsReport) {
  const detail = {
    kind,
    revisions: handled === undefined ? null : { ...handled },
    alarms: alarms.map(alarmIdOf),
    over: over.map(alarmIdOf),
  };
  return { id: `controls/${reportId}`, at, kind: 'controls-told', actor: 'curfew', runId, detail } as const;
}
