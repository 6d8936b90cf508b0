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
  /** When its provisioning began anew (Unix ms); at its creation when absent. */
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
