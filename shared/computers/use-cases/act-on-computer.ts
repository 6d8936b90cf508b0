import { withAttempt, withOutcome, type Attempt, type ComputerRecord } from '../computer-record.ts';
import type { ComputerDecision } from '../decide-computer.ts';
import { actionEntry } from './action-entries.ts';
import type { ComputerWrite, ComputersWork } from './ports.ts';

/** Records an action before doing it once, then records its result. */
export async function actOnComputer(work: ComputersWork, decision: ComputerDecision): Promise<Attempt | undefined> {
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
  await ports.journal.append([actionEntry(work.run.runId, record.name, done)]);
  await ports.store.put([ended]);
  return done;
}

/**
 * Does not create a computer that exists: names identify computers, and the platform may not refuse a duplicate. After
 * a lost answer the name tells whether it was created.
 */
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
