import { describe, expect, test } from 'vitest';

import { callerOfClaims, callerOfLink, type Caller } from '../../../../shared/kernel/access/caller.ts';
import { performOperation } from '../../../../shared/kernel/api/perform-operation.ts';
import { Problem } from '../../../../shared/kernel/api/problem.ts';
import { isQuestion, operationRoutes } from '../../../../shared/kernel/contract/routes.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aBudget } from '../../../support/domain-samples.ts';

const byRole: Readonly<Record<string, Caller>> = Object.fromEntries(
  ['nobody', 'viewer', 'team-owner', 'budget-owner', 'budget-admin', 'approver', 'security'].map((role) => [
    role,
    callerOfClaims({ sub: role, email: `${role}@acme.example`, emailVerified: true }),
  ]),
);
const settings = Settings.parse({
  roles: {
    viewers: ['viewer@acme.example'],
    budgetAdmins: ['budget-admin@acme.example'],
    approvers: ['approver@acme.example'],
    security: ['security@acme.example'],
    teamOwners: { web: ['team-owner@acme.example'] },
  },
});

const ofWeb = aBudget({ scope: { kind: 'team', name: 'web' }, owners: ['Budget-Owner@acme.example'] });

const ids = [...operationRoutes.keys()];

describe('an operation', () => {
  test('that is not about oneself is refused to somebody without a role, before anything is read or parsed', async () => {
    const own = ids.filter((id) => ['see-own', 'ask'].includes(operationRoutes.get(id)?.right ?? ''));

    expect(await allowedTo(byRole['nobody'] as Caller)).toEqual(own);
  });

  test('that takes no more than to read is a question: it waits for no edit, and is shared', () => {
    const reading = [...operationRoutes].filter(([, { right }]) => ['read', 'read-team'].includes(right));

    expect(reading.filter(([, route]) => !isQuestion(route)).map(([id]) => id)).toEqual([]);
  });

  test('that changes something is refused to a viewer', async () => {
    const harmless = ids.filter((id) => {
      const { method, right = '' } = operationRoutes.get(id) ?? {};
      return method === 'GET' || ['see-own', 'read', 'read-team', 'ask'].includes(right);
    });

    expect(await allowedTo(byRole['viewer'] as Caller)).toEqual(harmless);
  });

  test.each(['team-owner', 'budget-owner', 'budget-admin', 'approver', 'security'])(
    'is done for a %s if the table of rights has it, and for nobody around it',
    async (role) => {
      expect(await allowedTo(byRole[role] as Caller)).toEqual(ids.filter((id) => mayBy(role, id)));
    },
  );

  test('is refused to the holder of a link, whatever roles the person has', async () => {
    const asked = ids.filter((id) => operationRoutes.get(id)?.right === 'ask');

    expect(await allowedTo(callerOfLink('budget-admin@acme.example'))).toEqual(asked);
  });

  test('names each field that is wrong, without what could steer a terminal', async () => {
    const call = performOperation(untouchable(), {
      id: 'listCaps',
      caller: byRole['viewer'] as Caller,
      given: { limit: '0', ['st\u001B[31mray']: 'x', at: 'soon\u202E' },
    });

    await expect(call).rejects.toMatchObject({
      kind: 'invalid-input',
      fields: [{ field: 'limit' }, { field: 'at' }, { field: 'st[31mray', problem: 'is not known here' }],
    });
    await expect(call).rejects.not.toThrow(/[\p{Cc}\p{Cf}]/u);
  });
});

/** The roles that may use each right, written out once more: who changes the table has to mean it. */
const rolesByRight: Readonly<Record<string, readonly string[]>> = {
  'see-own': ['viewer', 'team-owner', 'budget-owner', 'budget-admin', 'approver', 'security'],
  read: ['viewer', 'budget-admin', 'approver', 'security'],
  'read-team': ['viewer', 'team-owner', 'budget-owner', 'budget-admin', 'approver', 'security'],
  'edit-budgets': ['budget-admin'],
  'edit-team-budgets': ['team-owner', 'budget-admin'],
  grant: ['budget-admin'],
  'grant-in-team': ['team-owner', 'budget-owner', 'budget-admin'],
  ask: ['viewer', 'team-owner', 'budget-owner', 'budget-admin', 'approver', 'security'],
  'decide-requests': ['team-owner', 'approver'],
  'start-runs': ['budget-admin', 'security'],
  'decide-plans': ['approver'],
  'acknowledge-alerts': ['budget-admin', 'approver', 'security'],
  'decide-controls': ['security'],
  'edit-watchers': ['budget-admin'],
  'edit-channels': ['budget-admin'],
  'act-on-platform': ['budget-admin'],
  'edit-settings': [],
};

function mayBy(role: string, id: string): boolean {
  return rolesByRight[operationRoutes.get(id)?.right ?? '']?.includes(role) === true;
}

/** Those that come past the API: they find fault with their input, or touch the installation, which raises. */
async function allowedTo(caller: Caller): Promise<readonly string[]> {
  const allowed: string[] = [];
  for (const id of ids) {
    const error: unknown = await performOperation(untouchable(), { id, caller, given: {} }).catch((raised) => raised);
    if (!(error instanceof Problem && error.kind === 'not-allowed')) {
      allowed.push(id);
    }
  }
  return allowed;
}

/** An installation of which only what says who may do what can be read: the settings, and owners of budgets. */
function untouchable() {
  const installation = new Proxy({} as Installation, {
    get(_target, name) {
      if (name === 'readSettings') {
        return () => settings;
      }
      if (name === 'budgets') {
        return { list: async () => Promise.resolve({ budgets: [ofWeb], invalid: [] }) };
      }
      throw new Error(`${String(name)} is touched`);
    },
  });
  return { installation, now: () => Date.parse('2026-03-15T08:00:00Z') };
}
