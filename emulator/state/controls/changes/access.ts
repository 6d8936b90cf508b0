import { including, listing, openedThenClosed, single, type Storyline } from '../storyline.ts';

/** Actors add themselves to the list of users who may start missions. */
export const selfGrant: Storyline = single('self-grant', (settings, { actor }) => {
  settings.missionPolicy.allowedUserIds = including(settings.missionPolicy.allowedUserIds, actor.id);
});

export const accessStorylines: readonly Storyline[] = [
  openedThenClosed('address range widened', ({ networkPolicy }, isOpened) => {
    const [narrow, wide] = ['203.0.113.0/24', '203.0.0.0/8'];
    const [from, to] = isOpened ? [narrow, wide] : [wide, narrow];
    networkPolicy.allowedIps = (networkPolicy.allowedIps ?? []).map((range) => (range === from ? to : range));
  }),
  single('office range added', ({ networkPolicy }, { random }) => {
    networkPolicy.allowedIps = including(networkPolicy.allowedIps, `192.0.2.${random.integer(0, 15) * 16}/28`);
  }),
  single('retention changed', (settings, { random }) => {
    settings.sessionRetentionDays = random.pick([30, 90, 180, 365]);
  }),
  openedThenClosed('members may create keys', (settings, isOpened) => {
    settings.restrictApiKeyCreationToManagers = !isOpened;
  }),
  single('own machines switched', (settings, { actor }) => {
    settings.byomComputersEnabled = settings.byomComputersEnabled !== true;
    settings.byomComputersAllowedEmails = including(settings.byomComputersAllowedEmails, actor.email);
  }),
  single('member visibility switched', (settings) => {
    settings.restrictMemberVisibility = settings.restrictMemberVisibility !== true;
  }),
  single('sync switched', (settings) => {
    settings.wikiCloudSync = settings.wikiCloudSync !== true;
  }),
  single('plugin and marketplace added', (settings, { random }) => {
    const repo = random.pick(['community/agent-extras', 'acme/labs-plugins']);
    settings.extraKnownMarketplaces[repo.replace('/', '-')] = { source: { repo } };
    settings.enabledPlugins[`helper-pack@${repo.replace('/', '-')}`] = true;
  }),
  openedThenClosed('marketplaces unlocked', (settings, isOpened) => {
    if (isOpened) {
      delete settings.strictKnownMarketplaces;
    } else {
      settings.strictKnownMarketplaces = [{ repo: 'acme/agent-plugins' }, { repo: 'platform/plugins' }];
    }
  }),
  openedThenClosed('launcher among the MCP servers', ({ mcpPolicy }, isOpened) => {
    mcpPolicy.allowlist = listing(mcpPolicy.allowlist, 'npx', isOpened);
  }),
  single('MCP autonomy changed', (settings, { random }) => {
    settings.mcpAutonomyOverrides['warehouse-sql'] = random.pick(['auto-high', 'auto-medium', 'manual']);
  }),
  single('router rule added', (settings, { random }) => {
    const topic = random.pick(['tests', 'migrations', 'translations', 'infrastructure']);
    settings.serviceRouterRules = [
      ...(settings.serviceRouterRules ?? []).slice(-9),
      { guidance: `Use ${random.pick(['cirrus-mini', 'atlas-5-thinking'])}`, when: `the task is about ${topic}` },
    ];
  }),
];
