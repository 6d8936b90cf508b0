import { revisionStoreNeeds, watchStateStoreNeeds } from '../../controls/ports.ts';
import type { RevisionRules } from '../../controls/use-cases/read-revisions.ts';
import { ledgerStoreNeeds, userStoreNeeds } from '../../enforcement/ports.ts';
import type { Finding } from '../../kernel/runs/finding.ts';
import { heldOutcome } from '../../kernel/runs/outcome.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { digestJob } from '../../kernel/runs/run-id.ts';
import type { Hold, RunOutcome, RunContext } from '../../kernel/runs/run.ts';
import {
  passed,
  type EndedRun,
  type JobWork,
  type RunOrder,
  type Verdict,
  type WorkEnd,
} from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds } from '../../kernel/runs/use-cases/watcher-ports.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { minuteText } from '../../kernel/time/day.ts';
import { notificationsOfReport, type Report } from '../../notifications/notification.ts';
import { shortKey } from '../../notifications/short-key.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { digestForChannel } from '../channel-digest.ts';
import { describeDigest } from '../describe-digest.ts';
import { scopeName, type KeptPage, type WrittenPage } from '../digest-pages.ts';
import { digestDueAt } from '../digest-week.ts';
import { digestStoreNeeds, organizationSourceNeeds } from '../ports.ts';
import type { CollectedDigest, DigestSettings, DigestPorts } from './collect-digest.ts';

interface DigestTerms {
  readonly settings: DigestSettings;
  readonly rules: () => Promise<RevisionRules>;
}

/** How long a digest waits for incomplete figures; then it is sent and names them. */
const patienceMs = 6 * 60 * 60_000;

/** Sends the weekly digest once to each recipient. May run every hour; a missed one is caught up. */
export async function sendDigest(
  ports: DigestPorts,
  terms: DigestTerms,
  order: RunOrder,
): Promise<EndedRun & { readonly pages: readonly WrittenPage[] }> {
  const { end, ...ended } = await runJob(ports, order, frameOf(ports), async (work) => {
    const end = await endOf(async () => {
      const collected = await collect(work, terms, order);
      const { digest } = collected;
      const plan = { pages: digest === undefined ? [] : writePages(digest, work.run) };
      const verdict = guard(digest, work.run, order);
      return { collected, plan, ...(await applyPermitted(work, verdict, async () => ({}))) };
    });
    return closeRun(work, end, outcomeOf, {
      observe: async (own) => observe(work, terms, own),
      compose: async (_outcome, nowMs) =>
        composeDueMails(work.ports, work.run, { lease: digestJob, settings: terms.settings, nowMs }),
    });
  });
  const pages = end === undefined || end.kind === 'cut-short' || end.kind === 'held' ? [] : end.plan.pages;
  return { ...ended, pages };
}

interface Collected {
  /** Absent when the week's digest is already written. */
  readonly digest?: CollectedDigest;
}

type End = WorkEnd<Collected, { readonly pages: readonly WrittenPage[] }, object>;

function frameOf({ leases, ids, runs, journal }: DigestPorts) {
  return {
    name: digestJob,
    lease: { leases, ids, name: digestJob, durationMs: 15 * 60_000, doing: 'writing the weekly digest', needs },
    record: { runs, journal },
  };
}

function guard(digest: CollectedDigest | undefined, { at }: RunContext, { dryRun }: RunOrder): Verdict<undefined> {
  const hold = digest === undefined || dryRun === true ? undefined : waitingFor(digest, at);
  return hold === undefined ? passed : { kind: 'held', hold };
}

const needs: LeaseNeeds<DigestPorts> = {
  ...watcherNeeds,
  budgets: 'free',
  live: 'free',
  liveState: 'free',
  grants: 'free',
  teams: 'free',
  limits: 'free',
  decisions: 'free',
  readiness: 'free',
  users: userStoreNeeds,
  ledger: ledgerStoreNeeds,
  digests: digestStoreNeeds,
  organization: organizationSourceNeeds,
  revisions: revisionStoreNeeds,
  watchState: watchStateStoreNeeds,
};

