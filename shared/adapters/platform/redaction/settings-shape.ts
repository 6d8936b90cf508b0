/**
 * What stands at a place of the settings, as far as redaction cares. `secret`: a secret as a whole, whatever its type.
 * `secrets`: a map or list of them, of which the keys are shown. `free`: not shown in the document, so that nothing is
 * taken for granted. `source`: the place that plugins come from, with its usual fields. The rest is text, ids, numbers and flags.
 */
export type Shape =
  | 'flag'
  | 'number'
  | 'text'
  | 'id'
  | 'secret'
  | 'secrets'
  | 'free'
  | 'source'
  | ListShape
  | MapShape
  | FieldsShape;

interface ListShape {
  readonly kind: 'list';
  readonly of: Shape;
  /** How a value that is not a list is read. */
  readonly otherwise: 'secret' | 'free';
}

/** A map whose keys are names or ids that people chose. */
interface MapShape {
  readonly kind: 'map';
  readonly of: Shape;
  /** How a value that is not a map is read. */
  readonly otherwise: 'id' | 'free';
}

export interface FieldsShape {
  readonly kind: 'fields';
  readonly fields: ReadonlyMap<string, Shape>;
  /** How an undocumented field is read. */
  readonly others: 'secrets' | 'free';
  readonly otherwise: 'secret' | 'id' | 'free';
}

const texts = listOf('text');
const ids = listOf('id');

const bedrock = holdingSecrets({
  awsProfile: 'text',
  awsRegion: 'text',
  bedrockBaseUrl: 'text',
  awsAuthRefresh: 'secret',
  awsCredentialExport: 'secret',
});

const customModel = holdingSecrets({
  model: 'id',
  id: 'id',
  index: 'number',
  baseUrl: 'text',
  apiKey: 'secret',
  displayName: 'text',
  maxContextLimit: 'number',
  enableThinking: 'flag',
  thinkingMaxTokens: 'number',
  maxOutputTokens: 'number',
  extraHeaders: 'secrets',
  extraArgs: 'free',
  noImageSupport: 'flag',
  bedrock,
  // Not in the document, and what most describe a model by: what is no known word there is hidden.
  provider: 'free',
  providerName: 'free',
  vendor: 'free',
});

// The document does not show what these three hold. What they hold by all that is known is read as what it is, and the
// rest as nothing that is known.
const autonomy = fields({ autonomyLevel: 'free', tools: mapOf('free') });
const userModels: FieldsShape = {
  ...fields({ allowedModelIds: ids, blockedModelIds: ids, allowedModels: ids, blockedModels: ids, models: ids }),
  otherwise: 'id',
};
const plugins: MapShape = { ...mapOf('free'), otherwise: 'id' };

/** The documented settings by platform-api.md, "Enterprise settings fields" and "Custom model". */
export const settingsShape: FieldsShape = fields({
  sessionDefaultSettings: fields({ model: 'id', specModeModel: 'id', runInWorktree: 'flag' }),
  mcpAutonomyOverrides: mapOf(autonomy),
  mcpAutonomyUrlOverrides: listOf(fields({ urlPattern: 'text' })),
  cloudSessionSync: 'flag',
  wikiCloudSync: 'flag',
  includeCoAuthoredByAgent: 'flag',
  enableAgentShield: 'flag',
  ideAutoConnect: 'flag',
  commandAllowlist: texts,
  commandDenylist: texts,
  customModels: { kind: 'list', of: customModel, otherwise: 'secret' },
  modelPolicy: fields({
    allowedModelIds: ids,
    blockedModelIds: ids,
    allowCustomModels: 'flag',
    allowedBaseUrls: texts,
    allowAllServiceModels: 'flag',
    isFastModelsAllowed: 'flag',
  }),
  mcpPolicy: fields({ enabled: 'flag', allowlist: texts }),
  missionPolicy: fields({ restrictedAccess: 'flag', allowedUserIds: ids }),
  userModelPolicies: mapOf(userModels),
  enabledPlugins: plugins,
  extraKnownMarketplaces: mapOf('source'),
  strictKnownMarketplaces: listOf(fields({ repo: 'text' })),
  networkPolicy: fields({ allowedIps: texts }),
  sandbox: fields({
    enabled: 'flag',
    filesystem: fields({ allowWrite: texts, allowRead: texts, denyWrite: texts, denyRead: texts }),
    network: fields({
      allowedDomains: texts,
      allowUnixSockets: texts,
      allowAllUnixSockets: 'flag',
      allowLocalBinding: 'flag',
      httpProxyPort: 'number',
      socksProxyPort: 'number',
    }),
  }),
  restrictMemberVisibility: 'flag',
  restrictApiKeyCreationToManagers: 'flag',
  managedComputersEnabled: 'flag',
  managedComputersAllowedEmails: ids,
  byomComputersEnabled: 'flag',
  byomComputersAllowedEmails: ids,
  sessionRetentionDays: 'number',
  serviceRouterGuidance: 'text',
  serviceRouterRules: listOf(fields({ guidance: 'text', when: 'text' })),
});

function fields(of: Readonly<Record<string, Shape>>): FieldsShape {
  return { kind: 'fields', fields: new Map(Object.entries(of)), others: 'free', otherwise: 'free' };
}

/** Fields with secrets among them: what is not documented there, or is of another type, is taken for one more. */
function holdingSecrets(of: Readonly<Record<string, Shape>>): FieldsShape {
  return { ...fields(of), others: 'secrets', otherwise: 'secret' };
}

function listOf(of: Shape): ListShape {
  return { kind: 'list', of, otherwise: 'free' };
}

function mapOf(of: Shape): MapShape {
  return { kind: 'map', of, otherwise: 'free' };
}

/** The words that the names of the documented settings are made of, in lower case. */
export const settingsWords: ReadonlySet<string> = new Set(
  namesIn(settingsShape).flatMap((name) =>
    name
      .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
      .toLowerCase()
      .split(' '),
  ),
);

function namesIn(shape: Shape): readonly string[] {
  if (typeof shape === 'string') {
    return [];
  }
  return shape.kind === 'fields'
    ? [...shape.fields].flatMap(([name, inner]) => [name, ...namesIn(inner)])
    : namesIn(shape.of);
}
