import * as z from 'zod';

import { dynamoBudgetStore } from '../shared/budgets/store.ts';
import { changesOf } from '../shared/caps/cap-plan.ts';
import type { Watch } from '../shared/controls/use-cases/watch-controls.ts';
import type { RunRequest } from '../shared/enforcement/contract.ts';
import type { EnforcementRun } from '../shared/enforcement/use-cases/enforce-budgets.ts';
import { jobs } from '../shared/jobs.ts';
import type { EditsWatched } from '../shared/kernel/records/use-cases/watch-edits.ts';
import { isWindowStart } from '../shared/kernel/runs/run-id.ts';
import { plannedChangeDocument } from '../shared/kernel/runs/use-cases/run-documents.ts';
import { randomIds } from '../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import { minuteText } from '../shared/kernel/time/day.ts';
import type { MailsSent } from '../shared/mail/use-cases/send-mails.ts';
import { noBudgetYet } from '../shared/suggestion/first-budget.ts';
import { dynamoTeamStore } from '../shared/teams/store.ts';
import type { Style } from '../shared/terminal/style.ts';
import type { BatchAnswer } from '../shared/wiring/handlers/edits-handler.ts';
import { stores } from '../shared/wiring/stores.ts';
import type { Closers } from './closers.ts';
import type { BuildOutcome } from './console/build-console.ts';
import { runNow, runWatchers } from './demo/first-evening.ts';
import { hasBudgets, loadDemoBudgets, loadDemoWatched, type RunningDemo } from './demo/load-demo-budgets.ts';
import { moveRoster, plantDemoStory } from './demo/plant-demo-story.ts';
import { jobRunner } from './jobs/job-handlers.ts';
import { startScheduler, type ScheduledJob } from './jobs/scheduler.ts';
import { startMetricsPush } from './metrics-push.ts';
import { openEverything, type Everything } from './open-everything.ts';
import type { StartOptions } from './start-options.ts';
import { backUpIfDue } from './state/ready-tables.ts';
import { ofNewRows, startTableFeed, type HandOver } from './storage/table-feed.ts';
import { readStreams } from './storage/table-stream.ts';
import { describeFailure } from './texts/describe-failure.ts';
import { describeMails } from './texts/describe-mails.ts';
import { describeChanges, tightestFirst } from './texts/describe-plan.ts';
import { describePlatformEvent } from './texts/describe-platform-event.ts';
import { describeRun } from './texts/describe-run.ts';
import {
  describeConsoleBuild,
  describeAddresses,
  describeEdits,
  describeLostEngine,
  describeTrouble,
} from './texts/describe-start.ts';
import { describeWatch } from './texts/describe-watcher-run.ts';

interface StartIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly style: Style;
  say(text: string): void;
  /** A vital part has ended: prints what and what to do, and exits as failed. */
  fail(text: string): void;
}

/** The first night's end; `running` when the schedule continues. */
type StartOutcome = 'running' | 'done' | 'failed';

/** A handler's answer while another run is active: nothing was done or recorded. */
const EndedBusy = z.object({ guard: z.literal('another-run') });

const changesShown = 12;

