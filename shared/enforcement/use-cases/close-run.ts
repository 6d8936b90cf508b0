import type { CapPlan } from '../../caps/cap-plan.ts';
import { describeFloor } from '../../caps/floor.ts';
import { channelAddress, channelIn, isForTeam, wantsReport } from '../../channels/channel.ts';
import { readHead } from '../../evidence/use-cases/read-head.ts';
import { changeIn, changesByUser } from '../../journal/cap-entry.ts';
import { decideNotice, firstSummaryId, suspectDaysToReport, type Notice } from '../../kernel/runs/notice.ts';
import { enforcementOutcome, heldInPart, heldOutcome, outcomeOf } from '../../kernel/runs/outcome.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import type { EnforcementOutcome, RunContext, RunOutcome } from '../../kernel/runs/run.ts';
import type { ComposedMails, JobEnd, WorkEnd } from '../../kernel/runs/use-cases/job.ts';
import { describeClockSkew } from '../../kernel/time/clock-skew.ts';
import type { LedgerDay } from '../../ledger/ledger-day.ts';
import type { UsageTotals } from '../../ledger/usage-totals.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';
import { mailIdFor } from '../../mail/mail-id.ts';
import { carriesMax, type UnknownMail } from '../../mail/mail.ts';
import { describeNotice, describeRun } from '../../mail/run/describe-run.ts';
import { shortContent } from '../../mail/short-content.ts';
import type { Summary } from '../../notifications/compose/due-mail.ts';
import type { ConditionState } from '../../notifications/conditions/condition-state.ts';
import { withoutAcknowledged } from '../../notifications/conditions/reminders.ts';
import { deliveryMoment } from '../../notifications/delivery.ts';
import { isReachable, type KnownRouting, routeTo } from '../../notifications/routing.ts';
import type { Severity } from '../../notifications/severity.ts';
import { describeUnheard, type Grave, unheardConditions } from '../../notifications/unheard.ts';
import { lateDueMails } from '../../notifications/use-cases/deliver-waiting.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { describeWithheld } from '../../permits/describe-verdict.ts';
import { emailKey } from '../../roster/email.ts';
import type { HeldPlan } from '../held-plan.ts';
import type { Reading } from './collect/read-platform.ts';
import type { EnforcementPorts, EnforcementWork } from './enforcement-work.ts';
import { observeAlerts, raiseAlerts, type AlertsSeen } from './raise-alerts.ts';
import type { RunCache } from './run-cache.ts';
import type { Sent } from './send-plan.ts';

type End = JobEnd<Reading, RunCache, Sent>;
type OwnEnd = WorkEnd<Reading, RunCache, Sent>;

/** What is reported of a run, and to whom. */
interface RunReport {
  readonly outcome: EnforcementOutcome;
  readonly days: readonly LedgerDay[];
  readonly plan?: CapPlan;
  readonly usage?: Pick<UsageTotals, 'organization' | 'windows'>;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  readonly recipients: readonly string[];
  readonly heldPlan?: HeldPlan;
  readonly conditions: readonly ConditionState[];
  /** The console's address, for channels. */
  readonly consoleUrl?: string | undefined;
}

/** What a run came to, after whatever end. */
export async function outcome(runId: string, { collected: reading, plan: cache, ...end }: OwnEnd): Promise<RunOutcome> {
  if (end.kind === 'held' && end.applied === undefined) {
    // A run that is older than what was applied has not looked at the figures.
    return heldOutcome(end.hold, reading.hold === undefined ? (await cache.figures()).through : undefined);
  }
  const figures = await cache.figures();
  const plan = await cache.plan();
  const nothingSent: Sent = { failed: new Map(), isLeaseLost: false };
  const {
    failed,
    withheld = [],
    isMoved = false,
    ...sent
  } = end.kind === 'planned' ? nothingSent : (end.applied ?? nothingSent);
  const done = outcomeOf({
    runId,
    dataThrough: figures.through,
    applied: { ...sent, records: await cache.records(), outcomes: failed },
    problems: [
      ...reading.problems,
      ...(reading.clock?.clockOffMs === undefined ? [] : [describeClockSkew(reading.clock.clockOffMs)]),
      ...figures.problems,
      ...(withheld.length === 0 ? [] : [describeWithheld(withheld)]),
      ...(isMoved || end.kind === 'held' ? [] : describeFloor(plan)),
    ],
    isDoubtful: reading.isDoubtful,
  });
  return end.kind === 'held' ? heldInPart(end.hold, done) : done;
}

