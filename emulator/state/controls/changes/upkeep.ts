import type { Random } from '../../random.ts';
import { including, single, type Edit, type Storyline } from '../storyline.ts';

const entriesMax = 12;
const editsAWeek = 22;

/** Weekly maintenance in one revision: a registry, a command, a limit, a tool's level, a pin. Nothing serious. */
export const weeklyUpkeep: Storyline = single('weekly upkeep', (settings, context) => {
  const { random } = context;
  const ranked = upkeep.map((edit) => ({ edit, rank: random.float() })).sort((a, b) => a.rank - b.rank);
  ranked.slice(0, editsAWeek).forEach(({ edit }) => edit(settings, context));
});

const upkeep: readonly Edit[] = [
  ({ sandbox: { network } }, { random }) => {
    network.allowedDomains = kept(network.allowedDomains, `${random.pick(hosts)}.internal.example`);
  },
  ({ sandbox: { filesystem } }, { random }) => {
    filesystem.allowRead = kept(filesystem.allowRead, `./${random.pick(folders)}/generated-${random.integer(1, 40)}`);
  },
  ({ sandbox: { filesystem } }, { random }) => {
    filesystem.denyWrite = including(filesystem.denyWrite, `./${random.pick(folders)}/locked`);
  },
  (settings, { random }) => {
    settings.commandAllowlist = kept(
      settings.commandAllowlist,
      `npm run ${random.pick(folders)}:${random.integer(1, 40)}`,
    );
  },
  (settings, { random }) => {
    settings.commandDenylist = including(settings.commandDenylist, `legacy-deploy ${random.pick(hosts)}`);
  },
  ({ missionPolicy }, { memberIds, random }) => {
    missionPolicy.allowedUserIds = kept(missionPolicy.allowedUserIds, random.pick(memberIds));
  },
  (settings, { random }) => {
    settings.managedComputersAllowedEmails = kept(
      settings.managedComputersAllowedEmails,
      `builder-${random.integer(1, 90)}@acme.example`,
    );
  },
  (settings, { random }) => {
    settings.serviceRouterGuidance = `Prefer the smallest model that passes the tests. Review ${random.integer(1, 900)}.`;
  },
  (settings, { random }) => {
    settings.serviceRouterRules = [
      ...(settings.serviceRouterRules ?? []).slice(-entriesMax),
      { guidance: 'Use cirrus-mini', when: `the task is about ${random.pick(folders)} ${random.integer(1, 90)}` },
    ];
  },
  (settings, { random }) => {
    settings.sessionDefaultSettings.specModeModel = random.pick(['atlas-5-thinking', 'atlas-5', 'cirrus-mini']);
  },
  (settings) => {
    settings.ideAutoConnect = settings.ideAutoConnect !== true;
  },
  (settings, { random }) => {
    const ref = `v1.${random.integer(4, 99)}.0`;
    settings.extraKnownMarketplaces['internal'] = { source: { repo: 'acme/agent-plugins', ref } };
  },
  ...['issue-tracker', 'docs', 'calendar', 'wiki', 'search', 'chat', 'builds', 'metrics'].map(
    (tool): Edit =>
      (settings, { random }) => {
        settings.mcpAutonomyOverrides[tool] = random.pick(['auto-low', 'auto-medium', 'auto-high']);
      },
  ),
  ...(['maxOutputTokens', 'maxContextLimit'] as const).flatMap((limit) =>
    [0, 1].map((index): Edit => ({ customModels }, { random }) => {
      const model = customModels[index];
      if (model !== undefined) {
        model[limit] = tokens(random);
      }
    }),
  ),
  ...['docs', 'lint', 'release-notes'].map((name): Edit => (settings) => {
    const plugin = `${name}-helper@internal`;
    // Reviewed and disabled plugins stay listed.
    settings.enabledPlugins[plugin] = false;
  }),
];

const hosts = ['registry', 'docs', 'packages', 'tracker', 'mirror', 'artifacts', 'metrics', 'schemas', 'mail', 'ci'];
const folders = ['docs', 'schemas', 'assets', 'reports', 'fixtures', 'locales'];

function kept(list: readonly string[] | undefined, item: string): string[] {
  const entries = including(list, item);
  return entries.length > entriesMax ? [...entries.slice(0, 3), ...entries.slice(4)] : entries;
}

function tokens(random: Random): number {
  return random.integer(4, 64) * 1_024;
}
