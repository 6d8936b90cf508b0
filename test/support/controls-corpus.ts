import { randomOf, type Random } from '../../emulator/state/random.ts';
import type { Json, JsonObject } from '../../shared/controls/json.ts';
import type { Actor, Revision } from '../../shared/controls/revision.ts';
import { settingsOf, type Values } from './controls-oracle.ts';

/** A revision of a drawn history, with what an organization knows of who made it and when. */
interface CorpusRevision extends Pick<Revision, 'revision' | 'settings' | 'actor'> {
  readonly isApproved: boolean;
  readonly isWithinWorkingHours: boolean;
}

type Fields = Record<string, Json>;
type Edit = (fields: Fields, random: Random) => void;

const approved: readonly Actor[] = [
  { id: 'u-ann', email: 'ann@acme.example' },
  { id: 'u-bob', email: 'bob@acme.example' },
];
const stranger: Actor = { id: 'u-eve', email: 'eve@acme.example' };

const start: Values = {
  'sandbox.enabled': true,
  'sandbox.filesystem.allowWrite': ['./', '/tmp/agent'],
  'sandbox.filesystem.allowRead': ['./'],
  'sandbox.filesystem.denyRead': ['~/.ssh', '~/.aws', '**/.env'],
  'sandbox.network.allowedDomains': ['github.com', 'registry.acme.example'],
  'sandbox.network.allowUnixSockets': [],
  'mcpPolicy.enabled': true,
  'mcpPolicy.allowlist': ['github', 'jira'],
  'modelPolicy.allowedModelIds': ['opus', 'haiku'],
  'modelPolicy.blockedModelIds': ['old'],
  'networkPolicy.allowedIps': ['203.0.113.0/24'],
  'missionPolicy.restrictedAccess': true,
  'missionPolicy.allowedUserIds': ['u-ann'],
  commandAllowlist: ['git status', 'npm test'],
  commandDenylist: ['rm -rf *', 'sudo *'],
  managedComputersEnabled: true,
  managedComputersAllowedEmails: ['ann@acme.example'],
  enableAgentShield: true,
  restrictApiKeyCreationToManagers: true,
  enabledPlugins: {},
  mcpAutonomyOverrides: {},
  sessionRetentionDays: 365,
};

/** What people do every week. */
const routine: readonly Edit[] = [
  (fields, random) =>
    add(fields, 'sandbox.network.allowedDomains', `${random.pick(words)}-${random.integer(1, 900)}.acme.example`),
  (fields, random) => add(fields, 'commandAllowlist', `npm run ${random.pick(words)}:${random.integer(1, 900)}`),
  (fields, random) => add(fields, 'sandbox.filesystem.allowRead', `./${random.pick(words)}/${random.integer(1, 900)}`),
  (fields, random) => add(fields, 'missionPolicy.allowedUserIds', `u-${random.integer(1, 900)}`),
  (fields, random) => add(fields, 'managedComputersAllowedEmails', `p${random.integer(1, 900)}@acme.example`),
  (fields, random) => add(fields, 'modelPolicy.allowedModelIds', `model-${random.integer(1, 60)}`),
  (fields, random) => add(fields, 'modelPolicy.blockedModelIds', `preview-${random.integer(1, 60)}`),
  (fields, random) => add(fields, 'commandDenylist', `legacy-${random.integer(1, 900)}`),
  (fields, random) => drop(fields, 'sandbox.network.allowedDomains', random),
  (fields, random) => drop(fields, 'commandAllowlist', random),
  (fields, random) => drop(fields, 'missionPolicy.allowedUserIds', random),
  (fields, random) =>
    put(fields, 'mcpAutonomyOverrides', { [random.pick(words)]: random.pick(['low', 'medium', 'high']) }),
  (fields, random) => put(fields, 'enabledPlugins', { [`${random.pick(words)}@acme`]: false }),
  (fields, random) => set(fields, 'serviceRouterGuidance', `Guidance ${random.integer(1, 900)}.`),
  (fields, random) => set(fields, 'ideAutoConnect', random.chance(0.5)),
  (fields, random) => set(fields, 'sessionDefaultSettings.model', random.pick(['opus', 'haiku'])),
];

