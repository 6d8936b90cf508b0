import {
  memoryControlsDecisionStore,
  memoryWatchStateStore,
  memoryRevisionStore,
} from '../../../shared/controls/store/memory-controls-stores.ts';
import type { Run, RunOutcome } from '../../../shared/kernel/runs/run.ts';
import { memoryReadinessStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { Mail, OutboxMail } from '../../../shared/mail/mail.ts';
import { aroundPorts, type Around } from '../around-ports.ts';
import type { EnforcementWorld } from '../enforcement-world.ts';
import { runMailer } from '../mailer-process.ts';
import { interruption, type Stop } from '../sudden-end.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';

interface Ended {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/** The stores of a world and the mail service, as a watcher has them. */
function standingPorts({ clock, stores, sender }: EnforcementWorld) {
  return {
    clock,
    ...stores,
    sender,
    readiness: memoryReadinessStore(),
    revisions: memoryRevisionStore(),
    watchState: memoryWatchStateStore(),
    decisions: memoryControlsDecisionStore(),
  };
}

interface WatcherRun<Extra extends object> {
  /** ISO instant as of which it runs. */
  readonly at: string;
  readonly job: string;
  /** Ports beside those of the world. */
  readonly extra: Extra;
  readonly watch: (
    ports: ReturnType<typeof standingPorts> & Extra,
    order: { readonly runId: string; readonly atMs: number; readonly stopAtMs: number },
  ) => Promise<Ended>;
}

/** One run of a watcher and the mailer after it, disturbed at one of its effects; each takes a tenth of a second. */
export async function runWatcher<Extra extends object>(
  world: EnforcementWorld,
  { at, job, extra, watch }: WatcherRun<Extra>,
  stop?: Stop,
): Promise<{ readonly ended: Ended | 'died' | 'threw'; readonly effects: readonly string[] }> {
  world.clock.moveTo(at);
  const { around, death, effects } = interruption(stop);
  const timed: Around = async (call, perform) => {
    world.clock.moveBy(call.isEffect ? minuteMs / 600 : 0);
    return around(call, perform);
  };
  const ports = { ...aroundPorts({ ...standingPorts(world), ...extra }, timed), clock: world.clock };
  const order = { runId: `${job}-${at}-test`, atMs: Date.parse(at), stopAtMs: world.clock.now() + hourMs };
  const work = async (): Promise<Ended> => {
    const ended = await watch(ports, order);
    await runMailer(ports);
    return ended;
  };
  const running = work().catch((error: unknown) => {
    if (stop === undefined || !(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw' as const;
  });
  return { ended: await Promise.race([running, death]), effects };
}

/** Every mail that was ever written whose text holds a word, with its state. */
export async function mailsWith(
  { stores: { outbox } }: EnforcementWorld,
  word: string,
): Promise<readonly OutboxMail[]> {
  const mails = await Promise.all(outbox.writtenMailIds().map(async (mailId) => outbox.find(mailId)));
  return mails.filter((entry): entry is OutboxMail => entry?.mail.text.includes(word) === true);
}

/** How often each mail went out, at most. */
export function mostDeliveries(delivered: readonly Mail[]): number {
  const counts = Map.groupBy(delivered, ({ mailId }) => mailId);
  return Math.max(0, ...[...counts.values()].map((mails) => mails.length));
}
