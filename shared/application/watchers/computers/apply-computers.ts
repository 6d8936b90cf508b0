import {
  withAttempt,
  withOutcome,
  type Attempt,
  type ComputerRecord,
} from '../../../domain/computers/computer-record.ts';
import type { ComputerDecision } from '../../../domain/computers/decide-computer.ts';
import type { ComputerSeen } from '../../../domain/computers/observe-computers.ts';
import type { JournalEntry } from '../../../domain/journal/journal-entry.ts';
import type { CollectedComputers, ReadOne } from './collect-computers.ts';
import type { Written, ComputersWork } from './ports.ts';

/** What a run did. */
export interface AppliedComputers {
  readonly seen: readonly ComputerSeen[];
  readonly problems: readonly string[];
}

/** Does what is allowed, one computer after the other, and keeps what was read. */
export async function applyComputers(
  work: ComputersWork,
  collected: CollectedComputers,
  plan: { readonly decisions: readonly ComputerDecision[]; readonly stopAtMs: number },
): Promise<AppliedComputers> {
  const { ports } = work;
  const changed = collected.read.filter(({ before, record }) => before !== record).map(({ record }) => record);
  await ports.journal.append(collected.read.flatMap((one) => settledEntries(work, one)));
  await ports.store.put(changed);
  await ports.store.putFacts(collected.facts);
  await ports.store.forget(collected.departed);
  const seen: ComputerSeen[] = [];
  const problems: string[] = [];
  for (const decision of plan.decisions) {
    const isDue = decision.next.kind === 'act' && decision.next.allowedBy !== 'nobody';
    const isLate = ports.clock.now() >= plan.stopAtMs;
    const done = isDue && !isLate ? await act(work, decision) : undefined;
    if (isDue && isLate) {
      problems.push(`The computer ${decision.desired.name} waits for the next run: this one reached its deadline`);
    }
    seen.push({ decision, ...(done !== undefined && { done }) });
  }
  return { seen, problems };
}

/** Writes down what is about to be done, does it once, and writes down what came of it. */
async function act(work: ComputersWork, decision: ComputerDecision): Promise<Attempt | undefined> {
  const { ports, asOf } = work;
  const { next, record } = decision;
  if (next.kind !== 'act') {
    return undefined;
  }
  const { action, cause } = next;
  const attempt = { action, cause, at: asOf(), status: 'unknown' } as const;
  const begun = withAttempt(record, attempt);
  await ports.store.put([begun]);
  const written = action === 'create' ? await create(work, decision) : await retryInstall(work, begun);
  const outcome = {
    status: written.kind,
    ...(written.kind !== 'done' && { problem: written.problem }),
  };
  const ended = withOutcome(begun, outcome, written.kind === 'done' ? written.computer : undefined);
  const done: Attempt = { ...attempt, ...outcome };
  await ports.journal.append([actionEntry(work, record.name, done)]);
  await ports.store.put([ended]);
  return done;
}

/**
 * A computer that is there by now is not created: names tell computers apart, and the platform does not say that it
 * refuses a second one of a name. After a lost answer the name says whether it was created.
 */
async function create({ ports }: ComputersWork, { desired }: ComputerDecision): Promise<Written> {
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

async function retryInstall({ ports }: ComputersWork, { found }: ComputerRecord): Promise<Written> {
  return found === undefined
    ? { kind: 'failed', problem: 'its id is not known' }
    : ports.computers.retryInstall(found.id);
}

function actionEntry({ run }: ComputersWork, name: string, attempt: Attempt): JournalEntry {
  const { action, status, cause, problem } = attempt;
  return {
    id: `${run.runId}/computer/${name}/${action}/${status}`,
    at: attempt.at,
    kind: 'computer-action',
    actor: 'curfew',
    runId: run.runId,
    subject: name,
    detail: { action, status, cause, problem: problem ?? null },
  };
}

/** Creations whose answer was lost, and whose computer was found now. A reading may drop other attempts before them. */
function settledEntries(work: ComputersWork, { before, record }: ReadOne): readonly JournalEntry[] {
  const isDone = ({ at, action }: Attempt): boolean =>
    record.attempts.some((each) => each.at === at && each.action === action && each.status === 'done');
  return before.attempts
    .filter((attempt) => attempt.status === 'unknown' && isDone(attempt))
    .map((attempt) => ({ ...actionEntry(work, record.name, { ...attempt, status: 'done' }), at: work.run.at }));
}
