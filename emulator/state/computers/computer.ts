import { z } from 'zod';

/** platform-api.md, "Provisioning step". Times in Unix ms. */
export type ProvisioningStep = {
  readonly id: string;
  readonly name: string;
  /** The document does not list the values; these are the emulator's. */
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
  readonly error?: string;
  readonly startedAt?: number;
  readonly completedAt?: number;
  readonly installSessionId?: string;
};

/** platform-api.md, "Computer". */
export type Computer = {
  readonly id: string;
  readonly name: string;
  readonly providerType: 'byom' | 'e2b';
  readonly createdAt: number;
  readonly hostId?: string;
  readonly hostname?: string;
  readonly status: 'provisioning' | 'active' | 'error';
  readonly provisioningSteps: readonly ProvisioningStep[];
  readonly relayClientUrl?: string;
  readonly relayAgentUrl?: string;
  readonly remoteUser?: string;
  readonly ownerPrincipalKind: string;
  readonly ownerId: string;
};

/**
 * How provisioning goes: well; well but half an hour long; failing at install-deps until retried; failing at a step for
 * good; or never finishing a step.
 */
export const fates = ['smooth', 'slow', 'recovers', 'fails', 'hangs'] as const;
export type Fate = (typeof fates)[number];

export const stepNames = ['create-machine', 'register-host', 'start-relay', 'clone-repos', 'install-deps'] as const;
export type StepName = (typeof stepNames)[number];

/** A computer since its creation; its state follows from this and the clock. */
export type ComputerRecord = {
  readonly id: string;
  readonly name: string;
  readonly providerType: 'byom' | 'e2b';
  readonly createdAtMs: number;
  readonly fate: Fate;
  /** Where it fails (default `install-deps`) or hangs (default `start-relay`). */
  readonly step?: StepName | undefined;
  /** Retries of install-deps until it recovers; default 1. */
  readonly retriesNeeded?: number | undefined;
  /** When provisioning began again (Unix ms); default: at creation. */
  readonly provisionedAtMs?: number | undefined;
  readonly repoCount: number;
  readonly installsDeps: boolean;
  readonly hostId?: string | undefined;
  readonly remoteUser?: string | undefined;
  readonly ownerPrincipalKind: string;
  readonly ownerId: string;
  /** Retries of install-deps, ascending, without those before the machine was ready. */
  readonly retriedAtMs: readonly number[];
};

/** platform-api.md, Limits: computer name and remoteUser 1 to 63; repos 20 of 2048 characters each. */
const nameLengthMax = 63;
const reposMax = 20;
const repoLengthMax = 2_048;

/** In code points. */
function text(min: number, max: number) {
  return z.string().refine((value) => {
    const { length } = Array.from(value);
    return length >= min && length <= max;
  }, `must have ${min} to ${max} characters`);
}

export const ComputerName = text(1, nameLengthMax);

const repo = text(1, repoLengthMax).refine((value) => URL.canParse(value), 'must be a URI');

export const CreateComputer = z.strictObject({
  name: ComputerName,
  provider: z.enum(['byom', 'e2b']).optional(),
  hostId: z.guid('must be a UUID').optional(),
  remoteUser: text(1, nameLengthMax).optional(),
  repos: z.array(repo).max(reposMax, `must have at most ${reposMax} items`).optional(),
  autoInstallDeps: z.boolean().optional(),
  serviceAccountId: z.string().min(1, 'must not be empty').optional(),
  // The document does not show a source's other fields, so any are accepted.
  source: z.looseObject({ kind: z.string() }).optional(),
});

export type CreateComputer = z.output<typeof CreateComputer>;
