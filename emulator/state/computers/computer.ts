import { z } from 'zod';

/** platform-api.md, "Provisioning step". Times in Unix ms. */
export type ProvisioningStep = {
  readonly id: string;
  readonly name: string;
  /** Values are not shown in the document; these are the emulator's. */
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
 * How a computer's provisioning goes: well; well, but half an hour long; failing at install-deps until it is retried;
 * failing at a step for good; or never getting past a step.
 */
export const fates = ['smooth', 'slow', 'recovers', 'fails', 'hangs'] as const;
export type Fate = (typeof fates)[number];

/** Every step there is, in the order in which they come. */
export const stepNames = ['create-machine', 'register-host', 'start-relay', 'clone-repos', 'install-deps'] as const;
export type StepName = (typeof stepNames)[number];

/** All that is known of a computer from its creation on; its state follows from this and the clock. */
export type ComputerRecord = {
  readonly id: string;
  readonly name: string;
  readonly providerType: 'byom' | 'e2b';
  readonly createdAtMs: number;
  readonly fate: Fate;
  /** Where it fails (`install-deps` when absent) or hangs (`start-relay`). */
  readonly step?: StepName | undefined;
  /** How often install-deps must be retried until it recovers; once when absent. */
  readonly retriesNeeded?: number | undefined;
  /** When its provisioning began again (Unix ms); at its creation when absent. */
  readonly provisionedAtMs?: number | undefined;
  readonly repoCount: number;
  readonly installsDeps: boolean;
  readonly hostId?: string | undefined;
  readonly remoteUser?: string | undefined;
  readonly ownerPrincipalKind: string;
  readonly ownerId: string;
  /** When install-deps was asked for again, ascending. Requests before the machine was ready are not among them. */
  readonly retriedAtMs: readonly number[];
};

/** platform-api.md, Limits: computer name and remoteUser 1 to 63; repos 20 of 2048 characters each. */
const nameLengthMax = 63;
const reposMax = 20;
const repoLengthMax = 2_048;

/** A text of `min` to `max` characters, counted as code points. */
function text(min: number, max: number) {
  return z.string().refine((value) => {
    const { length } = Array.from(value);
    return length >= min && length <= max;
  }, `must have ${min} to ${max} characters`);
}

/** The name of a computer, in a body or in a path. */
export const ComputerName = text(1, nameLengthMax);

const repo = text(1, repoLengthMax).refine((value) => URL.canParse(value), 'must be a URI');

/** The body of POST /api/v0/computers. Fields that the document does not list are refused. */
export const CreateComputer = z.strictObject({
  name: ComputerName,
  provider: z.enum(['byom', 'e2b']).optional(),
  hostId: z.guid('must be a UUID').optional(),
  remoteUser: text(1, nameLengthMax).optional(),
  repos: z.array(repo).max(reposMax, `must have at most ${reposMax} items`).optional(),
  autoInstallDeps: z.boolean().optional(),
  serviceAccountId: z.string().min(1, 'must not be empty').optional(),
  // The other fields of a source are not shown, so any are accepted.
  source: z.looseObject({ kind: z.string() }).optional(),
});

export type CreateComputer = z.output<typeof CreateComputer>;
