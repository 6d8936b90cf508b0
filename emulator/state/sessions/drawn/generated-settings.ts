import type { JsonObject } from '../../json.ts';
import type { Random } from '../../random.ts';
import type { Character } from './character.ts';

type Facts = {
  readonly modelId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly character: Character;
};

const dayMs = 86_400_000;
const toolIds = ['read-file', 'edit-file', 'run-command', 'web-search', 'browser', 'issue-tracker'] as const;

/** The settings that a session starts with (platform-api.md, "Session settings"); those that move with the clock are added later. */
export function generatedSettings(random: Random, facts: Facts): JsonObject {
  const archived = facts.character === 'ordinary' && random.chance(0.1);
  return {
    model: facts.modelId,
    ...when(random.chance(0.5), { specModeModel: 'atlas-5-thinking' }),
    runInWorktree: random.chance(0.6),
    ...when(random.chance(0.3), { providerLockTimestamp: new Date(facts.startMs + 30_000).toISOString() }),
    ...when(archived, { archivedAt: new Date(facts.endMs + dayMs).toISOString() }),
    ...when(random.chance(0.4), { tags: tagsOf(random) }),
    ...when(random.chance(0.3), { enabledToolIds: toolIds.filter(() => random.chance(0.7)) }),
    ...when(random.chance(0.2), { disabledToolIds: toolIds.filter(() => random.chance(0.2)) }),
    // Runaways are what compaction would have stopped; they run without it.
    ...when(facts.character === 'runaway' || random.chance(0.7), {
      compactionThresholdCheckEnabled: facts.character !== 'runaway',
    }),
  };
}

function tagsOf(random: Random): readonly JsonObject[] {
  const ticket = { name: 'ticket', metadata: { key: `OPS-${random.integer(100, 9_999)}`, open: random.chance(0.5) } };
  const team = { name: 'team', metadata: { name: random.pick(['payments', 'search', 'platform']), lead: {} } };
  return random.chance(0.4) ? [ticket, team] : [random.pick([ticket, team])];
}

function when(condition: boolean, fields: JsonObject): JsonObject {
  return condition ? fields : {};
}
