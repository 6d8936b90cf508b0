import { watchEdits, type EditsWatched, type WatchPorts } from '../../shared/application/watch-edits.ts';
import type { BudgetRowKey } from '../../shared/application/ports.ts';
import { aroundPorts, type Around } from './around-ports.ts';
import type { BudgetRow } from './budget-oracle.ts';
import { runMailer } from './mailer-process.ts';
import { setBudgets, type NightWorld } from './night-world.ts';
import { interruption, type Interruption, type Stop } from './sudden-end.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

/** Changes rows of the budgets table as a hand with the tools of the table would; the others stay as they are. */
export function editByHand(world: NightWorld, rows: readonly BudgetRow[]): void {
  const keys = new Set(rows.map(keyText));
  setBudgets(world, [...world.budgets.filter((row) => !keys.has(keyText(row))), ...rows]);
}

export interface HandOver {
  readonly around?: Around;
  readonly alter?: (ports: WatchPorts) => WatchPorts;
  /** The mailer, which what is written starts, does not run. */
  readonly isUnsent?: boolean;
}

/** Hands over that these rows have changed, at the present moment of the world's clock; then the mailer runs. */
export async function handOver(
  world: NightWorld,
  rows: readonly BudgetRowKey[],
  { around, alter, isUnsent = false }: HandOver = {},
): Promise<EditsWatched> {
  const { clock, platform, sender, stores, settings } = world;
  const caller = { runId: 'edit', asOfMs: clock.now() };
  let atWork = 'edit';
  const recorded: Around = async (call, perform) => {
    world.calls.push({ runId: atWork, name: call.name });
    return perform();
  };
  const plain = aroundPorts({ clock, ...stores, ...platform.calledBy(caller), sender }, recorded);
  const { sender: watchedSender, ...ports } = around === undefined ? plain : aroundPorts(plain, around);
  const pause = async (ms: number): Promise<void> => world.clock.moveBy(ms);
  const budgets = ports.budgets as typeof stores.budgets;
  const watching = { ...ports, budgets, pause };
  const altered = alter?.(watching) ?? watching;
  const watched = await watchEdits(altered, settings, { rows, stopAtMs: clock.now() + hourMs });
  if (!isUnsent) {
    atWork = 'mailer after edit';
    await runMailer({ ...altered, clock, sender: watchedSender });
  }
  return watched;
}

/** The same with one of its effects disturbed; each effect takes a tenth of a second. */
export async function handOverDisturbed(
  world: NightWorld,
  rows: readonly BudgetRowKey[],
  stop?: Stop,
): Promise<{ readonly watched: EditsWatched | 'died' | 'threw'; readonly effects: Interruption['effects'] }> {
  const { around, death, effects } = interruption(stop);
  const timed: Around = async (call, perform) => {
    world.clock.moveBy(call.isEffect ? minuteMs / 600 : 0);
    return around(call, perform);
  };
  const ended = handOver(world, rows, { around: timed }).catch((error: unknown) => {
    if (stop === undefined || !(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw' as const;
  });
  return { watched: await Promise.race([ended, death]), effects };
}

function keyText({ scope, window }: BudgetRowKey): string {
  return `${scope} ${window}`;
}
