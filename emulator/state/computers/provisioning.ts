import { given } from '../json.ts';
import { randomOf, randomUuid } from '../random.ts';
import type { ComputerRecord, ProvisioningStep, StepName, Computer } from './computer.ts';

const secondMs = 1_000;
const installMs = 60 * secondMs;
const slowFactor = 10;

interface PlannedStep {
  readonly name: StepName;
  readonly durationMs: number;
}

/**
 * Provisioning steps at a moment (Unix ms): machine, relay and repositories in sequence, then install-deps, whose last
 * run counts. Under three minutes in all, unless the computer is slow.
 */
export function stepsAt(computer: ComputerRecord, nowMs: number): readonly ProvisioningStep[] {
  let startMs = provisionedMs(computer);
  const machine = machineSteps(computer).map(({ name, durationMs }, index) => {
    const fails = computer.fate === 'fails' && computer.step === name;
    const endMs = startMs + durationMs;
    const step = timedStep(`step-${index + 1}`, name, { startMs, endMs, fails, nowMs });
    startMs = fails ? Infinity : endMs;
    return step;
  });
  const install = installStep(computer, startMs, nowMs);
  return install === undefined ? machine : [...machine, { ...install, id: `step-${machine.length + 1}` }];
}

/** When install-deps may start (Unix ms); `Infinity` when it hangs or fails before. */
export function machineReadyAtMs(computer: ComputerRecord): number {
  const failsBefore = computer.fate === 'fails' && (computer.step ?? 'install-deps') !== 'install-deps';
  return failsBefore
    ? Infinity
    : machineSteps(computer).reduce((endMs, { durationMs }) => endMs + durationMs, provisionedMs(computer));
}

function provisionedMs({ createdAtMs, provisionedAtMs }: ComputerRecord): number {
  return provisionedAtMs ?? createdAtMs;
}

function machineSteps(computer: ComputerRecord): readonly PlannedStep[] {
  const { repoCount } = computer;
  const steps: readonly PlannedStep[] =
    computer.providerType === 'byom'
      ? [
          { name: 'register-host', durationMs: 5 * secondMs },
          { name: 'start-relay', durationMs: 15 * secondMs },
        ]
      : [
          { name: 'create-machine', durationMs: 20 * secondMs },
          { name: 'start-relay', durationMs: 15 * secondMs },
          ...(repoCount === 0 ? [] : [{ name: 'clone-repos', durationMs: (10 + 2 * repoCount) * secondMs } as const]),
        ];
  return steps.map((step) =>
    hangsAt(computer, step.name) ? { ...step, durationMs: Infinity } : slowed(computer, step),
  );
}

function hangsAt({ fate, step = 'start-relay' }: ComputerRecord, name: StepName): boolean {
  return fate === 'hangs' && step === name;
}

function slowed({ fate }: ComputerRecord, step: PlannedStep): PlannedStep {
  return fate === 'slow' ? { ...step, durationMs: slowFactor * step.durationMs } : step;
}

function timedStep(
  id: string,
  name: StepName,
  {
    startMs,
    endMs,
    fails,
    nowMs,
  }: { readonly startMs: number; readonly endMs: number; readonly fails: boolean; readonly nowMs: number },
): ProvisioningStep {
  if (nowMs < startMs) {
    return { id, name, status: 'pending' };
  }
  if (nowMs < endMs) {
    return { id, name, status: 'running', startedAt: startMs };
  }
  const ended = { id, name, startedAt: startMs, completedAt: endMs };
  return fails ? { ...ended, status: 'failed', error: errorOf(name) } : { ...ended, status: 'completed' };
}

function errorOf(name: StepName): string {
  return name === 'install-deps' ? 'npm ci ended with exit code 1' : `${name} ended with exit code 1`;
}

function installStep(computer: ComputerRecord, readyMs: number, nowMs: number): ProvisioningStep | undefined {
  const runs = [...(computer.installsDeps ? [readyMs] : []), ...computer.retriedAtMs];
  const startMs = runs.at(-1);
  if (startMs === undefined) {
    return undefined;
  }
  const { durationMs } = slowed(computer, { name: 'install-deps', durationMs: installMs });
  const endMs = hangsAt(computer, 'install-deps') ? Infinity : startMs + durationMs;
  const step = timedStep('', 'install-deps', { startMs, endMs, fails: failsRun(computer), nowMs });
  return step.status === 'pending'
    ? step
    : { ...step, installSessionId: randomUuid(randomOf(0, 'install-session', computer.id, runs.length)) };
}

/** Whether the latest install-deps run fails: always, or until retried often enough. */
function failsRun({ fate, step = 'install-deps', retriedAtMs, retriesNeeded = 1 }: ComputerRecord): boolean {
  return step === 'install-deps' && (fate === 'fails' || (fate === 'recovers' && retriedAtMs.length < retriesNeeded));
}

export function computerAt(record: ComputerRecord, nowMs: number): Computer {
  const provisioningSteps = stepsAt(record, nowMs);
  return given({
    id: record.id,
    name: record.name,
    providerType: record.providerType,
    createdAt: record.createdAtMs,
    hostId: record.hostId,
    hostname: `${record.id.slice(0, 8)}.machines.acme.example`,
    status: statusOf(provisioningSteps),
    provisioningSteps,
    relayClientUrl: `wss://relay.acme.example/client/${record.id}`,
    relayAgentUrl: `wss://relay.acme.example/agent/${record.id}`,
    remoteUser: record.remoteUser,
    ownerPrincipalKind: record.ownerPrincipalKind,
    ownerId: record.ownerId,
  });
}

function statusOf(steps: readonly ProvisioningStep[]): Computer['status'] {
  if (steps.some(({ status }) => status === 'failed')) {
    return 'error';
  }
  return steps.every(({ status }) => status === 'completed') ? 'active' : 'provisioning';
}