async function collect({ ports, run }: JobWork<DigestPorts>, terms: DigestTerms, order: RunOrder): Promise<Collected> {
  const sent = await ports.runs.latestSent(digestJob);
  const { dueAt } = digestDueAt(Date.parse(run.at), terms.settings.weeklyDigest);
  // A dry run shows the week's page even if it was sent.
  if (sent !== undefined && sent >= dueAt && order.dryRun !== true) {
    return {};
  }
  // A late import: of a week's runs one finds a digest due, and with it a start would read more than a megabyte.
  const { collectDigest } = await import('./collect-digest.ts');
  return { digest: await collectDigest(ports, run, { settings: terms.settings, rules: await terms.rules() }) };
}

function writePages({ pages }: CollectedDigest, run: RunContext): readonly WrittenPage[] {
  return pages.map(({ scope, recipients, facts }) => ({
    scope: scopeName(scope),
    recipients,
    content: describeDigest(facts, run),
  }));
}

/** Figures of the week that may still come; undefined when all are there or the wait is over. */
function waitingFor({ weeks, pages, problems, isAwayForNow }: CollectedDigest, at: string): Hold | undefined {
  const [page] = pages;
  const days = page?.facts.use.days.filter(({ status }) => status !== 'complete').map(({ day }) => day) ?? [];
  const missing = [
    ...(days.length === 0 ? [] : [`the figures of ${days.join(', ')} are not complete yet`]),
    ...(isAwayForNow ? problems : []),
  ];
  const untilMs = Date.parse(weeks.dueAt) + patienceMs;
  const until = new Date(untilMs).toISOString();
  return missing.length === 0 || Date.parse(at) >= untilMs
    ? undefined
    : { guard: 'trust-gate', detail: `the digest waits until ${minuteText(until)}: ${missing.join('; ')}` };
}

/** Pages, notifications, then the mark that they are written: an interrupted run makes the same again. */
async function observe({ ports, run }: JobWork<DigestPorts>, { settings }: DigestTerms, end: End): Promise<void> {
  const { digest } = end.collected;
  if (end.kind !== 'applied' || digest === undefined) {
    return;
  }
  for (const page of keptPages(end.plan.pages, digest, run)) {
    await ports.digests.keep(page);
  }
  const routing = await readRouting(ports.recipients, settings);
  const notifications = end.plan.pages.flatMap((page) =>
    notificationsOfReport(reportOf(page, digest.weeks.dueOn, settings.consoleUrl), run.at, routing),
  );
  if (notifications.length > 0) {
    await ports.alerts.enqueue(notifications);
  }
  await ports.runs.markSent(digestJob, digest.weeks.dueAt);
}

function keptPages(
  pages: readonly WrittenPage[],
  { weeks: { dueOn, week }, pages: facts }: CollectedDigest,
  { runId, at }: RunContext,
): readonly KeptPage[] {
  const teams = new Map(facts.map(({ scope }) => [scopeName(scope), scope.kind === 'teams' ? scope.names : undefined]));
  return pages.map((page) => {
    const own = teams.get(page.scope);
    return { ...page, teams: own, dueOn, week, writtenBy: runId, at };
  });
}

function reportOf(page: WrittenPage, dueOn: string, consoleUrl: string | undefined): Report {
  const { scope, recipients, content } = page;
  return {
    reportId: `${dueOn}/${shortKey(scope)}`,
    topic: 'digest',
    severity: 'info',
    owners: recipients,
    contentFor: (reader) =>
      reader === 'owner'
        ? content
        : { ...content, foot: [...content.foot, 'You stand in for a recipient whom mail does not reach.'] },
    toChannel: (channel) => digestForChannel(channel, page, { dueOn, consoleUrl }),
  };
}

function outcomeOf(end: End): RunOutcome {
  const through = end.collected.digest?.pages[0]?.facts.dataThrough;
  if (end.kind === 'held') {
    return { ...heldOutcome(end.hold, through), findings: [] };
  }
  const problems = end.collected.digest?.problems ?? [];
  return {
    status: problems.length === 0 ? 'complete' : 'partial',
    alerts: 0,
    isUnfinished: false,
    problems,
    findings: end.plan.pages.map((page) => findingOf(page, end.kind === 'applied' ? 'done' : 'proposed')),
    dataThrough: through,
  };
}

function findingOf({ scope, recipients, content }: WrittenPage, status: 'done' | 'proposed'): Finding {
  return {
    kind: 'digest',
    subject: scope,
    severity: 'info',
    detail: `${content.subject}. To ${counted(recipients.length, 'person', 'people')}`,
    action: { kind: 'mail', status },
  };
}
