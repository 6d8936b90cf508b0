import type { JsonObject } from '../../../../shared/controls/json.ts';
import { at, type Row, tryRows } from '../row.ts';

const ips = (...allowedIps: readonly string[]): JsonObject => ({ networkPolicy: { allowedIps } });
const mission = (...allowedUserIds: readonly string[]): JsonObject => ({
  missionPolicy: { restrictedAccess: true, allowedUserIds },
});
const shop = (entry: JsonObject): JsonObject => ({ extraKnownMarketplaces: { shop: entry } });
const hash = 'a'.repeat(40);
const strict = (...repos: readonly string[]): JsonObject => ({
  strictKnownMarketplaces: repos.map((repo) => ({ repo })),
});

/** A protective switch: turned off or left open it loosens, turned on it is info. */
function protective(field: string, severity: 'low' | 'high'): readonly Row[] {
  const emptied = field.includes('.') ? { [field.split('.')[0] ?? '']: {} } : {};
  return [
    {
      rule: `${field} turned off is ${severity}`,
      before: at(field, true),
      after: at(field, false),
      worst: { path: field, is: `${severity} loosened` },
    },
    {
      rule: `${field} no longer set is ${severity}`,
      before: at(field, true),
      after: emptied,
      worst: { path: field, is: `${severity} loosened`, says: /Now: not set/u },
    },
    {
      rule: `${field} turned on tightens`,
      before: at(field, false),
      after: at(field, true),
      worst: { path: field, is: 'info tightened' },
    },
  ];
}

