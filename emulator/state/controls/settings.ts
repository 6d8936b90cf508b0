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
 * The settings that the generated history edits (platform-api.md, "Enterprise settings"). Never-removed parents are
 * required here, unlike in the document. Mutable: each revision is its own copy.
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
  /** Fields that a platform adds later. */
  [newField: `experimental${string}`]: Json;
};
