export type Repository = {
  /** The value of the `repoId` filter: the address's path. */
  readonly repoId: string;
  readonly apps: readonly (readonly [path: string, description: string])[];
  readonly reportEveryDays: number;
};

export const repositories: readonly Repository[] = [
  {
    repoId: 'acme/storefront',
    apps: [
      ['apps/web', 'Shop front for customers'],
      ['apps/admin', 'Back office for the shop'],
      ['packages/design', 'Shared components'],
      ['apps/mobile-api', 'Gateway for the phone application'],
    ],
    reportEveryDays: 3,
  },
  {
    repoId: 'acme/billing',
    apps: [
      ['services/invoices', 'Makes and sends invoices'],
      ['services/ledger', 'Double-entry bookkeeping'],
    ],
    reportEveryDays: 4,
  },
  { repoId: 'acme/search', apps: [['.', 'Search index and query service']], reportEveryDays: 5 },
  {
    repoId: 'acme/platform-tools',
    apps: [
      ['cmd/deploy', 'Deploys services'],
      ['cmd/audit', 'Exports audit records <csv & json>'],
      ['lib/größen', 'Units and sizes – Größen'],
    ],
    reportEveryDays: 4,
  },
  { repoId: 'acme/data-pipelines', apps: [['.', 'Nightly transformations']], reportEveryDays: 7 },
  { repoId: 'acme-labs/experiments', apps: [['.', 'Trials that may be deleted']], reportEveryDays: 10 },
];

const largeSize = 1_000;
const usersPerRepository = 25;
const repositoriesMax = 2_000;
const kinds = ['service', 'app', 'library', 'pipeline', 'site'] as const;

/** A large organization (by initial size) has many more repositories. */
export function repositoriesOf(size: number): readonly Repository[] {
  const further =
    size < largeSize ? 0 : Math.min(repositoriesMax, Math.floor(size / usersPerRepository)) - repositories.length;
  return [...repositories, ...Array.from({ length: further }, (_, index) => furtherRepository(index))];
}

function furtherRepository(index: number): Repository {
  const kind = kinds[index % kinds.length] ?? kinds[0];
  const apps = Array.from({ length: 1 + (index % 3) }, (_, app) => [`apps/${kind}-${app}`, `A ${kind}`] as const);
  return { repoId: `acme/${kind}-${String(index).padStart(4, '0')}`, apps, reportEveryDays: 7 + (index % 22) };
}

export function repoUrlOf({ repoId }: Repository): string {
  return `https://git.acme.example/${repoId}`;
}
