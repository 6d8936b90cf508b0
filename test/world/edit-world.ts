import { enforceBudgets, hasTakenEffect } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import { watchEdits, type EditsWatched, type OrderEditRun } from '../../shared/kernel/records/use-cases/watch-edits.ts';
import { editSuffix, enforceJob, runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { aroundPorts, type Around } from './around-ports.ts';
import type { BudgetRow } from './budget-oracle.ts';
import { setBudgets, type EnforcementWorld } from './enforcement-world.ts';
import { runMailer } from './mailer-process.ts';
import { interruption, type Interruption, type Stop } from './sudden-end.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

type EditedRow = Readonly<Record<'scope' | 'window', string>>;

/** Changes rows of the budgets table as a hand with the tools of the table would; the others stay as they are. */
export function editByHand(world: EnforcementWorld, rows: readonly BudgetRow[]): void {
  const keys = new Set(rows.map(keyText));
  setBudgets(world, [...world.budgets.filter((row) => !keys.has(keyText(row))), ...rows]);
}

/** What taking up edits and the run that follows from them work with. */
interface EditPorts extends EnforcementPorts {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
}

interface HandOver {
  readonly around?: Around;
  readonly alter?: (ports: EditPorts) => EditPorts;
  /** For so long another run is waited for. */
  readonly patienceMs?: number;
  /** The mailer, which what is written starts, does not run. */
  readonly isUnsent?: boolean;
}

/** Hands over that these rows have changed, at the present moment of the world's clock; then the mailer runs. */
export async function handOver(
  world: EnforcementWorld,
  rows: readonly EditedRow[],
  { around, alter, patienceMs, isUnsent = false }: HandOver = {},
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
  const steps = immediateSteps(async (ms) => world.clock.moveBy(ms));
  const running = {
    ...ports,
    budgets: ports.budgets as BudgetStore,
    teams: ports.teams as TeamStore,
    grants: ports.grants as GrantStore,
    steps,
  };
  const altered = alter?.(running) ?? running;
  const orderRun: OrderEditRun = async (order) => {
    const enforcement = await enforceBudgets(altered, settings, {
      ...order,
      kind: 'edit',
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: clock.now() + 3 * hourMs,
      ...(patienceMs !== undefined && { patienceMs }),
    });
    return { isDone: hasTakenEffect(enforcement), enforcement };
  };
  const watched = await watchEdits(
    { ...altered, orderRun },
    {
      runId: runIdOf('edits', clock.now(), 'batch'),
      enforceRunId: runIdOf(enforceJob, clock.now(), `${editSuffix}-${stores.ids.next()}`),
      atMs: clock.now(),
      stopAtMs: clock.now() + 3 * hourMs,
      rows: rows.map(({ scope, window }) => ({ table: 'budgets', scope, window })),
    },
  );
  if (!isUnsent) {
    atWork = 'mailer after edit';
    await runMailer({ ...altered, clock, sender: watchedSender });
  }
  return watched;
}

/** The same with one of its effects disturbed; each effect takes a tenth of a second. */
export async function handOverDisturbed(
  world: EnforcementWorld,
  rows: readonly EditedRow[],
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

function keyText({ scope, window }: EditedRow): string {
  return `${scope} ${window}`;
}
