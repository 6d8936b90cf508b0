import { isSameValue } from '../../kernel/records/same-value.ts';
import type { Attempt } from '../computer-record.ts';
import type { ComputerDecision } from '../decide-computer.ts';
import type { ComputerSeen } from '../observe-computers.ts';
import { settledEntries } from './action-entries.ts';
import type { CollectedComputers, ReadOne } from './collect-computers.ts';
import type { ComputersWork } from './ports.ts';

export interface AppliedComputers {
  readonly seen: readonly ComputerSeen[];
  readonly problems: readonly string[];
}

/** Carries out the allowed actions one by one, and stores what was read. */
export async function applyComputers(
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
    const done = isDue && !isLate ? await act(work, decision) : undefined;
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

/** A late import: most runs have nothing to do. */
async function act(work: ComputersWork, decision: ComputerDecision): Promise<Attempt | undefined> {
  const { actOnComputer } = await import('./act-on-computer.ts');
  return actOnComputer(work, decision);
}