/** Composes the mails of a run, one a recipient, as of a moment in Unix milliseconds. */
export async function compose(
  work: EnforcementWork,
  end: End,
  ended: RunOutcome,
  nowMs: number,
): Promise<ComposedMails> {
  const { ports, settings, run } = work;
  const routing = await readRouting(ports.recipients, settings);
  const { plan: planId } = ended.held ?? {};
  const report = {
    ...(await resultOf(end, ended)),
    recipients: await recipientsOf(work, routing),
    conditions: await ports.alerts.read('limits', []),
    heldPlan: planId === undefined ? undefined : await ports.plans.find(planId),
    consoleUrl: settings.consoleUrl,
  };
  const summaries = await summariesOf(ports, run, report);
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const { draftMails, writeMails } = await lateDueMails();
  const emails = 'plan' in report ? report.plan?.decisions.map(({ email }) => email) : undefined;
  const drafts = await draftMails(ports, run, { leases: ['limits'], delivery, summaries, emails }, async () =>
    routeTo([], routing),
  );
  const open = unheardConditions(report.conditions, routing, run.at);
  return {
    count: drafts.length,
    problem: describeUnheard([...unheardOutcome(run, report), ...open], routing),
    write: async () => writeMails(ports, drafts),
  };
}

async function resultOf(end: End, ended: RunOutcome) {
  const result = { outcome: enforcementOutcome(ended), outcomes: new Map<string, RowOutcome>() };
  if (end.kind === 'cut-short' || end.collected.hold !== undefined) {
    return { ...result, days: [] };
  }
  const { days, usage } = await end.plan.figures();
  const isPlanned = end.kind === 'held' ? end.hold.guard !== 'trust-gate' : true;
  const isMoved = end.kind === 'applied' && end.applied.isMoved === true;
  return {
    ...result,
    days,
    usage,
    ...(end.kind !== 'planned' && end.applied !== undefined && { outcomes: end.applied.failed }),
    ...(isPlanned && !isMoved && { plan: await end.plan.plan() }),
  };
}

/** Recipients of the run's mail: admins and owners of organization-wide budgets, or their substitutes; channels. */
async function recipientsOf({ ports, settings }: EnforcementWork, routing: KnownRouting): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  const people = routeTo([...settings.admins, ...owners], routing).map(emailKey);
  const channels = (routing.channels ?? []).filter(
    (each) => wantsReport(each, 'summary') && isForTeam(each, undefined),
  );
  return [...new Set([...people, ...channels.map(channelAddress).filter((each) => isReachable(each, routing))])];
}

async function readChanges(journal: Journal, { today, runId }: RunContext) {
  const read = await journal.listAs({ from: today, through: today }, ['cap-changed'], (entry) => ({
    isOfRun: entry.runId === runId,
    change: changeIn(entry),
  }));
  const changesOf = (entries: typeof read) => changesByUser(entries.flatMap(({ change }) => change ?? []));
  return { all: changesOf(read), ofRun: changesOf(read.filter(({ isOfRun }) => isOfRun)) };
}

