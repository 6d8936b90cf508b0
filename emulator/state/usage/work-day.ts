import { type Random, randomOf } from '../random.ts';
import { type Client, CLIENTS, DELEGATION_LEVELS, type DelegationLevel, type Language } from './habits.ts';
import type { SpentDay } from './model-shares.ts';

/** One user's day. All organization-wide figures are sums of these, so that endpoints agree. */
export interface WorkDay {
  readonly clients: readonly Client[];
  readonly sessions: number;
  readonly userMessages: number;
  readonly assistantMessages: number;
  readonly toolCalls: number;
  readonly mcpCalls: number;
  readonly skillCalls: number;
  readonly slashCommands: number;
  readonly hooks: number;
  readonly filesCreated: number;
  readonly filesEdited: number;
  readonly gitCommits: number;
  readonly gitPrsCreated: number;
  readonly delegation: DelegationLevel;
  readonly languages: readonly Language[];
}

const TURNS_MAX = 600;

/** Only for days with credits. */
export function workDayOf({ seed, member, dayNumber, credits }: SpentDay): WorkDay {
  const { habits } = member;
  const random = randomOf(seed, 'work', member.label, dayNumber);
  const userMessages = Math.min(TURNS_MAX, Math.max(1, Math.round(credits / habits.creditsPerTurn)));
  const toolCalls = Math.round(userMessages * habits.autonomy * (0.7 + 0.6 * random.float()));
  const sessions = 1 + Math.min(20, Math.floor(userMessages / random.integer(6, 20)));
  const filesEdited = Math.floor(toolCalls * (0.08 + 0.2 * random.float()));
  const gitCommits = Math.floor(filesEdited / random.integer(3, 12));
  return {
    clients: clientsOf(random, habits.clientChances),
    sessions,
    userMessages,
    assistantMessages: userMessages + random.integer(0, userMessages),
    toolCalls,
    mcpCalls: Math.floor(toolCalls * habits.mcpShare * random.float()),
    skillCalls: habits.usesSkills ? random.integer(0, sessions * 2) : 0,
    slashCommands: random.integer(0, sessions * 2),
    hooks: habits.usesHooks ? toolCalls + sessions : 0,
    filesCreated: Math.floor(filesEdited * 0.3 * random.float()),
    filesEdited,
    gitCommits,
    gitPrsCreated: gitCommits > 0 && random.chance(0.35) ? random.integer(1, 2) : 0,
    delegation: random.chance(0.85) ? habits.delegation : random.pick(DELEGATION_LEVELS),
    languages: habits.languages.slice(0, random.integer(1, habits.languages.length)),
  };
}

/** At least one client: default the command line. */
function clientsOf(random: Random, chances: Readonly<Record<Client, number>>): readonly Client[] {
  const used = CLIENTS.filter((client) => random.chance(chances[client]));
  return used.length === 0 ? ['terminal-ui'] : used;
}

/** Tool calls per user turn, to two decimals. */
export function autonomyRatioOf(work: WorkDay): number {
  return Math.round((work.toolCalls / work.userMessages) * 100) / 100;
}
