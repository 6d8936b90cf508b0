import type { Json, JsonObject } from '../json.ts';

/** A custom model of the organization (platform-api.md, "Enterprise control change"). */
export type CustomModel = {
  model: string;
  id: string;
  index: number;
  baseUrl: string;
  apiKey?: string;
  displayName: string;
  maxContextLimit?: number;
  enableThinking?: boolean;
  thinkingMaxTokens?: number;
  maxOutputTokens?: number;
  extraHeaders?: Record<string, string>;
  extraArgs?: JsonObject;
  noImageSupport?: boolean;
  bedrock?: {
    awsProfile: string;
    awsRegion: string;
    bedrockBaseUrl: string;
    awsAuthRefresh: string;
    awsCredentialExport: string;
  };
};

type ModelPolicy = {
  allowedModelIds?: string[];
  blockedModelIds?: string[];
  allowCustomModels?: boolean;
  allowedBaseUrls?: string[];
  allowAllServiceModels?: boolean;
  isFastModelsAllowed?: boolean;
};

export type Sandbox = {
  enabled?: boolean;
  filesystem: { allowWrite?: string[]; allowRead?: string[]; denyWrite?: string[]; denyRead?: string[] };
  network: {
    allowedDomains?: string[];
    allowUnixSockets?: string[];
    allowAllUnixSockets?: boolean;
    allowLocalBinding?: boolean;
    httpProxyPort?: number;
    socksProxyPort?: number;
  };
};

/**
 * The settings document that the generated history edits (platform-api.md, "Enterprise settings").
 * Parents that the generator never removes are required here, so that an edit reads plainly; the
 * document itself marks none as required. Values are mutable: each revision is a copy of its own.
 */
export type EnterpriseSettings = {
  sessionDefaultSettings: { model: string; specModeModel: string; runInWorktree?: boolean };
  mcpAutonomyOverrides: Record<string, string>;
  mcpAutonomyUrlOverrides?: { urlPattern: string }[];
  cloudSessionSync?: boolean;
  wikiCloudSync?: boolean;
  includeCoAuthoredByAgent?: boolean;
  enableAgentShield?: boolean;
  ideAutoConnect?: boolean;
  commandAllowlist?: string[];
  commandDenylist?: string[];
  customModels: CustomModel[];
  modelPolicy: ModelPolicy;
  mcpPolicy: { enabled?: boolean; allowlist?: string[] };
  missionPolicy: { restrictedAccess?: boolean; allowedUserIds: string[] };
  userModelPolicies: Record<string, ModelPolicy>;
  enabledPlugins: Record<string, boolean>;
  extraKnownMarketplaces: Record<string, { source: { repo: string; ref?: string } }>;
  strictKnownMarketplaces?: { repo: string }[];
  networkPolicy: { allowedIps?: string[] };
  sandbox: Sandbox;
  restrictMemberVisibility?: boolean;
  restrictApiKeyCreationToManagers?: boolean;
  managedComputersEnabled?: boolean;
  managedComputersAllowedEmails?: string[];
  byomComputersEnabled?: boolean;
  byomComputersAllowedEmails?: string[];
  sessionRetentionDays?: number;
  serviceRouterGuidance?: string;
  serviceRouterRules?: { guidance: string; when: string }[];
  /** Stands for fields that a platform adds after its document was written. */
  [newField: `experimental${string}`]: Json;
};