/** The mails about the run itself: one to each recipient for whom there is something to report. Nothing is written yet. */
export async function summariesOf(
  ports: EnforcementPorts,
  run: RunContext,
  report: RunReport,
): Promise<readonly Summary[]> {
  const changes = await readChanges(ports.journal, run);
  const unknown = await ports.outbox.listUnknown();
  const { recipients, days, conditions, consoleUrl, ...facts } = report;
  const reminded = withoutAcknowledged(facts, conditions, run.today);
  const summaries: Summary[] = [];
  for (const recipient of recipients) {
    const idOf = (noticeId: string) => mailIdFor(recipient, `${noticeId}/${recipient}`);
    const summary = await ports.outbox.find(idOf(firstSummaryId(run)));
    const notice = decideNotice(run, report.outcome, { summarizedByRunId: summary?.mail.runId, days });
    if (notice === undefined) {
      continue;
    }
    const isChannel = channelIn(recipient) !== undefined;
    // Three lines name no lost mail.
    const carried = isChannel
      ? []
      : unknown.filter((mail) => isUnheard(mail, recipient, recipients)).slice(0, carriesMax);
    // The first summary of a night also reports what was changed by runs that ended before they could report it.
    const isFirst = notice.noticeId === firstSummaryId(run);
    const evidence = notice.kind === 'summary' ? { evidence: await readHead(ports.evidence) } : {};
    summaries.push({
      mailId: idOf(notice.noticeId),
      recipient,
      severity: severityOfNotice(notice),
      carries: carried.map(({ mailId }) => mailId),
      contentWith(notifications) {
        const content = describeRun({
          ...reminded.run,
          acknowledged: reminded.acknowledged,
          changes: isFirst ? changes.all : changes.ofRun,
          notice,
          run,
          clearedDays: days.filter((day) => day.clearedByRunId === run.runId).map((day) => day.day),
          notifications,
          ...evidence,
          unknownMails: carried,
        });
        const path = `/runs/${encodeURIComponent(run.runId)}`;
        return isChannel ? shortContent(content, { heading: 'The run', path, consoleUrl }) : content;
      },
    });
  }
  return summaries;
}

/** Serious outcomes that no recipient would get; undefined otherwise. */
export function unheardOutcome(run: RunContext, { outcome, days, recipients }: RunReport): readonly Grave[] {
  const notice = decideNotice(run, outcome, { summarizedByRunId: undefined, days });
  return recipients.length > 0 || notice === undefined
    ? []
    : [{ severity: severityOfNotice(notice), headline: describeNotice(notice, run) }];
}

function severityOfNotice({ kind }: Notice): Severity {
  return kind === 'summary' ? 'info' : 'high';
}

/** A mail to a person without a summary is named to those with one. */
function isUnheard({ to }: UnknownMail, recipient: string, recipients: readonly string[]): boolean {
  return emailKey(to) === recipient || !recipients.includes(emailKey(to));
}

/** Raises alerts. What they were observed on is dropped before anything is made of them. */
export async function observe(work: EnforcementWork, end: OwnEnd): Promise<void> {
  const seen = await lookAt(work, end);
  end.plan.endObserving();
  if (seen !== undefined) {
    await raiseAlerts(work, seen);
  }
}

async function lookAt(work: EnforcementWork, end: OwnEnd): Promise<AlertsSeen | undefined> {
  const { ports, order, run } = work;
  const cache = end.plan;
  const { clock } = end.collected;
  const isByHand = order.kind === 'edit' || order.apply !== undefined;
  if (end.kind === 'held') {
    const { hold } = end;
    if (hold.guard !== 'trust-gate' && hold.guard !== 'blast-radius') {
      return undefined;
    }
    // No alert about use: its recipient would read of a stop by a cap that is not set.
    const collected = await cache.collected();
    const isWorthNotifying = hold.guard === 'blast-radius' || suspectDaysToReport(collected.days, run.at).length > 0;
    const caps = { kind: 'held', hold, isWorthNotifying } as const;
    // What was sent beside the hold, or was used up meanwhile, stops people all the same.
    const isPlanned = hold.guard === 'blast-radius' || end.applied !== undefined;
    const limits = isPlanned ? await limitsOf(cache) : { records: await ports.limits.list() };
    return observeAlerts(work, { collected, caps, ...limits, isByHand, clock });
  }
  if (end.kind === 'planned' || end.applied.isMoved === true || order.kind === 'window-start') {
    // The nightly run of the same day raises the alerts of a window start, with the day's figures.
    return undefined;
  }
  const limits = await limitsOf(cache);
  const caps = { kind: 'decided', uncappable: limits.decided.plan.uncappable } as const;
  const collected = await cache.collected();
  return observeAlerts(work, { collected, caps, ...limits, isByHand, clock });
}

async function limitsOf(cache: RunCache) {
  const decided = await cache.planned();
  return { records: [...(await cache.records()).values()], decided };
}