/** Starts all of Curfew, and the first night unless today's is complete. Fills `closers`. Passes on start errors. */
export async function runCurfew(options: StartOptions, io: StartIo, closers: Closers): Promise<StartOutcome> {
  const platformLogger = (event: Parameters<typeof describePlatformEvent>[0]): void =>
    describePlatformEvent(event).forEach((line) => io.say(line));
  const onMailsSent = (sent: MailsSent): void => describeMails(sent).forEach((line) => io.say(line));
  const onNotice = (text: string): void => io.say(text);
  const onInvalidSettings = (problem: string): void => io.say(problem);
  const onApiError = (error: unknown): void => io.say(`\nA call of the admin API failed: ${describeFailure(error)}`);
  const onConsoleBuilt = (outcome: BuildOutcome): void => describeConsoleBuild(outcome).forEach((line) => io.say(line));
  const onRunAsked = async (of: Everything, request: RunRequest) => runAsked(of, io, request);
  const listeners = {
    platformLogger,
    onMailsSent,
    onNotice,
    onInvalidSettings,
    onApiError,
    onConsoleBuilt,
    onRunAsked,
  };
  const world = { env: io.env, closers, ...listeners };
  const everything = await openEverything(options, world);
  void everything.storage.lost?.then((said) => io.fail(describeLostEngine(said)));
  io.say(describeAddresses(everything, io.style));
  const story = await prepareDemo(everything, io);
  await everything.noteSettings();

  const isEnforcementWell = await runFirstEnforcement(everything, io);
  const isWatchWell = await runFirstWatch(everything, io);
  const isStoryWell = story === undefined || (await runFirstWatchers(everything, io, story));
  const isWell = isEnforcementWell && isWatchWell && isStoryWell;
  await leadToBudgets(everything, io);
  await backUp(everything, io, { atOnce: true });
  if (options.once) {
    return isWell ? 'done' : 'failed';
  }
  // A run brings news, and a large organization's page takes seconds to make.
  const prepareConsole = (): void => (options.console ? void everything.console.prepareConsole() : undefined);
  const scheduler = startScheduler(jobs, async (event) => {
    await runScheduled(everything, io, event);
    await backUp(everything, io);
    prepareConsole();
  });
  const { console: api } = everything;
  const metrics = startMetricsPush({ env: io.env, read: async () => api.readMetrics(), say: (text) => io.say(text) });
  closers.add(() => {
    scheduler.stop();
    metrics.stop();
  });
  followTables(everything, io, closers);
  prepareConsole();
  if (options.console) {
    io.say(
      `\nConsole: ${everything.console.newConsoleLink()}\n  The link signs one browser in, within the hour. Another one: npx curfew console`,
    );
  }
  const next = scheduler.nextRunAt()?.toISOString();
  io.say(`\nThe next run is ${next === undefined ? 'at no time' : `at ${minuteText(next)}`}. Ctrl-C stops everything.`);
  return 'running';
}

/** Without budgets no limit is set; the first budgets are made from the first night's figures. */
async function leadToBudgets({ storage }: Everything, io: StartIo): Promise<void> {
  if (!(await hasBudgets(dynamoBudgetStore(storage.dynamo, storage.tables)))) {
    io.say(`\n${noBudgetYet}`);
  }
}

