import { type Random, randomOf } from '../random.ts';
import { isolationStorylines, sandboxOffAndOn, tighteningReview } from './changes/isolation.ts';
import { customModelHijack, modelStorylines } from './changes/models.ts';
import { weeklyUpkeep } from './changes/upkeep.ts';
import {
  dayMs,
  type Edit,
  hourMs,
  including,
  listing,
  minuteMs,
  openedThenClosed,
  rotated,
  single,
  type Storyline,
} from './storyline.ts';

/** Actors add themselves to the list of users who may start missions. */
const selfGrant: Storyline = single('self-grant', (settings, { actor }) => {
  settings.missionPolicy.allowedUserIds = including(settings.missionPolicy.allowedUserIds, actor.id);
});

const accessStorylines: readonly Storyline[] = [
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

const reordering: Storyline = single('reordering', (settings, { random }) => {
  const places = random.integer(1, 3);
  settings.commandAllowlist = rotated(settings.commandAllowlist ?? [], places);
  settings.sandbox.network.allowedDomains = rotated(settings.sandbox.network.allowedDomains ?? [], places);
  settings.mcpAutonomyUrlOverrides = rotated(settings.mcpAutonomyUrlOverrides ?? [], 1);
});

/** Empty lists dropped or written again, without a change of meaning. */
const formatOnly: Storyline = single('format only', (settings) => {
  const { network } = settings.sandbox;
  if (network.allowUnixSockets === undefined) {
    network.allowUnixSockets = [];
  } else if (network.allowUnixSockets.length === 0) {
    delete network.allowUnixSockets;
  }
  if (settings.byomComputersAllowedEmails?.length === 0) {
    delete settings.byomComputersAllowedEmails;
  }
});

/** A field missing in platform-api.md appears, and changes on later turns. */
const unlistedField: Storyline = single('unlisted field', (settings, { random }) => {
  settings['experimentalReviewGate'] = { mode: random.pick(['off', 'warn', 'block']), since: random.integer(1, 1_000) };
});

const rollback: Storyline = single('rollback', (settings, { random, past }) => {
  const earlier = past.at(-random.integer(2, 5)) ?? past[0];
  for (const field of Object.keys(settings)) {
    Reflect.deleteProperty(settings, field);
  }
  Object.assign(settings, structuredClone(earlier));
});

const burst: Storyline = {
  name: 'burst',
  steps(random) {
    const everything = [...isolationStorylines, ...modelStorylines, ...accessStorylines];
    let afterMs = 0;
    return Array.from({ length: random.integer(4, 7) }, () => {
      afterMs += random.integer(2, 9) * minuteMs;
      const [first] = random.pick(everything).steps(random);
      return { afterMs, edit: first?.edit ?? unchanged };
    });
  },
};

function unchanged(): void {}

/** The first revision: the day the platform's history starts (platform-api.md, Limits). */
export const historyStartMs = Date.UTC(2026, 0, 14);

/** A planned revision: when, by which changer, and its edit. */
export type PlannedEdit = {
  readonly atMs: number;
  readonly changer: number;
  readonly edit: Edit;
  readonly label: string;
};

/** People who take turns changing controls. The next number means the service account. */
export const changerCount = 4;

const weekMs = 7 * dayMs;
/** UTC offsets in hours of the changers and the service account's machine. */
const changerUtcOffsetHours = [-8, -5, 1, 9, 0];

// Each kind of revision that a watcher must distinguish comes in the first weeks; the rest in any order.
const essentials: readonly Storyline[] = [
  sandboxOffAndOn,
  selfGrant,
  customModelHijack,
  formatOnly,
  reordering,
  unlistedField,
  tighteningReview,
  rollback,
  burst,
];
const others: readonly Storyline[] = [...isolationStorylines, ...modelStorylines, ...accessStorylines];
const grave = new Set([
  'secrets readable for a while',
  'container socket opened',
  'denied command freed, then denied again',
  'marketplaces unlocked',
  'launcher among the MCP servers',
]);
const deckSize = essentials.length + others.length;

/** All edits until `untilMs` (Unix ms), oldest first. A later `untilMs` only appends. */
export function plannedEdits(seed: number, untilMs: number): readonly PlannedEdit[] {
  const weeks = Math.max(0, Math.ceil((untilMs - historyStartMs) / weekMs));
  const planned: PlannedEdit[] = [];
  let storylinesTold = 0;
  for (let week = 0; week < weeks; week += 1) {
    planned.push(upkeepOf(seed, week));
    const random = randomOf(seed, 'controls-week', week);
    const storylines = week > 0 && random.chance(0.08) ? 0 : random.integer(1, 2);
    for (let turn = 0; turn < storylines; turn += 1) {
      planned.push(...editsOf(storylineAt(seed, storylinesTold), { random, week, turn }));
      storylinesTold += 1;
    }
  }
  return planned.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
}

function upkeepOf(seed: number, week: number): PlannedEdit {
  const random = randomOf(seed, 'controls-upkeep', week);
  const changer = random.integer(0, changerCount - 1);
  const hour = random.integer(10, 16) - (changerUtcOffsetHours[changer] ?? 0);
  // The history starts on a Wednesday: five days later it is Monday.
  const atMs =
    historyStartMs + week * weekMs + random.integer(5, 6) * dayMs + hour * hourMs + random.integer(1, 59) * minuteMs;
  return { atMs, changer, edit: onlyEdit(weeklyUpkeep), label: `${week}/upkeep` };
}

function onlyEdit({ steps }: Storyline): Edit {
  return (settings, context) => steps(context.random)[0]?.edit(settings, context);
}

/** Deals storylines like cards: each once before any repeats. */
function storylineAt(seed: number, turn: number): Storyline {
  const random = randomOf(seed, 'controls-deck', Math.floor(turn / deckSize));
  const later = shuffled(others, random);
  const deck = [
    ...shuffled(essentials, random),
    ...later.filter(({ name }) => !grave.has(name)),
    ...later.filter(({ name }) => grave.has(name)),
  ];
  return deck[turn % deckSize] ?? reordering;
}

function editsOf(storyline: Storyline, at: { random: Random; week: number; turn: number }): PlannedEdit[] {
  const { random, week, turn } = at;
  const changer = random.chance(0.15) ? changerCount : random.integer(0, changerCount - 1);
  const startMs = historyStartMs + week * weekMs + momentInWeekMs(random, changer);
  return storyline.steps(random).map((step, index) => ({
    atMs: startMs + step.afterMs,
    changer,
    edit: step.edit,
    label: `${week}/${turn}/${index}`,
  }));
}

/** Usually a working hour of the changer; sometimes at night or on a weekend. */
function momentInWeekMs(random: Random, changer: number): number {
  const localHour = random.chance(0.15) ? random.integer(0, 5) : random.integer(9, 17);
  const utcHour = localHour - (changerUtcOffsetHours[changer] ?? 0);
  // The first hours belong to revision 1.
  const hoursSinceStart = random.integer(0, 6) * 24 + utcHour;
  return Math.max(2, hoursSinceStart) * hourMs + random.integer(0, 59 * 60) * 1_000 + minuteMs;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, rank: random.float() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
