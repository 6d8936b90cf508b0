import type { ComponentType } from 'react';

import type { Right } from '../api/caller.ts';
import { recordKinds, type RecordKindName } from '../parts/records/record-kinds.ts';

/** One page of the console. Each is a folder of `pages/` and is loaded when it is opened. */
interface Page {
  /** Its address; parameters as `:name`. */
  readonly path: string;
  readonly title: string;
  /** Under which heading it stands in the navigation; absent for a page that others link to. */
  readonly group?: 'Now' | 'Budgets' | 'Security' | 'Work' | 'Curfew';
  /** The right to see the page; default `read`. The API decides about actions. */
  readonly right?: Right;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** Every page, in the order of the navigation. */
export const pages: readonly Page[] = [
  { path: '/', title: 'Home', group: 'Now', load: async () => import('../pages/home/home-page.tsx') },
  { path: '/plans', title: 'Plan review', group: 'Now', load: async () => import('../pages/plans/plans-page.tsx') },
  { path: '/plans/:plan', title: 'Plan', load: async () => import('../pages/plans/plan-page.tsx') },
  {
    path: '/requests',
    title: 'Requests',
    group: 'Now',
    right: 'read-team',
    load: async () => import('../pages/requests/requests-page.tsx'),
  },
  ...recordPages('rules'),
  {
    path: '/me',
    title: 'My page',
    group: 'Now',
    right: 'see-own',
    load: async () => import('../pages/me/me-page.tsx'),
  },
  {
    path: '/people',
    title: 'People',
    group: 'Budgets',
    right: 'read-team',
    load: async () => import('../pages/people/list-page.tsx'),
  },
  {
    path: '/people/:email',
    title: 'Person',
    right: 'read-team',
    load: async () => import('../pages/people/person-page.tsx'),
  },
  {
    path: '/controls',
    title: 'Controls',
    group: 'Security',
    load: async () => import('../pages/controls/controls-page.tsx'),
  },
  {
    path: '/controls/:revision',
    title: 'Revision',
    load: async () => import('../pages/controls/revision/revision-page.tsx'),
  },
  {
    path: '/budgets',
    title: 'Budgets',
    group: 'Budgets',
    right: 'read-team',
    load: async () => import('../pages/budgets/list-page.tsx'),
  },
  {
    path: '/usage',
    title: 'Usage',
    group: 'Budgets',
    right: 'read-team',
    load: async () => import('../pages/usage/usage-page.tsx'),
  },
  {
    path: '/teams',
    title: 'Teams',
    group: 'Budgets',
    right: 'read-team',
    load: async () => import('../pages/teams/list-page.tsx'),
  },
  {
    path: '/teams/new',
    title: 'New team',
    right: 'edit-budgets',
    load: async () => import('../pages/teams/new-page.tsx'),
  },
  {
    path: '/teams/import',
    title: 'Paste or import teams',
    right: 'edit-budgets',
    load: async () => import('../pages/teams/import-page.tsx'),
  },
  { path: '/teams/:name', title: 'Team', right: 'read-team', load: async () => import('../pages/teams/team-page.tsx') },
  {
    path: '/budgets/new',
    title: 'New budget',
    right: 'edit-team-budgets',
    load: async () => import('../pages/budgets/new-page.tsx'),
  },
  {
    path: '/budgets/import',
    title: 'Paste or import budgets',
    right: 'edit-budgets',
    load: async () => import('../pages/budgets/import-page.tsx'),
  },
  {
    path: '/budgets/suggest',
    title: 'Suggest budgets',
    right: 'read-team',
    load: async () => import('../pages/budgets/suggest-page.tsx'),
  },
  {
    path: '/budgets/:scope',
    title: 'Budget',
    right: 'read-team',
    load: async () => import('../pages/budgets/scope-page.tsx'),
  },
  {
    path: '/sessions',
    title: 'Sessions',
    group: 'Work',
    load: async () => import('../pages/watchers/sessions-page.tsx'),
  },
  ...recordPages('policies'),
  { path: '/sessions/:session', title: 'Session', load: async () => import('../pages/watchers/session-page.tsx') },
  {
    path: '/computers',
    title: 'Computers',
    group: 'Work',
    load: async () => import('../pages/watchers/computers-page.tsx'),
  },
  ...recordPages('computers'),
  {
    path: '/readiness',
    title: 'Readiness',
    group: 'Work',
    load: async () => import('../pages/watchers/readiness-page.tsx'),
  },
  ...recordPages('targets'),
  { path: '/roster', title: 'Roster', group: 'Work', load: async () => import('../pages/watchers/roster-page.tsx') },
  {
    path: '/digest',
    title: 'Weekly digest',
    group: 'Work',
    right: 'read-team',
    load: async () => import('../pages/digests/list-page.tsx'),
  },
  {
    path: '/digest/:day/:scope',
    title: 'Digest',
    right: 'read-team',
    load: async () => import('../pages/digests/digest-page.tsx'),
  },
  { path: '/alerts', title: 'Alerts', group: 'Now', load: async () => import('../pages/alerts/alerts-page.tsx') },
  { path: '/runs', title: 'Runs', group: 'Curfew', load: async () => import('../pages/runs/runs-page.tsx') },
  { path: '/runs/:run', title: 'Run', load: async () => import('../pages/runs/run-page.tsx') },
  {
    path: '/journal',
    title: 'Journal',
    group: 'Curfew',
    load: async () => import('../pages/journal/journal-page.tsx'),
  },
  {
    path: '/exports',
    title: 'Download',
    group: 'Curfew',
    right: 'read',
    load: async () => import('../pages/exports/exports-page.tsx'),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'Curfew',
    load: async () => import('../pages/settings/settings-page.tsx'),
  },
  { path: '/settings/:setting', title: 'Setting', load: async () => import('../pages/settings/setting-page.tsx') },
  {
    path: '/roles',
    title: 'People and roles',
    group: 'Curfew',
    load: async () => import('../pages/roles/roles-page.tsx'),
  },
];

/** The first page the user may see. */
export function firstPage(isSeen: (page: Page) => boolean): Page | undefined {
  return pages.find((page) => page.group !== undefined && isSeen(page));
}

/** The pages of a kind of record that are made from its codec: all, a new one, many at once, one. */
function recordPages(kind: RecordKindName): readonly Page[] {
  const { path, one, many, key } = recordKinds[kind];
  const right = 'edit-watchers';
  return [
    {
      path,
      title: many,
      load: async () => ({ Page: (await import('../pages/records/list-page.tsx')).listPageOf(kind) }),
    },
    {
      path: `${path}/new`,
      title: `New ${one}`,
      right,
      load: async () => ({ Page: (await import('../pages/records/new-page.tsx')).newPageOf(kind) }),
    },
    {
      path: `${path}/import`,
      title: `Paste or import ${many}`,
      right,
      load: async () => ({ Page: (await import('../pages/records/import-page.tsx')).importPageOf(kind) }),
    },
    {
      path: [path, ...key.map((name) => `:${name}`)].join('/'),
      title: one,
      load: async () => ({ Page: (await import('../pages/records/one-page.tsx')).onePageOf(kind) }),
    },
  ];
}
