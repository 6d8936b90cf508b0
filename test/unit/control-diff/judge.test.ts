import { expect, test } from 'vitest';

import type { ControlOverride } from '../../../shared/control-diff/catalogue/field-rule.ts';
import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { tryRows } from './row.ts';

const domains = (...allowedDomains: readonly string[]): JsonObject => ({ sandbox: { network: { allowedDomains } } });
const [before, after] = [domains('github.com'), domains('github.com', 'npmjs.org')];
const path = 'sandbox.network.allowedDomains';
const anna = { id: 'u1', email: 'anna@x.io', name: 'Anna' };

tryRows([
  { rule: 'nothing known about who and when raises nothing', before, after, worst: { path, is: 'medium loosened' } },
  {
    rule: 'an approved actor within working hours raises nothing',
    before,
    after,
    judge: { actor: anna, isApproved: true, isWithinWorkingHours: true },
    worst: { path, is: 'medium loosened' },
  },
  {
    rule: 'an actor who is not approved raises one step',
    before,
    after,
    judge: { isApproved: false },
    worst: { path, is: 'high loosened' },
  },
  {
    rule: 'outside working hours raises one step',
    before,
    after,
    judge: { isWithinWorkingHours: false },
    worst: { path, is: 'high loosened' },
  },
  {
    rule: 'both together raise one step',
    before,
    after,
    judge: { isApproved: false, isWithinWorkingHours: false },
    worst: { path, is: 'high loosened' },
  },
  {
    rule: 'neither raises a change that is no loosening',
    before: { serviceRouterGuidance: 'a' },
    after: { serviceRouterGuidance: 'b' },
    judge: { isApproved: false, isWithinWorkingHours: false },
    worst: { path: 'serviceRouterGuidance', is: 'low changed' },
  },
  {
    rule: 'a shield that is off comes before plugins that the night raised',
    before: { enableAgentShield: true, enabledPlugins: {} },
    after: { enableAgentShield: false, enabledPlugins: { a: true, b: true } },
    judge: { isApproved: false, isWithinWorkingHours: false },
    worst: { path: 'enableAgentShield', is: 'critical loosened' },
  },
  {
    rule: 'all together raise two steps at most',
    before: { byomComputersAllowedEmails: ['b@x.io'] },
    after: { byomComputersAllowedEmails: ['b@x.io', 'anna@x.io'] },
    judge: { actor: anna, isApproved: false, isWithinWorkingHours: false },
    worst: { path: 'byomComputersAllowedEmails', is: 'high loosened' },
  },
  {
    rule: 'the actor who profits raises one step',
    before: { byomComputersAllowedEmails: ['b@x.io'] },
    after: { byomComputersAllowedEmails: ['b@x.io', 'Anna@X.io'] },
    judge: { actor: anna },
    worst: { path: 'byomComputersAllowedEmails', is: 'medium loosened' },
  },
  {
    rule: 'somebody else who profits raises nothing',
    before: { byomComputersAllowedEmails: ['b@x.io'] },
    after: { byomComputersAllowedEmails: ['b@x.io', 'c@x.io'] },
    judge: { actor: anna },
    worst: { path: 'byomComputersAllowedEmails', is: 'low loosened' },
  },
  {
    rule: 'users who give themselves a model raise one step',
    before: {},
    after: { userModelPolicies: { u1: { allowedModelIds: ['a'] } } },
    judge: { actor: anna },
    worst: { path: 'userModelPolicies[u1]', is: 'high loosened' },
  },
  {
    rule: 'a path that holds secrets raises where the table does not say so itself',
    before: { sandbox: { network: { allowUnixSockets: [] } } },
    after: { sandbox: { network: { allowUnixSockets: ['~/.aws/x.sock'] } } },
    worst: { path: 'sandbox.network.allowUnixSockets', is: 'critical loosened' },
  },
  {
    rule: 'nobody raises a tightening',
    before: after,
    after: before,
    judge: { isApproved: false, isWithinWorkingHours: false },
    worst: { path, is: 'info tightened' },
  },
  {
    rule: 'nobody raises what lets nothing through',
    before: { commandAllowlist: ['git *'] },
    after: { commandAllowlist: ['git *', 'git push'] },
    judge: { isApproved: false },
    worst: { path: 'commandAllowlist', is: 'info changed' },
  },
  {
    rule: 'nobody raises what is dormant',
    before: { sandbox: { enabled: false, filesystem: {} } },
    after: { sandbox: { enabled: false, filesystem: { allowWrite: ['/'] } } },
    judge: { isApproved: false },
    quiet: ['dormant'],
  },
]);

function overridden(
  field: string,
  override: ControlOverride,
): { readonly overrides: ReadonlyMap<string, ControlOverride> } {
  return { overrides: new Map([[field, override]]) };
}

test("the admin's severity stands, whoever made the change", () => {
  const [change] = diffControls(before, after, { ...overridden(path, { severity: 'low' }), isApproved: false });

  expect(change).toMatchObject({ severity: 'low', direction: 'loosened' });
  expect(change?.notes).toContainEqual(expect.stringContaining('as the admin has set'));
});

test("the admin's severity leaves a tightening at info", () => {
  const [change] = diffControls(after, before, overridden(path, { severity: 'high' }));

  expect(change).toMatchObject({ severity: 'info', direction: 'tightened' });
});

test("the admin's direction stands", () => {
  const [change] = diffControls(
    { cloudSessionSync: true },
    { cloudSessionSync: false },
    overridden('cloudSessionSync', { direction: 'loosened' }),
  );

  expect(change).toMatchObject({ severity: 'medium', direction: 'loosened' });
});

test('an unknown field is compared as the admin says', () => {
  const judge = overridden('trustedTeams', { kind: 'set' });

  expect(diffControls({ trustedTeams: ['a', 'b'] }, { trustedTeams: ['b', 'a'] }, judge)).toEqual([]);
  expect(diffControls({ trustedTeams: ['a'] }, { trustedTeams: ['a', 'b'] }, judge)).toMatchObject([
    { direction: 'changed', severity: 'medium', kind: 'set', added: ['b'] },
  ]);
});

test('a known field is compared as the admin says', () => {
  const judge = overridden('mcpAutonomyUrlOverrides', { kind: 'set' });
  const rules = [{ urlPattern: 'a' }, { urlPattern: 'b' }];

  expect(
    diffControls({ mcpAutonomyUrlOverrides: rules }, { mcpAutonomyUrlOverrides: rules.toReversed() }, judge),
  ).toEqual([]);
});