/** What is looser, and an ordinary day's work. */
const loosening: readonly Edit[] = [
  (fields, random) => add(fields, 'mcpPolicy.allowlist', `${random.pick(words)}-tools-${random.integer(1, 90)}`),
  (fields, random) => add(fields, 'networkPolicy.allowedIps', `198.51.100.${random.integer(0, 15) * 16}/28`),
  (fields, random) => put(fields, 'enabledPlugins', { [`${random.pick(words)}@acme`]: true }),
  (fields, random) =>
    add(fields, 'sandbox.filesystem.allowWrite', `/srv/${random.pick(words)}/${random.integer(1, 90)}`),
  (fields, random) =>
    add(fields, 'sandbox.network.allowedDomains', `*.${random.pick(words)}-${random.integer(1, 90)}.example`),
  (fields, random) => set(fields, 'sandbox.network.allowLocalBinding', random.chance(0.5)),
  (fields, random) => set(fields, 'modelPolicy.isFastModelsAllowed', random.chance(0.5)),
  (fields, random) => drop(fields, 'modelPolicy.blockedModelIds', random),
];

/** What somebody is woken for. */
const grave: readonly Edit[] = [
  (fields) => set(fields, 'sandbox.enabled', fields['sandbox.enabled'] !== true),
  (fields) => set(fields, 'enableAgentShield', fields['enableAgentShield'] !== true),
  (fields) => set(fields, 'mcpPolicy.enabled', fields['mcpPolicy.enabled'] !== true),
  (fields) => add(fields, 'sandbox.network.allowUnixSockets', '/var/run/docker.sock'),
  (fields) => set(fields, 'sandbox.filesystem.denyRead', ['**/.env']),
  (fields) => add(fields, 'networkPolicy.allowedIps', '0.0.0.0/0'),
];

const words = ['docs', 'build', 'schema', 'wiki', 'search', 'mail', 'assets', 'reports', 'lint', 'chat'];

/**
 * A history as an organization may have one: mostly routine, by approved people in working hours, now and then looser,
 * and once in a great while grave. The same seed gives the same history.
 */
export function corpus(seed: number, count: number): readonly CorpusRevision[] {
  const random = randomOf(seed, 'controls-corpus');
  let fields: Fields = { ...start } as Fields;
  return Array.from({ length: count }, (_, index): CorpusRevision => {
    fields = structuredClone(fields);
    const edits = random.chance(0.01) ? [random.pick(grave)] : editsOf(random);
    edits.forEach((edit) => edit(fields, random));
    return {
      revision: index + 1,
      settings: settingsOf(fields),
      actor: random.chance(0.01) ? stranger : random.pick(approved),
      isApproved: true,
      isWithinWorkingHours: !random.chance(0.03),
    };
  }).map((revision) => ({ ...revision, isApproved: revision.actor !== stranger }));
}

function editsOf(random: Random): readonly Edit[] {
  const count = random.integer(1, 4);
  return Array.from({ length: count }, () => random.pick(random.chance(0.12) ? loosening : routine));
}

function listOf(fields: Fields, field: string): readonly string[] {
  return (fields[field] ?? []) as readonly string[];
}

function add(fields: Fields, field: string, element: string): void {
  fields[field] = [...listOf(fields, field).filter((each) => each !== element), element];
}

/** Takes an entry out, but none that the list began with. */
function drop(fields: Fields, field: string, random: Random): void {
  const list = listOf(fields, field);
  const at = random.integer(2, 2 + list.length);
  fields[field] = list.filter((_, index) => index !== at);
}

function put(fields: Fields, field: string, entries: JsonObject): void {
  fields[field] = { ...(fields[field] as JsonObject), ...entries };
}

function set(fields: Fields, field: string, value: Json): void {
  fields[field] = value;
}
