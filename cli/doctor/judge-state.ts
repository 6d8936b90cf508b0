import { Cron } from 'croner';

import type { Anchoring } from '../../shared/controls/ports.ts';
import { holdForAheadMark } from '../../shared/enforcement/guards.ts';
import { isAnchorLate } from '../../shared/evidence/anchors/anchor.ts';
import { describeEvidenceFault } from '../../shared/evidence/anchors/observe-anchors.ts';
import { compareAnchors } from '../../shared/evidence/use-cases/anchors/compare-anchors.ts';
import { jobs } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { enforceJob } from '../../shared/kernel/runs/run-id.ts';
import type { Run } from '../../shared/kernel/runs/run.ts';
import { cronPattern } from '../../shared/kernel/runtime/cron-pattern.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import { describeLiveStatus, nextStepOf } from '../../shared/live/describe-live.ts';
import type { LiveReport } from '../../shared/live/live-state.ts';
import type { LiveTerms } from '../../shared/live/live-status.ts';
import { noAdmin } from '../../shared/notifications/no-admin.ts';
import { readRouting } from '../../shared/notifications/use-cases/read-routing.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { formatMemberRule } from '../../shared/teams/member-rule.ts';
import type { Stores } from '../../shared/wiring/stores.ts';
import { type Check, type CheckResult, failed, ok, warning } from './check.ts';

const hourMs = 3_600_000;
/** A daily run may wait for the platform; one of every few minutes may miss a few. */
const dailyLateMs = 26 * hourMs;
const gapsMissedMax = 6;
const runsLookedAt = 200;

/** What a function holds in all its variables; what a team's row may hold of members. */
const limits = { settingsBytes: 4_096, memberBytes: 120_000 };
const nearShare = 0.8;

/** Whether a run of each job that keeps records is late, or the last one failed. */
export async function judgeRuns({ runs }: Stores, nowMs: number): Promise<CheckResult> {
  const recorded = jobs.filter((job) => job.recordsRuns === true && job.schedules !== undefined);
  const found = await Promise.all(recorded.map(async (job) => ({ job, last: await lastRun(runs, job.name, nowMs) })));
  const mark = await runs.latestApplied(enforceJob);
  const problems = [
    ...found.flatMap(({ job, last }) => problemOf(job, last, nowMs)),
    ...(mark === undefined || Date.parse(mark) <= nowMs ? [] : [holdForAheadMark(mark).detail]),
  ];
  const facts = found.map(
    ({ job, last }) => `${job.name}: ${last === undefined ? 'never' : minuteText(last.startedAt)}`,
  );
  return problems.length === 0
    ? ok(facts)
    : {
        ...warning(
          problems.join('; '),
          'see "npx curfew runs list" and "npx curfew runs show RUN"; start one with "npx curfew run"',
        ),
        facts,
      };
}

/** A clock that was ahead may have left runs of moments that have not come: they tell nothing of now. */
async function lastRun(runs: Stores['runs'], job: string, nowMs: number): Promise<Run | undefined> {
  const newest = await runs.list(job, runsLookedAt);
  return newest.find(({ at }) => Date.parse(at) <= nowMs + hourMs) ?? newest[0];
}

function problemOf(job: JobDeclaration, last: Run | undefined, nowMs: number): readonly string[] {
  if (last === undefined) {
    return [`${job.name} has never run`];
  }
  const ageMs = nowMs - Date.parse(last.startedAt);
  if (ageMs > lateAfterMs(job, nowMs)) {
    return [`${job.name} is late: it last ran on ${minuteText(last.startedAt)}`];
  }
  switch (last.outcome?.status) {
    case 'failed':
      return [`the last run of ${job.name} failed: ${last.outcome.problems.join(', ')}`];
    case 'held':
      return [`the last run of ${job.name} was held: ${last.outcome.held?.detail ?? 'its record says no more'}`];
    case 'complete':
    case 'partial':
    case undefined:
      return [];
  }
}

/** How long a job may go without a run. */
export function lateAfterMs({ schedules = [] }: JobDeclaration, nowMs: number): number {
  if (schedules.some(({ hour }) => /^\d+$/u.test(hour))) {
    return dailyLateMs;
  }
  const gaps = schedules.map((schedule) => {
    const [last, before] = new Cron(cronPattern(schedule), { timezone: 'UTC' }).previousRuns(2, new Date(nowMs));
    return last === undefined || before === undefined ? dailyLateMs : last.getTime() - before.getTime();
  });
  return gapsMissedMax * Math.max(...gaps, 0);
}

/** Whether mail reaches its recipients: mail that came back or is of unknown outcome, and addresses in the settings. */
async function judgeUnreachable({ stores, settings: readSettings }: InstallationState): Promise<CheckResult> {
  const { recipients, outbox } = stores;
  const settings = readSettings();
  const open = await outbox.listOpenStates();
  const unknown = open.filter(({ state }) => state.kind === 'unknown').length;
  const { troubled } = await readRouting(recipients, settings);
  const count = new Set([...troubled.map(({ address }) => address), ...settings.alerts.unreachable]).size;
  const problems = [
    ...(count === 0 ? [] : [`mail does not reach ${counted(count, 'address', 'addresses')}`]),
    ...(unknown === 0 ? [] : [`no one knows whether ${counted(unknown, 'mail')} arrived`]),
  ];
  return problems.length === 0
    ? ok()
    : warning(
        problems.join('; '),
        'see "npx curfew alerts unreachable list", clear addresses that work again, and look at "npx curfew status" for the mails',
      );
}

