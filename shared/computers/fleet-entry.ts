import type { EditedKind, Stamp, NameKey } from '../kernel/records/record-kind.ts';

export const providers = ['e2b', 'byom'] as const;

/** The platform's limits for a computer (platform-api.md, Limits), and maximum lengths of admins' notes. */
export const fleetLimits = {
  nameCharsMax: 63,
  repositoriesMax: 20,
  repositoryCharsMax: 2_048,
  noteCharsMax: 300,
  computersMax: 1_000,
} as const;

export interface FleetEntry {
  readonly name: string;
  /** The following fields are sent unchanged when a computer is created; absent ones are left to the platform. */
  readonly provider?: (typeof providers)[number];
  readonly source?: string;
  readonly repositories: readonly string[];
  readonly installDeps: boolean;
  readonly hostId?: string;
  readonly remoteUser?: string;
  readonly serviceAccount?: string;
  readonly owner?: string;
  readonly note?: string;
}

export type StoredFleetEntry = FleetEntry & Stamp;

export const fleetKind: EditedKind<NameKey, FleetEntry> = {
  name: 'computer',
  plainKey: ({ name }) => ({ name }),
  plain: ({ name, repositories, installDeps, ...entry }) => ({
    name,
    provider: entry.provider,
    source: entry.source,
    repositories: [...repositories],
    installDeps,
    hostId: entry.hostId,
    remoteUser: entry.remoteUser,
    serviceAccount: entry.serviceAccount,
    owner: entry.owner,
    note: entry.note,
  }),
  subject: ({ name }) => name,
  title: ({ name }) => `the computer ${name}`,
  sets: ['repositories'],
};

type WrittenOut =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string };

const range = /^(?<before>[^[\]]*)\[(?<first>\d{1,4})-(?<last>\d{1,4})\](?<after>[^[\]]*)$/u;

export function isPattern(name: string): boolean {
  return range.test(name);
}

/** Expands a pattern: `builder-[08-10]` is builder-08, builder-09 and builder-10. A name stands for itself. */
export function writtenOut(name: string): WrittenOut {
  const { before = '', first = '', last = '', after = '' } = range.exec(name)?.groups ?? {};
  if (first === '') {
    return isNameLength(name) ? { kind: 'names', names: [name] } : refused(lengthProblem);
  }
  const [from, through] = [Number(first), Number(last)];
  const count = through - from + 1;
  if (count < 1) {
    return refused('counts down; write the smaller number first');
  }
  if (count > fleetLimits.computersMax) {
    return refused(`stands for ${count} computers; at most ${fleetLimits.computersMax} are watched`);
  }
  const names = Array.from({ length: count }, (_, index) => {
    const digits = String(from + index).padStart(first.length, '0');
    return `${before}${digits}${after}`;
  });
  return names.every(isNameLength) ? { kind: 'names', names } : refused(lengthProblem);
}

const lengthProblem = `is no name of a computer; names have 1 to ${fleetLimits.nameCharsMax} characters`;

function refused(problem: string): WrittenOut {
  return { kind: 'refused', problem };
}

function isNameLength(name: string): boolean {
  return name.length >= 1 && name.length <= fleetLimits.nameCharsMax;
}
