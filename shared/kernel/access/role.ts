/** Roles at the admin API. The settings give all but `budget-owner`, which budgets of teams give by their owners. */
export const roles = ['viewer', 'team-owner', 'budget-owner', 'budget-admin', 'approver', 'security'] as const;
export type Role = (typeof roles)[number];

export const rights = [
  'see-own',
  'read',
  'read-team',
  'edit-budgets',
  'edit-team-budgets',
  'grant',
  'grant-in-team',
  'ask',
  'decide-requests',
  'start-runs',
  'decide-plans',
  'acknowledge-alerts',
  'decide-controls',
  'edit-watchers',
  'act-on-platform',
  'edit-channels',
  'edit-settings',
] as const;
export type Right = (typeof rights)[number];

export const rightHelp: Readonly<Record<Right, string>> = {
  'see-own': 'see your own name, limits, use and requests',
  read: 'see everything that Curfew knows of the whole organization, and try a plan or an edit without making it',
  'read-team':
    'see budgets, caps and why they are so, top-ups and requests of a team and its members, and try an edit of theirs',
  'edit-budgets': 'set, remove and import budgets and teams',
  'edit-team-budgets': 'set and remove budgets of members of a team',
  grant: 'add and end top-ups and exemptions of every user',
  'grant-in-team': 'add and end top-ups of members of a team',
  ask: 'ask for more credits for yourself',
  'decide-requests': 'approve and deny requests',
  'start-runs': 'start runs, and apply a plan that no guard holds',
  'decide-plans': 'approve and reject plans that a guard holds',
  'acknowledge-alerts': 'acknowledge alerts, and confirm that mail reaches a person again',
  'decide-controls': 'acknowledge changes of the controls, announce them, give exceptions and approve the baseline',
  'edit-watchers':
    'edit the fleet list, policies of sessions and targets of readiness, invite people to connect a hook, and revoke tokens of hooks',
  'act-on-platform': 'restore sessions, and do what is proposed for the fleet',
  'edit-channels': 'add, change, test and remove the channels that alerts go to',
  'edit-settings': 'edit the settings, the roles among them',
};

type Reach = 'all' | 'own-team';

/** Each wide right includes its narrow ones: `read` includes `read-team`. */
const reading = { 'see-own': 'all', read: 'all', 'read-team': 'all', ask: 'all' } as const;

/** Rights of each role. No role may edit the settings, since the settings define the roles. */
export const rightsOf: Readonly<Record<Role, Readonly<Partial<Record<Right, Reach>>>>> = {
  viewer: reading,
  'team-owner': {
    'see-own': 'all',
    ask: 'all',
    'read-team': 'own-team',
    'edit-team-budgets': 'own-team',
    'grant-in-team': 'own-team',
    'decide-requests': 'own-team',
  },
  'budget-owner': { 'see-own': 'all', ask: 'all', 'read-team': 'own-team', 'grant-in-team': 'own-team' },
  'budget-admin': {
    ...reading,
    'edit-budgets': 'all',
    'edit-team-budgets': 'all',
    grant: 'all',
    'grant-in-team': 'all',
    'start-runs': 'all',
    'acknowledge-alerts': 'all',
    'edit-watchers': 'all',
    'act-on-platform': 'all',
    'edit-channels': 'all',
  },
  approver: { ...reading, 'decide-requests': 'all', 'decide-plans': 'all', 'acknowledge-alerts': 'all' },
  security: { ...reading, 'decide-controls': 'all', 'acknowledge-alerts': 'all', 'start-runs': 'all' },
};

export function rolesWith(right: Right): readonly { readonly role: Role; readonly reach: Reach }[] {
  return roles.flatMap((role) => {
    const reach = rightsOf[role][right];
    return reach === undefined ? [] : [{ role, reach }];
  });
}