tryRows([
  ...protective('restrictMemberVisibility', 'low'),
  ...protective('restrictApiKeyCreationToManagers', 'high'),
  ...protective('includeCoAuthoredByAgent', 'low'),
  ...protective('sessionDefaultSettings.runInWorktree', 'low'),
  ...protective('missionPolicy.restrictedAccess', 'high').slice(0, 2),
  {
    rule: 'a user who may use missions is medium',
    before: mission('u1'),
    after: mission('u1', 'u2'),
    judge: { actor: { id: 'u9' } },
    worst: { path: 'missionPolicy.allowedUserIds', is: 'medium loosened', says: /may now be used by u2/u },
  },
  {
    rule: 'actors who give missions to themselves are high',
    before: mission('u1'),
    after: mission('u1', 'u2'),
    judge: { actor: { id: 'u2' } },
    worst: { path: 'missionPolicy.allowedUserIds', is: 'high loosened' },
  },
  {
    rule: 'a user who may no longer use missions tightens',
    before: mission('u1', 'u2'),
    after: mission('u1'),
    worst: { path: 'missionPolicy.allowedUserIds', is: 'info tightened' },
  },
  {
    rule: 'users of missions mean nothing while everybody may use them',
    before: at('missionPolicy.allowedUserIds', ['u1']),
    after: at('missionPolicy.allowedUserIds', ['u1', 'u2']),
    quiet: ['dormant'],
  },
  ...([{}, { lint: false }] as readonly JsonObject[]).map((enabledPlugins) => ({
    rule: `a plugin turned on that was ${'lint' in enabledPlugins ? 'off' : 'not there'} is high`,
    before: { enabledPlugins },
    after: { enabledPlugins: { lint: true } },
    worst: { path: 'enabledPlugins[lint]', is: 'high loosened', says: /plugin lint now runs/u } as const,
  })),
  {
    rule: 'a plugin turned off is low',
    before: { enabledPlugins: { lint: true } },
    after: { enabledPlugins: { lint: false } },
    worst: { path: 'enabledPlugins[lint]', is: 'low tightened' },
  },
  {
    rule: 'a marketplace added is high',
    before: {},
    after: shop({ source: { source: 'github', repo: 'acme/plugins' } }),
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'high loosened', says: /may now be installed from/u },
  },
  {
    rule: 'a marketplace of another source is high',
    before: shop({ source: { source: 'github', repo: 'acme/plugins', ref: 'v1' } }),
    after: shop({ source: { source: 'github', repo: 'evil/plugins', ref: 'v1' } }),
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'high loosened', says: /another source/u },
  },
  {
    rule: 'a marketplace no longer pinned is high',
    before: shop({ source: { repo: 'acme/plugins', sha: hash } }),
    after: shop({ source: { repo: 'acme/plugins' } }),
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'high loosened', says: /no longer pinned/u },
  },
  ...([{ ref: 'main' }, { ref: 'v1' }, { version: 'latest' }] as const).map((pin) => ({
    rule: `a marketplace pinned to ${Object.values(pin).join()} in place of a full hash is no longer pinned`,
    before: shop({ source: { repo: 'acme/plugins', sha: hash } }),
    after: shop({ source: { repo: 'acme/plugins', ...pin } }),
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'high loosened', says: /no longer pinned/u } as const,
  })),
  {
    rule: 'another branch of a marketplace pins nothing, and is another source of code',
    before: shop({ source: { repo: 'acme/plugins', ref: 'main' } }),
    after: shop({ source: { repo: 'acme/plugins', ref: 'dev' } }),
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'medium changed', says: /pins nothing/u },
  },
  {
    rule: 'the only allowed marketplace moved from a hash to a branch is high',
    before: strict(`acme/plugins#${hash}`),
    after: strict('acme/plugins#main'),
    worst: { path: 'strictKnownMarketplaces', is: 'high loosened' },
  },
  {
    rule: 'a marketplace that is pinned now tightens',
    before: shop({ source: { repo: 'acme/plugins' } }),
    after: shop({ source: { repo: 'acme/plugins', sha: hash } }),
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'info tightened' },
  },
  {
    rule: 'a marketplace removed tightens',
    before: shop({ source: { repo: 'acme/plugins' } }),
    after: { extraKnownMarketplaces: {} },
    worst: { path: 'extraKnownMarketplaces[shop]', is: 'info tightened' },
  },
  {
    rule: 'the list of the only marketplaces that is gone is critical',
    before: strict('acme/plugins'),
    after: {},
    worst: { path: 'strictKnownMarketplaces', is: 'critical loosened', says: /any marketplace/u },
  },
  {
    rule: 'an empty list of the only marketplaces that is gone is critical as well',
    before: strict(),
    after: {},
    worst: { path: 'strictKnownMarketplaces', is: 'critical loosened' },
  },
  {
    rule: 'one more of the only marketplaces is high',
    before: strict('acme/plugins'),
    after: strict('acme/plugins', 'other/plugins'),
    worst: { path: 'strictKnownMarketplaces', is: 'high loosened', says: /may now be installed from other\/plugins/u },
  },
  {
    rule: 'one less of the only marketplaces tightens',
    before: strict('acme/plugins', 'other/plugins'),
    after: strict('acme/plugins'),
    worst: { path: 'strictKnownMarketplaces', is: 'info tightened' },
  },
  {
    rule: 'an address range added is high',
    before: ips('10.0.0.0/24'),
    after: ips('10.0.0.0/24', '192.0.2.0/24'),
    worst: { path: 'networkPolicy.allowedIps', is: 'high loosened', says: /reached from 192\.0\.2\.0\/24/u },
  },
  {
    rule: 'an address range widened is high',
    before: ips('10.0.0.0/24'),
    after: ips('10.0.0.0/8'),
    worst: { path: 'networkPolicy.allowedIps', is: 'high loosened', says: /10\.0\.0\.0\/8 \(was 10\.0\.0\.0\/24\)/u },
  },
  ...[['0.0.0.0/0'], ['::/0'], ['0.0.0.0/1', '128.0.0.0/1']].map((ranges) => ({
    rule: `every address (${ranges.join(' and ')}) is critical`,
    before: ips('10.0.0.0/24'),
    after: ips('10.0.0.0/24', ...ranges),
    worst: { path: 'networkPolicy.allowedIps', is: 'critical loosened' } as const,
  })),
  {
    rule: 'address ranges no longer set are critical',
    before: ips('10.0.0.0/24'),
    after: { networkPolicy: {} },
    worst: { path: 'networkPolicy.allowedIps', is: 'critical loosened', says: /from any address/u },
  },
  {
    rule: 'an address range removed is low',
    before: ips('10.0.0.0/24', '192.0.2.0/24'),
    after: ips('10.0.0.0/24'),
    worst: { path: 'networkPolicy.allowedIps', is: 'low tightened' },
  },
  {
    rule: 'address ranges emptied stop everything',
    before: ips('10.0.0.0/24'),
    after: ips(),
    worst: { path: 'networkPolicy.allowedIps', is: 'low tightened', says: /^Everything is now blocked/u },
  },
  ...(['managed', 'byom'] as const).flatMap((kind): readonly Row[] => {
    const [enabled, emails] = [`${kind}ComputersEnabled`, `${kind}ComputersAllowedEmails`];
    const people = (...list: readonly string[]): JsonObject => ({ [enabled]: true, [emails]: list });
    return [
      {
        rule: `${enabled} turned on is medium`,
        before: {},
        after: { [enabled]: true },
        worst: { path: enabled, is: 'medium loosened' },
      },
      {
        rule: `${enabled} turned off is low`,
        before: { [enabled]: true },
        after: { [enabled]: false },
        worst: { path: enabled, is: 'low tightened' },
      },
      {
        rule: `somebody added to ${emails} is low`,
        before: people('a@x.io'),
        after: people('a@x.io', 'b@x.io'),
        worst: { path: emails, is: 'low loosened', says: /^b@x\.io may now/u },
      },
      {
        rule: `${emails} emptied is medium`,
        before: people('a@x.io'),
        after: people(),
        worst: { path: emails, is: 'medium loosened', says: /^Everyone may now/u },
      },
      {
        rule: `${emails} unset is medium`,
        before: people('a@x.io'),
        after: { [enabled]: true },
        worst: { path: emails, is: 'medium loosened' },
      },
      {
        rule: `somebody taken from ${emails} tightens`,
        before: people('a@x.io', 'b@x.io'),
        after: people('a@x.io'),
        worst: { path: emails, is: 'info tightened' },
      },
    ];
  }),
  {
    rule: 'fewer days of sessions than the baseline destroy evidence: high',
    before: { sessionRetentionDays: 365 },
    after: { sessionRetentionDays: 30 },
    judge: { baselineRetentionDays: 90 },
    worst: { path: 'sessionRetentionDays', is: 'high loosened', says: /Before: 365 days\. Now: 30 days\.$/u },
  },
  {
    rule: 'fewer days of sessions, and as many as the baseline, are medium',
    before: { sessionRetentionDays: 365 },
    after: { sessionRetentionDays: 90 },
    judge: { baselineRetentionDays: 90 },
    worst: { path: 'sessionRetentionDays', is: 'medium loosened' },
  },
  {
    rule: 'fewer days of sessions without a baseline are high',
    before: { sessionRetentionDays: 365 },
    after: { sessionRetentionDays: 90 },
    worst: { path: 'sessionRetentionDays', is: 'high loosened' },
  },
  {
    rule: 'more days of sessions are low, and ambiguous',
    before: { sessionRetentionDays: 30 },
    after: { sessionRetentionDays: 90 },
    worst: { path: 'sessionRetentionDays', is: 'low changed' },
  },
  ...['cloudSessionSync', 'wikiCloudSync'].flatMap((field) =>
    [true, false].map((value) => ({
      rule: `${field} turned ${value ? 'on' : 'off'} is medium, and read both ways`,
      before: { [field]: !value },
      after: { [field]: value },
      worst: { path: field, is: 'medium changed', says: /evidence.*data|data.*evidence/u } as const,
    })),
  ),
  {
    rule: 'connecting to the editor is low',
    before: { ideAutoConnect: false },
    after: { ideAutoConnect: true },
    worst: { path: 'ideAutoConnect', is: 'low changed' },
  },
  {
    rule: 'guidance rewritten is low, and not told in full',
    before: { serviceRouterGuidance: 'Use the small service.' },
    after: { serviceRouterGuidance: 'Use the large service.' },
    worst: { path: 'serviceRouterGuidance', is: 'low changed', says: /^(?!.*large service)/u },
  },
  {
    rule: 'a rule of the router changed is medium',
    before: { serviceRouterRules: [{ when: 'tests fail', guidance: 'a' }] },
    after: { serviceRouterRules: [{ when: 'tests fail', guidance: 'b' }] },
    worst: { path: 'serviceRouterRules', is: 'medium changed', says: /changed “tests fail”/u },
  },
]);
