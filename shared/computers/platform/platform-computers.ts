import type { ComputerCalls } from '../../kernel/platform/platform-calls.ts';
import { PlatformError, PlatformRequestError } from '../../kernel/platform/platform-error.ts';
import { failedWrite, isAboutTheKey, raiseAsPortError } from '../../kernel/platform/port-error.ts';
import { printableText } from '../../kernel/texts/printable-text.ts';
import { shownText } from '../../redaction/shown-text.ts';
import type { ReadComputer } from '../computer-record.ts';
import type { FleetEntry } from '../fleet-entry.ts';
import type { Computers, ComputerWrite } from '../ports.ts';
import type { SeenComputer, SeenStep } from '../seen-computer.ts';
import type { NewComputer, Computer, ProvisioningStep } from './computers.ts';

const idCharsMax = 200;
const wordCharsMax = 60;
const errorCharsMax = 300;
const stepsMax = 30;

export function platformComputers(client: Omit<ComputerCalls, 'sessions'>): Computers {
  return {
    find: async (name) => find(client, name),
    create: async (name, entry) => written(async () => client.createComputer(requestOf(name, entry)), name),
    retryInstall: async (computerId) => written(async () => client.installDependencies(computerId)),
  };
}

/** Only 404 means absence: this is HTTP's rule, not the document's. */
async function find(client: Pick<ComputerCalls, 'computerByName'>, name: string): Promise<ReadComputer> {
  try {
    const computer = await client.computerByName(name);
    return computer.name === name
      ? { kind: 'found', computer: toSeen(computer) }
      : { kind: 'failed', problem: 'the platform answered with a computer of another name' };
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not-found') {
      return { kind: 'absent' };
    }
    return { kind: 'failed', problem: problemOf(error) };
  }
}

/** A write; one that certainly had no effect has failed. */
async function written(send: () => Promise<Computer>, name?: string): Promise<ComputerWrite> {
  try {
    const computer = await send();
    return name === undefined || computer.name === name
      ? { kind: 'done', computer: toSeen(computer) }
      : { kind: 'unknown', problem: 'the platform answered with a computer of another name' };
  } catch (error) {
    const { kind, problem } = failedWrite(error);
    return { kind: kind === 'unknown' ? 'unknown' : 'failed', problem };
  }
}

/** The problem in words. Throws what would fail for every computer. */
function problemOf(error: unknown): string {
  if (error instanceof PlatformRequestError) {
    return error.message;
  }
  if (error instanceof PlatformError && !isAboutTheKey(error)) {
    return error.message;
  }
  return raiseAsPortError(error);
}

function requestOf(name: string, entry: FleetEntry): NewComputer {
  const { provider, source, repositories, installDeps, hostId, remoteUser, serviceAccount } = entry;
  return {
    name,
    autoInstallDeps: installDeps,
    provider,
    source: source === undefined ? undefined : { kind: source },
    ...(repositories.length > 0 && { repos: [...repositories] }),
    hostId,
    remoteUser,
    serviceAccountId: serviceAccount,
  };
}

function toSeen(computer: Computer): SeenComputer {
  const { id, name, providerType, createdAt, status, provisioningSteps, ownerPrincipalKind, ownerId } = computer;
  return {
    id: printableText(id, 512),
    name,
    provider: providerType,
    createdAtMs: momentIn(createdAt) ?? 0,
    status,
    steps: provisioningSteps?.slice(0, stepsMax).map(toStep),
    ownerKind: ownerPrincipalKind === undefined ? undefined : printableText(ownerPrincipalKind, wordCharsMax),
    ownerId: ownerId === undefined ? undefined : printableText(ownerId, idCharsMax),
  };
}

function toStep({ id, name, status, error, startedAt, completedAt, installSessionId }: ProvisioningStep): SeenStep {
  const started = momentIn(startedAt);
  const completed = momentIn(completedAt);
  // An empty error counts as none.
  const shown = error === undefined ? '' : shownText(error, errorCharsMax);
  return {
    id: id === undefined ? undefined : printableText(id, idCharsMax),
    name: name === undefined ? undefined : shownText(name, wordCharsMax),
    word: status === undefined ? undefined : printableText(status, wordCharsMax),
    ...(shown !== '' && { error: shown }),
    startedAtMs: started,
    completedAtMs: completed,
    installSessionId: installSessionId === undefined ? undefined : printableText(installSessionId, idCharsMax),
  };
}

const momentMsMax = 8_640_000_000_000_000;

/** Unix milliseconds within the calendar's range. */
function momentIn(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 && value <= momentMsMax ? Math.trunc(value) : undefined;
}
