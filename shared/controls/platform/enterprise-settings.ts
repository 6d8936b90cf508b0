import * as z from 'zod';

import { type FieldProblem, fieldProblem } from '../../kernel/platform/reading/field-problem.ts';
import { maybe } from '../../kernel/platform/reading/fields.ts';

const text = maybe(z.string());
const flag = maybe(z.boolean());
const amount = maybe(z.number());
const texts = maybe(z.array(z.string()));
/** Free-form maps of undocumented content. */
const map = maybe(z.record(z.string(), z.unknown()));

const customModel = z.object({
  model: text,
  id: text,
  index: amount,
  baseUrl: text,
  apiKey: text,
  displayName: text,
  maxContextLimit: amount,
  enableThinking: flag,
  thinkingMaxTokens: amount,
  maxOutputTokens: amount,
  extraHeaders: map,
  extraArgs: map,
  noImageSupport: flag,
  bedrock: maybe(
    z.object({
      awsProfile: text,
      awsRegion: text,
      bedrockBaseUrl: text,
      awsAuthRefresh: text,
      awsCredentialExport: text,
    }),
  ),
});

const modelPolicy = z.object({
  allowedModelIds: texts,
  blockedModelIds: texts,
  allowCustomModels: flag,
  allowedBaseUrls: texts,
  allowAllServiceModels: flag,
  isFastModelsAllowed: flag,
});

const sandbox = z.object({
  enabled: flag,
  filesystem: maybe(z.object({ allowWrite: texts, allowRead: texts, denyWrite: texts, denyRead: texts })),
  network: maybe(
    z.object({
      allowedDomains: texts,
      allowUnixSockets: texts,
      allowAllUnixSockets: flag,
      allowLocalBinding: flag,
      httpProxyPort: amount,
      socksProxyPort: amount,
    }),
  ),
});

/**
 * Section "Enterprise settings fields": every documented control with its type. Reports deviations from the document
 * and never changes values: the platform's own are compared and stored.
 */
export const enterpriseSettings = z.object({
  sessionDefaultSettings: maybe(z.object({ model: text, specModeModel: text, runInWorktree: flag })),
  mcpAutonomyOverrides: map,
  mcpAutonomyUrlOverrides: maybe(z.array(z.object({ urlPattern: text }))),
  cloudSessionSync: flag,
  wikiCloudSync: flag,
  includeCoAuthoredByAgent: flag,
  enableAgentShield: flag,
  ideAutoConnect: flag,
  commandAllowlist: texts,
  commandDenylist: texts,
  customModels: maybe(z.array(customModel)),
  modelPolicy: maybe(modelPolicy),
  mcpPolicy: maybe(z.object({ enabled: flag, allowlist: texts })),
  missionPolicy: maybe(z.object({ restrictedAccess: flag, allowedUserIds: texts })),
  userModelPolicies: map,
  enabledPlugins: map,
  extraKnownMarketplaces: map,
  strictKnownMarketplaces: maybe(z.array(z.object({ repo: text }))),
  networkPolicy: maybe(z.object({ allowedIps: texts })),
  sandbox: maybe(sandbox),
  restrictMemberVisibility: flag,
  restrictApiKeyCreationToManagers: flag,
  managedComputersEnabled: flag,
  managedComputersAllowedEmails: texts,
  byomComputersEnabled: flag,
  byomComputersAllowedEmails: texts,
  sessionRetentionDays: maybe(z.int()),
  serviceRouterGuidance: text,
  serviceRouterRules: maybe(z.array(z.object({ guidance: text, when: text }))),
});

const SETTINGS_PROBLEMS_MAX = 50;

/** The documented fields of a wrong type. */
export function problemsOfSettings(settings: Readonly<Record<string, unknown>>): readonly FieldProblem[] {
  const parsed = enterpriseSettings.safeParse(settings);
  return parsed.success ? [] : parsed.error.issues.slice(0, SETTINGS_PROBLEMS_MAX).map(fieldProblem);
}
