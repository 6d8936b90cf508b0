import type { Baseline } from '../../../shared/controls/baseline.ts';
import type { ControlChange } from '../../../shared/controls/control-change.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { describeControlsReport } from '../../../shared/controls/mail/describe-controls-report.ts';
import {
  memoryControlsDecisionStore,
  memoryEvidenceChain,
  memoryWatchStateStore,
  memoryRevisionStore,
} from '../../../shared/controls/store/memory-controls-stores.ts';
import { watchControls, type Watch } from '../../../shared/controls/use-cases/watch-controls.ts';
import type { ControlsRules, WatchPorts, WatchSettings } from '../../../shared/controls/use-cases/watch-work.ts';
import { memoryAnchorStore, type MemoryAnchorStore, memoryHeadSigner } from '../../../shared/evidence/memory-store.ts';
import { evidenceWriter } from '../../../shared/evidence/use-cases/record-evidence.ts';
import type { RecipientStore } from '../../../shared/mail/ports.ts';
import {
  memoryMailSender,
  type MemoryMailSender,
  type MemoryOutbox,
} from '../../../shared/mail/store/memory-mail-stores.ts';
import type { MemoryAlertStore } from '../../../shared/notifications/store/memory-alert-store.ts';
import { aroundPorts, type Around } from '../around-ports.ts';
import { runMailer } from '../mailer-process.ts';
import { interruption, type Stop } from '../sudden-end.ts';
import { hourMs, minuteMs, virtualClock, type VirtualClock } from '../virtual-clock.ts';
import { watcherStores } from '../watcher-stores.ts';
import { historyModel, type HistoryModel } from './history-model.ts';

/** A platform whose controls change, Curfew's stores, and the mails between them. */
export interface ControlsWorld {
  readonly clock: VirtualClock;
  readonly history: HistoryModel;
  readonly sender: MemoryMailSender;
  readonly stores: Omit<WatchPorts, 'clock' | 'history'> & {
    readonly outbox: MemoryOutbox;
    readonly alerts: MemoryAlertStore;
    readonly recipients: RecipientStore;
    readonly anchors: MemoryAnchorStore;
  };
  settings: WatchSettings;
  runs: number;
}

export const startMs = Date.parse('2026-03-02T08:00:00Z');
export const contact = 'security@acme.example';

export function aControlsWorld(): ControlsWorld {
  return {
    clock: virtualClock(startMs),
    history: historyModel(startMs - 24 * hourMs),
    sender: memoryMailSender(),
    stores: {
      ...watcherStores(),
      revisions: memoryRevisionStore(),
      state: memoryWatchStateStore(),
      evidence: memoryEvidenceChain(),
      signer: memoryHeadSigner(),
      anchors: memoryAnchorStore(),
      decisions: memoryControlsDecisionStore(),
    },
    settings: {
      admins: ['admin@acme.example'],
      alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
      controls: { securityContacts: [contact], approvedChangers: [] },
    },
    runs: 0,
  };
}

/** Compares top-level settings only: what the watcher does with changes does not depend on what they mean. */
const plainRules: ControlsRules = { diff: plainDiff, describe: describeControlsReport };

interface WatchInvocation {
  readonly runId?: string;
  readonly dryRun?: boolean;
  readonly stopAfterMs?: number;
  /** What changes mean; nothing but that they are there, unless given. */
  readonly rules?: ControlsRules | 'as-set';
  readonly around?: Around;
  readonly alter?: (ports: WatchPorts) => WatchPorts;
  /** The mailer, which what is written starts, does not run. */
  readonly isUnsent?: boolean;
}

/** Runs the watcher at the present moment of the world's clock, and then the mailer. */
export async function watch(world: ControlsWorld, invocation: WatchInvocation = {}): Promise<Watch> {
  const { clock, history, sender, stores, settings } = world;
  world.runs += 1;
  const {
    runId = `controls-${world.runs}`,
    dryRun = false,
    stopAfterMs = hourMs,
    around,
    alter,
    rules = plainRules,
  } = invocation;
  const plain: WatchPorts = { clock, history, ...stores };
  const altered = { ...(alter?.(plain) ?? plain), clock, sender };
  const { sender: watchedSender, ...ports } = around === undefined ? altered : aroundPorts(altered, around);
  const order = { runId, atMs: clock.now(), dryRun, stopAtMs: clock.now() + stopAfterMs };
  const seen = await watchControls(ports, rules === 'as-set' ? { settings } : { rules, settings }, order);
  if (invocation.isUnsent !== true && !dryRun) {
    await runMailer({ ...ports, sender: watchedSender });
  }
  return seen;
}

/** The same five minutes later. */
export async function watchLater(world: ControlsWorld, invocation: WatchInvocation = {}): Promise<Watch> {
  world.clock.moveBy(5 * minuteMs);
  return watch(world, invocation);
}

/** Runs the watcher with one of its effects disturbed; each effect takes a tenth of a second. */
export async function watchDisturbed(
  world: ControlsWorld,
  invocation: WatchInvocation,
  stop?: Stop,
): Promise<{ readonly ended: Watch | 'died' | 'threw'; readonly effects: readonly string[] }> {
  const { around, death, effects } = interruption(stop);
  const timed: Around = async (call, perform) => {
    world.clock.moveBy(call.isEffect ? 100 : 0);
    return around(call, perform);
  };
  const running = watch(world, { ...invocation, around: timed }).catch((error: unknown) => {
    if (stop === undefined || !(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw' as const;
  });
  return { ended: await Promise.race([running, death]), effects };
}

export function aBaseline(settings: JsonObject): Baseline {
  const approvedAt = new Date(startMs).toISOString();
  return { settings, source: { kind: 'revision', revision: 1 }, approvedBy: 'ann@acme.example', approvedAt };
}

/** Approves settings as the first baseline, with the link that such a decision leaves. */
export async function approve({ clock, stores }: ControlsWorld, settings: JsonObject): Promise<void> {
  await stores.decisions.approveBaseline(aBaseline(settings), 0);
  const writer = await evidenceWriter({ clock, evidence: stores.evidence });
  await writer.add({ kind: 'baseline', id: 'baseline/1', body: { version: 1 } });
}

/** What each contact was told, in the order of sending. */
export function mailsTo(world: ControlsWorld, to: string = contact) {
  return world.sender.delivered().filter((mail) => mail.to === to);
}

function plainDiff(before: JsonObject, after: JsonObject): readonly ControlChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({
      path: key,
      field: key,
      kind: 'scalar',
      direction: 'changed',
      severity: 'medium',
      ...(before[key] === undefined ? {} : { before: before[key] }),
      ...(after[key] === undefined ? {} : { after: after[key] }),
      added: [],
      removed: [],
      sentence: `${key} was ${JSON.stringify(before[key])} and is ${JSON.stringify(after[key])}.`,
      why: '',
      remedy: '',
      controlIds: [],
      notes: [],
      rule: `${key}/1`,
    }));
}