/** A daily copy of the folder's tables. Failures stop nothing. */
async function backUp(
  { folder, hasOwnTables }: Everything,
  io: StartIo,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<void> {
  try {
    if (hasOwnTables) {
      await backUpIfDue(folder, { nowMs: systemClock.now(), atOnce, onTrouble: (text) => io.say(`\n${text}`) });
    }
  } catch (error) {
    io.say(`\n${describeFailure(error)}`);
  }
}

/** Loads a new demo's budgets and, for a named demo, its story. Returns a new demo. */
async function prepareDemo(
  { isDemo, demoName, storage, platform }: Everything,
  io: StartIo,
): Promise<RunningDemo | undefined> {
  const budgets = dynamoBudgetStore(storage.dynamo, storage.tables);
  if (!isDemo || (await hasBudgets(budgets))) {
    return undefined;
  }
  const unnamed = { emulatorUrl: platform.baseUrl, nowMs: systemClock.now() };
  const named = demoName === undefined ? undefined : { ...unnamed, roster: platform.client };
  if (named !== undefined) {
    await plantDemoStory(named);
    const on = { dynamo: storage.dynamo, tables: storage.tables };
    await loadDemoWatched({ fleet: stores.fleet(on), targets: stores.readinessTargets(on), ids: randomIds }, named);
  }
  const teams = dynamoTeamStore(storage.dynamo, storage.tables);
  const made = await loadDemoBudgets({ budgets, teams, ids: randomIds }, named ?? unnamed);
  io.say(
    `\nThe demo organization was given ${made} budgets and ${named === undefined ? 'a team' : 'teams'}; see them with: npx curfew budgets list, and teams list`,
  );
  return named;
}

/** Runs every watcher, changes the roster and runs the night again, so that each has findings. */
async function runFirstWatchers(everything: Everything, io: StartIo, demo: RunningDemo): Promise<boolean> {
  const evening = { jobs: everything.jobs, style: io.style, say: (text: string) => io.say(text) };
  await runNow(evening, 'roster');
  await moveRoster(demo);
  const scheduledTime = new Date(systemClock.now()).toISOString();
  await jobRunner(everything.jobs)('enforce', { job: 'enforce', schedule: 'nightly', scheduledTime });
  return runWatchers(evening);
}

/** True when the night is done, now or before. */
async function runFirstEnforcement(everything: Everything, io: StartIo): Promise<boolean> {
  // The hourly schedule skips a complete night.
  const event: ScheduledJob = {
    job: 'enforce',
    schedule: 'hourly',
    scheduledTime: new Date(systemClock.now()).toISOString(),
  };
  const nights: EnforcementRun[] = [];
  try {
    await jobRunner(everything.jobs, { onEnforcementRun: (night) => nights.push(night) })(event.job, event);
  } catch (error) {
    if (nights.length === 0) {
      io.say(describeFailure(error));
      return false;
    }
  }
  nights.forEach((night) => io.say(`\n${describeFirstEnforcement(night, event, io.style)}`));
  return nights.every((night) => night.outcome.status !== 'failed');
}

function describeFirstEnforcement(night: EnforcementRun, event: ScheduledJob, style: Style): string {
  const isOlder = night.run.at !== event.scheduledTime;
  const heading = isOlder ? ['Tonight’s run is complete already:'] : [];
  const changes = night.plan === undefined ? [] : tightestFirst(changesOf(night.plan).map(plannedChangeDocument));
  return [
    ...heading,
    describeRun(night, style),
    ...(changes.length === 0 ? [] : ['', 'Limits, the least remaining first:']),
    ...(changes.length === 0 ? [] : [describeChanges(changes, changesShown, style)]),
  ].join('\n');
}

/** True when the controls were read. */
async function runFirstWatch(everything: Everything, io: StartIo): Promise<boolean> {
  const scheduledTime = new Date(systemClock.now()).toISOString();
  const watches: Watch[] = [];
  try {
    await jobRunner(everything.jobs, { onWatch: (watch) => watches.push(watch) })('controls', {
      job: 'controls',
      schedule: 'every-5-minutes',
      scheduledTime,
    });
  } catch (error) {
    if (watches.length === 0) {
      io.say(describeFailure(error));
      return false;
    }
  }
  watches.forEach((watch) => io.say(`\n${describeWatch(watch, io.style)}`));
  return watches.every((watch) => watch.outcome.status !== 'failed');
}

/** A scheduled run: its result is printed, and the schedule continues. Returns the handler's answer, if any. */
async function runScheduled(everything: Everything, io: StartIo, event: ScheduledJob): Promise<unknown> {
  let isSaid = false;
  const onEnforcementRun = (night: EnforcementRun): void => {
    isSaid = true;
    // A night complete before is no news, nor is a day without a platform window start.
    if (night.run.at === event.scheduledTime && !isIdleWindowStart(night)) {
      io.say(`\n${describeRun(night, io.style)}`);
    }
  };
  const onWatch = (watch: Watch): void => {
    isSaid = true;
    // An unchanged look every five minutes is no news.
    if (watch.reports.length > 0 || watch.outcome.status === 'failed') {
      io.say(`\n${describeWatch(watch, io.style)}`);
    }
  };
  try {
    await everything.noteSettings();
    return await jobRunner(everything.jobs, { onEnforcementRun, onWatch })(event.job, event);
  } catch (error) {
    if (!isSaid) {
      io.say(`\nThe run of ${event.scheduledTime} ended early: ${describeFailure(error)}. The schedule goes on.`);
    }
    return undefined;
  }
}

async function runAsked(everything: Everything, io: StartIo, request: RunRequest): Promise<'ended' | 'busy'> {
  const ended = await runScheduled(everything, io, request as ScheduledJob);
  return EndedBusy.safeParse(ended).success ? 'busy' : 'ended';
}

function isIdleWindowStart({ run, outcome }: EnforcementRun): boolean {
  return isWindowStart(run.runId) && outcome.status === 'complete' && outcome.capsChanged === 0;
}

/** Starts stream-triggered jobs; the mailer needs no stream, since every run sends at its end. */
function followTables(everything: Everything, io: StartIo, closers: Closers): void {
  const { storage } = everything;
  const reader = readStreams(storage);
  closers.add(() => reader.close());
  const onEdits = (watched: EditsWatched): void => describeEdits(watched).forEach((line) => io.say(line));
  for (const { name, streams, sendsMail } of jobs) {
    if (streams === undefined || sendsMail) {
      continue;
    }
    const followed = streams.of.map((key) => reader.streamOf(storage.tables[key]));
    // Answers like Lambda: with the failed changes.
    const handOver: HandOver = async (event) =>
      (await jobRunner(everything.jobs, { onEdits })(name, event)) as BatchAnswer;
    const feed = startTableFeed(followed, streams.rows === 'new' ? ofNewRows(handOver) : handOver, {
      onTrouble: (trouble) => describeTrouble(trouble).forEach((line) => io.say(line)),
    });
    closers.add(() => feed.stop());
  }
}
