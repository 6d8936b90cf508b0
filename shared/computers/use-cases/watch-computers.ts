import type { JournalEntry } from '../../journal/journal-entry.ts';
import { isSameValue } from '../../kernel/records/same-value.ts';
import { findingOf } from '../../kernel/runs/finding.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { computersJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { asOf, passed, type RunOrder, type WorkEnd } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { LookedForUnder } from '../../notifications/conditions/decide-conditions.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { sessionSourceNeeds } from '../../sessions/ports.ts';
import { type Attempt, type ComputerRecord, withAttempt, withOutcome } from '../computer-record.ts';
import { type ComputerDecision, decideComputer } from '../decide-computer.ts';
import {
  type ComputerSeen,
  findingOfComputer,
  observeComputer,
  observeFleetList,
  observeUnlisted,
} from '../observe-computers.ts';
import { type ComputersPlan, planComputers } from '../plan-computers.ts';
import { computersNeeds, computerStoreNeeds, type ComputerWrite } from '../ports.ts';
import { collectComputers, type CollectedComputers, type ReadOne } from './collect-computers.ts';
import type { ComputerPorts, ComputerSettings, ComputersWork } from './computers-work.ts';

function actionEntry(runId: string, name: string, attempt: Attempt): JournalEntry {
  const { action, status, cause, problem } = attempt;
  return {
    id: `${runId}/computer/${name}/${action}/${status}`,
    at: attempt.at,
    kind: 'computer-action',
    actor: 'curfew',
    runId,
    subject: name,
    detail: { action, status, cause, problem: problem ?? null },
  };
}

/** Creations whose answer was lost and whose computer is found now. A reading may drop other attempts before them. */
function settledEntries({ run }: ComputersWork, { before, record }: ReadOne): readonly JournalEntry[] {
  const isDone = ({ at, action }: Attempt): boolean =>
    record.attempts.some((each) => each.at === at && each.action === action && each.status === 'done');
  return before.attempts
    .filter((attempt) => attempt.status === 'unknown' && isDone(attempt))
    .map((attempt) => ({ ...actionEntry(run.runId, record.name, { ...attempt, status: 'done' }), at: run.at }));
}

/** Records an action before doing it once, then records its result. */
async function actOnComputer(work: ComputersWork, decision: ComputerDecision): Promise<Attempt | undefined> {
  const { ports } = work;
  const { next, record } = decision;
  if (next.kind !== 'act') {
    return undefined;
  }
  const { action, cause } = next;
  const attempt = { action, cause, at: asOf(work), status: 'unknown' } as const;
  const begun = withAttempt(record, attempt);
  await ports.store.put([begun]);
  const written = action === 'create' ? await create(work, decision) : await retryInstall(work, begun);
  const outcome = {
    status: written.kind,
    ...(written.kind !== 'done' && { problem: written.problem }),
  };
  const ended = withOutcome(begun, outcome, written.kind === 'done' ? written.computer : undefined);
  const done: Attempt = { ...attempt, ...outcome };
  await ports.journal.append([actionEntry(work.run.runId, record.name, done)]);
  await ports.store.put([ended]);
  return done;
}

/** Creates no computer whose name exists: the platform may allow duplicates, and a lost answer may have created it. */
async function create({ ports }: ComputersWork, { desired }: ComputerDecision): Promise<ComputerWrite> {
  const { name, entry } = desired;
  const now = await ports.computers.find(name);
  if (now.kind === 'found') {
    return { kind: 'done', computer: now.computer };
  }
  if (now.kind === 'failed') {
    return { kind: 'failed', problem: `it was not sent, since the name could not be looked up: ${now.problem}` };
  }
  const written = await ports.computers.create(name, entry);
  if (written.kind === 'done') {
    return written;
  }
  const after = await ports.computers.find(name);
  return after.kind === 'found' ? { kind: 'done', computer: after.computer } : written;
}

async function retryInstall({ ports }: ComputersWork, { found }: ComputerRecord): Promise<ComputerWrite> {
  return found === undefined
    ? { kind: 'failed', problem: 'its id is not known' }
    : ports.computers.retryInstall(found.id);
}

interface AppliedComputers {
  readonly seen: readonly ComputerSeen[];
  readonly problems: readonly string[];
}

/** Carries out the allowed actions one by one, and stores what was read. */
async function applyComputers(
  work: ComputersWork,
  collected: CollectedComputers,
  plan: { readonly decisions: readonly ComputerDecision[]; readonly stopAtMs: number },
): Promise<AppliedComputers> {
  const { ports } = work;
  const changed = collected.read.filter((one) => isNews(one, collected)).map(({ record }) => record);
  await ports.journal.append(collected.read.flatMap((one) => settledEntries(work, one)));
  await ports.store.put(changed);
  await ports.store.putFacts(collected.facts);
  await ports.store.forget(collected.departed);
  const seen: ComputerSeen[] = [];
  const problems: string[] = [];
  for (const decision of plan.decisions) {
    const isDue = decision.next.kind === 'act' && decision.next.allowedBy !== 'nobody';
    const isLate = ports.clock.now() >= plan.stopAtMs;
    const done = isDue && !isLate ? await actOnComputer(work, decision) : undefined;
    if (isDue && isLate) {
      problems.push(`The computer ${decision.desired.name} waits for the next run: this one reached its deadline`);
    }
    seen.push({ decision, done });
  }
  return { seen, problems };
}

