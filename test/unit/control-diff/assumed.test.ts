import fc from 'fast-check';
import { expect, test } from 'vitest';

import { catalogue } from '../../../shared/control-diff/catalogue/catalogue.ts';
import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { ControlChange } from '../../../shared/controls/control-change.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { drawnChange, drawnValues, settingsOf } from '../../support/controls-oracle.ts';
import { rounds, roundsTimeoutMs } from '../../world/rounds.ts';

/** Fields of which platform-api.md shows no inner structure, or no order ("Gaps in resource definitions"). */
const undocumented = [
  'mcpAutonomyOverrides',
  'mcpAutonomyUrlOverrides',
  'userModelPolicies',
  'enabledPlugins',
  'extraKnownMarketplaces',
  'serviceRouterRules',
];

test.each(undocumented)('every change of %s carries what is assumed of it', (field) => {
  const rule = catalogue.find((each) => each.field === field);

  expect(rule?.assumed).toBeDefined();
});

/** What the document says of no setting: what applies without it, under a switch, or with an empty list. */
const unsupported =
  /not set \((?!none)|Everything is now blocked|Without effect while|While .* nothing is kept out|as other entries cover|is gone|no longer set, so|listed \S+ only|on a list may now|destroyed/u;

test(
  'a sentence that says more than the document does carries “assumed” or “not documented”',
  { timeout: roundsTimeoutMs },
  () => {
    fc.assert(
      fc.property(fc.oneof(drawnChange, fc.tuple(drawnValues, drawnValues)), ([before, after]) => {
        const changes = diffControls(settingsOf(before), settingsOf(after));

        expect(changes.filter((change) => isUnsupported(change) && !isMarked(change))).toEqual([]);
      }),
      rounds(120),
    );
  },
);

const samples: readonly (readonly [JsonObject, JsonObject])[] = [
  [{ enableAgentShield: true }, {}],
  [{ sessionRetentionDays: 90 }, { sessionRetentionDays: 30 }],
  [{ cloudSessionSync: true }, {}],
  [{ mcpAutonomyOverrides: { jira: 'high' } }, { mcpAutonomyOverrides: { jira: 'low' } }],
  [{ enabledPlugins: {} }, { enabledPlugins: { a: true } }],
  [{ extraKnownMarketplaces: {} }, { extraKnownMarketplaces: { a: { source: { repo: 'a/b' } } } }],
  [{ userModelPolicies: { u: { allowedModelIds: ['a'] } } }, { userModelPolicies: {} }],
  [{ strictKnownMarketplaces: [{ repo: 'a/b' }] }, {}],
  [{ commandAllowlist: ['git push'] }, { commandAllowlist: ['git *'] }],
  [{ commandAllowlist: ['git *'] }, { commandAllowlist: ['git *', 'git push'] }],
  [{ mcpPolicy: { enabled: true, allowlist: ['a'] } }, { mcpPolicy: { enabled: true, allowlist: [] } }],
  [{ sandbox: { enabled: false } }, { sandbox: { enabled: false, filesystem: { allowWrite: ['/x'] } } }],
  [{ sandbox: { enabled: false } }, { sandbox: { enabled: true, filesystem: { allowWrite: ['/x'] } } }],
  [{ customModels: [{ id: 'a', extraArgs: {} }] }, { customModels: [{ id: 'a', extraArgs: { proxy: 'x' } }] }],
];

test.each(samples)('%j → %j carries it', (before, after) => {
  const changes = diffControls(before, after);

  expect(changes.some((change) => isMarked(change))).toBe(true);
});

test('what the document shows is reported without it', () => {
  const shown = [
    diffControls({ enableAgentShield: true }, { enableAgentShield: false }),
    diffControls({ restrictApiKeyCreationToManagers: true }, { restrictApiKeyCreationToManagers: false }),
    diffControls({ networkPolicy: { allowedIps: ['10.0.0.0/24'] } }, { networkPolicy: { allowedIps: ['10.0.0.0/8'] } }),
  ].flat();

  expect(shown.map((change) => isMarked(change))).toEqual([false, false, false]);
});

/** Which addresses a range covers is arithmetic, and nobody's assumption. */
function isUnsupported({ kind, sentence }: ControlChange): boolean {
  return unsupported.test(sentence) && !(kind === 'cidr' && sentence.includes('as other entries cover'));
}

function isMarked({ notes, why }: ControlChange): boolean {
  return [...notes, why].some((text) => /assumed|not documented|document does not say/iu.test(text));
}
