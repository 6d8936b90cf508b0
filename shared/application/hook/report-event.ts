import { windowAt, type PlatformWindow } from '../../domain/budgets/window.ts';
import { isAtWork, type Hint, type HookEvent } from '../../domain/hook/hint.ts';
import { hookTokenId } from '../../domain/hook/hook-token.ts';
import { describeLeft, personalLeft, type PersonalLeft } from '../../domain/hook/personal-left.ts';
import { dayOf } from '../../domain/time/day.ts';
import type { LiveStore } from '../enforcement/live/ports.ts';
import type { LedgerStore, LimitStore } from '../enforcement/ports.ts';
import type { Clock } from '../runs/ports.ts';
import { gatherHints } from './gather-hints.ts';
import type { HintStore, HookTokenStore } from './ports.ts';

interface ReportPorts {
  readonly hookTokens: Pick<HookTokenStore, 'find'>;
  readonly hints: Pick<HintStore, 'record'>;
  readonly limits: Pick<LimitStore, 'find'>;
  readonly ledger: Pick<LedgerStore, 'listDays' | 'readUser'>;
  readonly live: Pick<LiveStore, 'readSeen'>;
  readonly clock: Clock;
  /** Called with each person who is at work, once that is recorded. It does not raise. */
  readonly onAtWork?: (userId: string) => Promise<void>;
}

interface ReportSettings {
  readonly platformWindowAnchorDay: number;
  readonly unlimitedCredits: number;
}

/** What a hook says. `test`: nothing is recorded. */
export type ReportedEvent = { readonly event: 'test' } | { readonly event: HookEvent; readonly sessionId: string };

/** `unknown-token`: it is none of ours, or is revoked. */
export type ReportOutcome =
  | { readonly kind: 'reported'; readonly left: PersonalLeft | undefined; readonly say: string }
  | { readonly kind: 'unknown-token' };

/** Takes one event of one hook, under the token that it came with. */
export type ReportEvent = (token: string, reported: ReportedEvent) => Promise<ReportOutcome>;

/** A token that is revoked works no longer than this. */
const tokenKeptMs = 20_000;
/** A changed limit shows after so long. */
const leftKeptMs = 30_000;
/** Known use moves once a night. */
const usedKeptMs = 10 * 60_000;
const countMax = 20_000;

/** Takes events of hooks. What it reads it keeps for a short time: an answer costs next to nothing. */
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

/** Reads what one person has left, from what is stored of that person alone. */
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
  // The days are part of the key: a window that has turned, or a day that has become known, is read again at once.
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
      ...(through !== undefined && { through }),
      ...(seen !== undefined && { seen: seen.days }),
    });
  });
}

interface KeptTerms {
  readonly clock: Clock;
  readonly keptMs: number;
  /** Of so many at most; the one that was asked for first goes first. */
  readonly countMax: number;
}

/** Reads a value by its key, and gives the same for a time. Whoever asks while it is read waits for that reading. */
export function keptForATime<T>(
  { clock, keptMs, countMax }: KeptTerms,
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
    // What failed is read again by the next who asks.
    value.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > countMax && oldest !== undefined) {
      kept.delete(oldest);
    }
    return value;
  };
}
