import type { ComputerRecord, ProvisioningStep } from './computer.ts';
import { randomOf } from '../random.ts';
import { randomUuid } from '../random-uuid.ts';

const secondMs = 1_000;
const installMs = 60 * secondMs;

type PlannedStep = { readonly name: string; readonly durationMs: number };

/**
 * The provisioning steps of a computer as of a moment (Unix ms): machine, relay and repositories one after
 * the other, then install-deps, whose last run counts. All is done in under three minutes.
 */
export function stepsAt(computer: ComputerRecord, nowMs: number): readonly ProvisioningStep[] {
  let startMs = computer.createdAtMs;
  const machine = machineSteps(computer).map(({ name, durationMs }, index) => {
    const step = timedStep(`step-${index + 1}`, name, { startMs, endMs: startMs + durationMs, nowMs });
    startMs += durationMs;
    return step;
  });
  const install = installStep(computer, startMs, nowMs);
  return install === undefined ? machine : [...machine, { ...install, id: `step-${machine.length + 1}` }];
}

/** When the machine is ready for install-deps (Unix ms); `Infinity` for one that hangs. */
export function machineReadyAtMs(computer: ComputerRecord): number {
  return machineSteps(computer).reduce((endMs, { durationMs }) => endMs + durationMs, computer.createdAtMs);
}

function machineSteps(computer: ComputerRecord): readonly PlannedStep[] {
  const relayMs = computer.fate === 'hangs' ? Number.POSITIVE_INFINITY : 15 * secondMs;
  const relay = { name: 'start-relay', durationMs: relayMs };
  if (computer.providerType === 'byom') {
    return [{ name: 'register-host', durationMs: 5 * secondMs }, relay];
  }
  const machine = { name: 'create-machine', durationMs: 20 * secondMs };
  const clone = { name: 'clone-repos', durationMs: (10 + 2 * computer.repoCount) * secondMs };
  return computer.repoCount === 0 ? [machine, relay] : [machine, relay, clone];
}

function timedStep(id: string, name: string, at: { startMs: number; endMs: number; nowMs: number }): ProvisioningStep {
  if (at.nowMs < at.startMs) {
    return { id, name, status: 'pending' };
  }
  if (at.nowMs < at.endMs) {
    return { id, name, status: 'running', startedAt: at.startMs };
  }
  return { id, name, status: 'completed', startedAt: at.startMs, completedAt: at.endMs };
}

function installStep(computer: ComputerRecord, readyMs: number, nowMs: number): ProvisioningStep | undefined {
  const runs = [...(computer.installsDeps ? [readyMs] : []), ...computer.retriedAtMs];
  const startMs = runs.at(-1);
  if (startMs === undefined) {
    return undefined;
  }
  const step = timedStep('', 'install-deps', { startMs, endMs: startMs + installMs, nowMs });
  if (step.status === 'pending') {
    return step;
  }
  const installSessionId = randomUuid(randomOf(0, 'install-session', computer.id, runs.length));
  return step.status === 'completed' && failsRun(computer)
    ? { ...step, status: 'failed', error: 'npm ci ended with exit code 1', installSessionId }
    : { ...step, installSessionId };
}

/** Whether the latest run of install-deps fails: always, or until the first retry. */
function failsRun({ fate, retriedAtMs }: ComputerRecord): boolean {
  return fate === 'fails' || (fate === 'recovers' && retriedAtMs.length === 0);
}
