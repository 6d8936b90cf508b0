/**
 * What a place in the settings holds. `secret`: wholly secret, of any type. `secrets`: a map or list of secrets whose
 * keys are shown. `free`: undocumented, nothing is assumed. `source`: a plugin's origin with its usual fields.
 * Otherwise text, ids, numbers and flags.
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
  readonly otherwise: 'secret' | 'free';
}

interface MapShape {
  readonly kind: 'map';
  readonly of: Shape;
  readonly otherwise: 'id' | 'free';
}

export interface FieldsShape {
  readonly kind: 'fields';
  readonly fields: ReadonlyMap<string, Shape>;
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
  // Not documented, and describes most models: unknown words in it are hidden.
  provider: 'free',
  providerName: 'free',
  vendor: 'free',
});

// The document does not show the content of these three: known parts are read as such, the rest as unknown.
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

/** Fields with secrets among them: undocumented or mistyped ones count as secret too. */
function holdingSecrets(of: Readonly<Record<string, Shape>>): FieldsShape {
  return { ...fields(of), others: 'secrets', otherwise: 'secret' };
}

function listOf(of: Shape): ListShape {
  return { kind: 'list', of, otherwise: 'free' };
}

function mapOf(of: Shape): MapShape {
  return { kind: 'map', of, otherwise: 'free' };
}

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
