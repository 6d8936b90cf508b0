import { type PlatformWindow, windowAt } from '../../budgets/window.ts';
import type { LedgerStore, LimitStore } from '../../enforcement/ports.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { dayOf } from '../../kernel/time/day.ts';
import type { LiveStore } from '../../live/ports.ts';
import { type Hint, hintKey, type HookEvent, isAtWork } from '../hint.ts';
import { hookTokenId } from '../hook-token.ts';
import { describeLeft, personalLeft, type PersonalLeft } from '../personal-left.ts';
import type { HintStore, HookTokenStore } from '../ports.ts';

const hintsMax = 100;

/** Records hints, in batches while a write runs: a burst costs few writes. Resolves when its own hint is recorded. */
export function gatherHints(store: HintStore): (hint: Hint) => Promise<void> {
  const waiting: { readonly hint: Hint; readonly done: () => void; readonly failed: (error: unknown) => void }[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, hintsMax);
      const last = new Map(batch.map(({ hint }) => [hintKey(hint), hint]));
      try {
        await store.record([...last.values()]);
        batch.forEach(({ done }) => done());
      } catch (error) {
        batch.forEach(({ failed }) => failed(error));
      }
    }
    isWriting = false;
  }

  return async (hint) =>
    new Promise((done, failed) => {
      waiting.push({ hint, done, failed });
      if (!isWriting) {
        void write();
      }
    });
}

interface ReportPorts {
  readonly hookTokens: HookTokenStore;
  readonly hints: HintStore;
  readonly limits: LimitStore;
  readonly ledger: LedgerStore;
  readonly live: LiveStore;
  readonly clock: Clock;
  /** Called with each active person once that is recorded. It does not throw. */
  readonly onAtWork?: (userId: string) => Promise<void>;
}

interface ReportSettings {
  readonly platformWindowAnchorDay: number;
  readonly unlimitedCredits: number;
}

/** A hook's report. `test`: nothing is recorded. */
export type ReportedEvent = { readonly event: 'test' } | { readonly event: HookEvent; readonly sessionId: string };

/** `unknown-token`: the token is unknown or revoked. */
export type ReportOutcome =
  | { readonly kind: 'reported'; readonly left: PersonalLeft | undefined; readonly say: string }
  | { readonly kind: 'unknown-token' };

/** Handles one event of one hook, authenticated by its token. */
export type ReportEvent = (token: string, reported: ReportedEvent) => Promise<ReportOutcome>;

/** A revoked token works for at most this long. */
const tokenKeptMs = 20_000;
/** Delay until a changed limit shows. */
const leftKeptMs = 30_000;
/** Known use changes once a night. */
const usedKeptMs = 10 * 60_000;
const countMax = 20_000;

/** Handles hook events. Caches what it reads for a short time to keep answers cheap. */
export function eventReporter(ports: ReportPorts, settings: () => ReportSettings): ReportEvent {
  const { clock, hookTokens } = ports;
  const record = gatherHints(ports.hints);
  const tokens = keptForATime({ clock, keptMs: tokenKeptMs, countMax }, async (id) => hookTokens.find(id));
  const lefts = leftReader(ports, settings);
  const take = async (hint: Hint): Promise<void> => {
    await record(hint);
    if (isAtWork(hint.event)) {
      await ports.onAtWork?.(hint.userId);
    }
  };

  return async (text, reported) => {
    const id = hookTokenId(text);
    const token = id === undefined ? undefined : await tokens(id);
    if (token === undefined || token.revokedAt !== undefined) {
      return { kind: 'unknown-token' };
    }
    const { userId } = token;
    const atMs = clock.now();
    const recorded = reported.event === 'test' ? undefined : take({ userId, atMs, ...reported });
    const [left] = await Promise.all([lefts(userId), recorded]);
    return { kind: 'reported', left, say: describeLeft(left) };
  };
}

function leftReader(
  { limits, ledger, live, clock }: ReportPorts,
  settings: () => ReportSettings,
): (userId: string) => Promise<PersonalLeft | undefined> {
  const terms = { clock, countMax };
  const windowOf = () => {
    const today = dayOf(clock.now());
    const platformWindow: PlatformWindow = { anchorDay: settings().platformWindowAnchorDay };
    return { today, platformWindow, window: windowAt('platform', today, platformWindow) };
  };
  const lastDays = keptForATime({ ...terms, keptMs: usedKeptMs }, async (from) => {
    const days = await ledger.listDays({ from, through: windowOf().today });
    return days.findLast(({ status }) => status === 'complete')?.day;
  });
  // The days are in the key, so that a reset window or a newly known day is read again at once.
  const used = keptForATime({ ...terms, keptMs: usedKeptMs }, async (key) => {
    const rows = await ledger.readUser(key.slice(key.indexOf('/') + 1), windowOf().window);
    return rows.reduce((sum, { credits }) => sum + credits, 0);
  });
  return keptForATime({ ...terms, keptMs: leftKeptMs }, async (userId) => {
    const { today, platformWindow, window } = windowOf();
    const record = await limits.find(userId);
    const through = await lastDays(window.from);
    const [usedCredits, seen] = await Promise.all([used(`${today} ${through ?? ''}/${userId}`), live.readSeen(userId)]);
    const { unlimitedCredits } = settings();
    return personalLeft(record, {
      usedCredits,
      today,
      platformWindow,
      unlimitedCredits,
      through,
      seen: seen?.days,
    });
  });
}

/** Caches values by key for a time. Concurrent callers share one read. */
export function keptForATime<T>(
  {
    clock,
    keptMs,
    countMax,
  }: {
    readonly clock: Clock;
    readonly keptMs: number;
    /** Cache size; the least recently requested entry is evicted. */
    readonly countMax: number;
  },
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new Map<string, { readonly value: Promise<T>; readonly untilMs: number }>();
  return async (key) => {
    const found = kept.get(key);
    if (found !== undefined && clock.now() < found.untilMs) {
      return found.value;
    }
    const value = read(key);
    kept.delete(key);
    kept.set(key, { value, untilMs: clock.now() + keptMs });
    // A failed read is retried by the next caller.
    value.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > countMax && oldest !== undefined) {
      kept.delete(oldest);
    }
    return value;
  };
}