/** A run that read the whole list notes that once and does not rewrite unchanged computers. */
function isNews({ before, record }: ReadOne, { facts, at }: CollectedComputers): boolean {
  const known = facts.wholeAt === at ? { ...before, readAt: record.readAt } : before;
  return before.readAt === undefined || !isSameValue(known, record);
}

type ComputersEnd = WorkEnd<CollectedComputers, ComputersPlan, AppliedComputers>;

/** Checks the fleet's computers once: creates missing ones and retries failed ones where allowed. */
export async function watchComputers(ports: ComputerPorts, settings: ComputerSettings, order: RunOrder) {
  const { stopAtMs } = order;
  const terms = settings.computers;
  return runJob(ports, order, frameOf(ports), async (work) => {
    const { run } = work;
    const end = await endOf(async () => {
      const collected = await collectComputers(work, terms, stopAtMs);
      const plan = planOf(collected, terms, run.at);
      const { decisions } = plan;
      const applied = await applyPermitted(work, passed, async () =>
        applyComputers(work, collected, { decisions, stopAtMs }),
      );
      return { collected, plan, ...applied };
    });
    return closeRun(work, end, outcomeOf, {
      observe: async (own) => {
        const observations = { at: run.at, observed: observationsOf(own), lookedFor: lookedForBy(own) };
        const routing = await readRouting(work.ports.recipients, settings);
        await notify(work.ports, run, { lease: 'computers', observations, routing });
      },
      compose: async (_outcome, nowMs) => composeDueMails(work.ports, run, { lease: 'computers', settings, nowMs }),
    });
  });
}

function frameOf({ leases, ids, runs, journal }: ComputerPorts) {
  return {
    name: computersJob,
    lease: { leases, ids, name: computersJob, durationMs: 10 * 60_000, doing: 'looking at the computers', needs },
    record: { runs, journal },
  };
}

function planOf(
  { read, facts, approvals }: CollectedComputers,
  terms: ComputerSettings['computers'],
  at: string,
): ComputersPlan {
  const known = { at, terms, words: facts.words, approvals };
  const decisions = read.map(({ desired, record }) => decideComputer(desired, record, known));
  return planComputers(decisions, terms.createsPerRun);
}

const needs: LeaseNeeds<ComputerPorts> = {
  ...watcherNeeds,
  fleet: 'free',
  store: computerStoreNeeds,
  computers: computersNeeds,
  sessions: sessionSourceNeeds,
};

function seenBy(end: ComputersEnd): readonly ComputerSeen[] {
  return end.kind === 'applied' ? end.applied.seen : end.plan.decisions.map((decision) => ({ decision }));
}

function listObservations({ collected }: ComputersEnd) {
  return [...observeFleetList(collected.fleet, collected.invalid), ...observeUnlisted(collected.unlisted ?? [])];
}

function observationsOf(end: ComputersEnd) {
  return [...seenBy(end).flatMap((seen) => observeComputer(seen) ?? []), ...listObservations(end)];
}

/** Only conditions of computers this run read can resolve, and those of computers that left the list. */
function lookedForBy({ collected }: ComputersEnd): LookedForUnder<'computers'> {
  const names = [...collected.read.map(({ desired }) => desired.name), ...collected.departed];
  return {
    'computer-missing': names,
    'computer-failed': names,
    'computer-hangs': names,
    'computer-unknown': names,
    'fleet-list': 'all',
    'computer-unlisted': collected.unlisted === undefined ? 'none' : 'all',
  };
}

function outcomeOf(end: ComputersEnd): RunOutcome {
  const { collected, plan } = end;
  const problems = [
    ...(plan.creationHeld === undefined
      ? []
      : [`${plan.creationHeld}: nothing is created but what "npx curfew fleet apply" names`]),
    ...collected.problems,
    ...(end.kind === 'applied' ? end.applied.problems : []),
  ];
  const isUnknown = seenBy(end).some(({ done }) => done?.status === 'unknown');
  return {
    status: problems.length === 0 && !isUnknown ? 'complete' : 'partial',
    alerts: 0,
    isUnfinished: false,
    problems,
    findings: [
      ...seenBy(end).flatMap((seen) => findingOfComputer(seen) ?? []),
      ...listObservations(end).map((observation) => findingOf(observation)),
    ],
  };
}
