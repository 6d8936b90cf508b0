interface DemoOrganization {
  readonly users: number;
  readonly seed: number;
}

export const demoOrganization: DemoOrganization = { users: 250, seed: 7 };

export const demoNames = ['acme', 'startup', 'enterprise'] as const;
export type DemoName = (typeof demoNames)[number];

const named: Readonly<Record<DemoName, DemoOrganization>> = {
  acme: { users: 24, seed: 24 },
  startup: { users: 250, seed: 250 },
  enterprise: { users: 5_000, seed: 5_000 },
};

/** Default: the unnamed one. */
export function demoOrganizationOf(name: DemoName | undefined): DemoOrganization {
  return name === undefined ? demoOrganization : named[name];
}