/** Whether settings or teams are near what a variable or a row can hold. */
async function judgeSizes({ stores, settings }: InstallationState): Promise<CheckResult> {
  const settingsBytes = Buffer.byteLength(JSON.stringify(settings()));
  const members = (await stores.teams.list()).teams.map(({ name, members: rules }) => ({
    name,
    bytes: rules.reduce((sum, rule) => sum + Buffer.byteLength(formatMemberRule(rule)), 0),
  }));
  const near = [
    ...nearLimit('the settings', settingsBytes, limits.settingsBytes),
    ...members.flatMap(({ name, bytes }) => nearLimit(`the members of team ${name}`, bytes, limits.memberBytes)),
  ];
  const facts = [`settings: ${settingsBytes} of ${limits.settingsBytes} bytes`, counted(members.length, 'team')];
  return near.length === 0
    ? ok(facts)
    : {
        ...(near.some(({ isOver }) => isOver) ? failed : warning)(near.map(({ text }) => text).join('; '), remedy),
        facts,
      };
}

const remedy = 'shorten lists in the settings; give teams a glob or metadata in the place of single members';

function nearLimit(
  what: string,
  bytes: number,
  max: number,
): readonly { readonly text: string; readonly isOver: boolean }[] {
  return bytes < nearShare * max
    ? []
    : [{ text: `${what} take ${bytes} bytes of the ${max} that there are`, isOver: bytes > max }];
}

/** Whether heads of the evidence are signed and kept, and the newest of them is that of the chain. */
export async function judgeEvidence(
  { evidence }: Pick<Stores, 'evidence'>,
  { signer, anchors }: Anchoring,
  nowMs: number,
): Promise<CheckResult> {
  if ((await evidence.head()) === undefined) {
    return ok(['nothing is recorded yet']);
  }
  const { faults, newest, problem } = await compareAnchors({ evidence, signer, anchors });
  const [fault] = faults;
  if (problem !== undefined) {
    return failed(problem, 'make it usable again: docs/evidence.md; the next run signs what is not signed');
  }
  if (fault !== undefined) {
    return failed(describeEvidenceFault(fault), 'see "npx curfew controls verify", and find out who had access');
  }
  if (newest === undefined) {
    return warning(
      'nothing of the evidence is signed yet',
      'the next run of controls signs it: "npx curfew run controls"',
    );
  }
  const { seq, at } = newest.statement;
  const facts = [`key: ${newest.anchor.key}`, `signed last: link ${seq} on ${minuteText(at)}`];
  return isAnchorLate(at, nowMs)
    ? {
        ...warning(`the evidence was last signed on ${minuteText(at)}`, 'see whether the runs of controls are late'),
        facts,
      }
    : ok(facts);
}

/** How far what is given between the nights is verified, whether hooks report, and what to do next. */
export async function judgeLive({ live }: Stores, { live: terms }: { readonly live: LiveTerms }): Promise<CheckResult> {
  if (terms.mode === 'off') {
    return ok([`${describeLiveStatus({ kind: 'off' })}; next: ${nextStepOf({ kind: 'off' }) ?? ''}`]);
  }
  const { report } = await live.readState();
  if (report === undefined) {
    return warning(
      'the sessions were not read yet',
      'a run every hour reads them; to read them now: npx curfew run live',
    );
  }
  const { standing } = report;
  const facts = [describeLiveStatus(standing), hooksText(report)];
  const next = nextStepOf(standing);
  return standing.kind === 'doubted'
    ? { ...warning(standing.reason, next ?? ''), facts: [`mode ${terms.mode}`, ...facts] }
    : ok([`mode ${terms.mode}`, ...facts, ...(next === undefined ? [] : [`next: ${next}`])]);
}

function hooksText({ hookUsers = 0, seenUsers }: LiveReport): string {
  const seen = `${counted(seenUsers, 'person', 'people')} seen`;
  return hookUsers === 0
    ? `${seen}; no hook has reported in the last hours (npx curfew hook --help)`
    : `${seen}; hooks of ${counted(hookUsers, 'person', 'people')} have reported in the last hours`;
}

/** What lies in the tables of an installation, on one machine or in AWS. */
interface InstallationState {
  readonly stores: Stores;
  readonly settings: () => Settings;
  readonly nowMs: number;
}

/** The checks of what lies in the tables; `needs`: the checks without whose success the tables cannot be read. */
export function stateChecks<Work>(needs: readonly string[], stateOf: (work: Work) => Promise<InstallationState>) {
  type Judge = (state: InstallationState) => Promise<CheckResult>;
  const check = (name: string, about: Check<Work>['about'], proves: string, judge: Judge): Check<Work> => ({
    name,
    about,
    proves,
    needs: [...needs, 'settings'],
    run: async (work) => judge(await stateOf(work)),
  });
  const runs = 'no run is late, and the last of each job did not fail';
  const live = 'what is given between the nights rests on totals that agree with the bill';
  return {
    sizes: check('sizes', 'Installation', 'nothing is near a limit of its size', judgeSizes),
    recipients: check('recipients', 'Mail', 'mail reaches all who are to be notified', judgeUnreachable),
    live: check('live', 'Runs', live, async ({ stores, settings }) => judgeLive(stores, settings())),
    runs: { ...check('runs', 'Runs', runs, async ({ stores, nowMs }) => judgeRuns(stores, nowMs)), needs },
  };
}

/** Whether the settings name an admin; `remedy` says where they are set. */
export function judgeAdmins({ admins }: Settings, remedy: string): CheckResult {
  return admins.length === 0 ? warning(noAdmin.what, remedy) : ok([`admins: ${admins.length}`]);
}
