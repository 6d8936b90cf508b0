import { diffControls } from '../../shared/control-diff/diff-controls.ts';
import type { ControlsReport, ControlStep, ControlsAudience } from '../../shared/controls/controls-report.ts';
import { findCompounds } from '../../shared/controls/findings/find-compounds.ts';
import { circumstancesOf, type ControlsPolicy } from '../../shared/controls/history/circumstances.ts';
import type { JsonObject } from '../../shared/controls/json.ts';
import type { Revision } from '../../shared/controls/revision.ts';
import { sha256 } from '../../shared/kernel/sha256.ts';

const policy: ControlsPolicy = {
  approvedChangers: ['ann@acme.example'],
  workingHours: { timeZone: 'Europe/Vienna', days: [1, 2, 3, 4, 5], from: '07:00', until: '19:00' },
};

const eve = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve Adams' };
const ann = { id: 'u-ann', email: 'ann@acme.example', name: 'Ann Bell' };

export const anAudience: ControlsAudience = {
  role: 'security-contact',
  contacts: ['security@acme.example', 'on-call@acme.example'],
  timeZone: 'Europe/Vienna',
  runbook: 'Handbook, chapter 7: somebody loosened a control',
};

/** What the company approved, more or less. */
export const usualSettings: JsonObject = {
  sandbox: {
    enabled: true,
    filesystem: { allowWrite: ['./build', './dist'], denyRead: ['~/.ssh', '~/.aws'] },
    network: { allowedDomains: ['github.com', 'registry.npmjs.org'] },
  },
  commandAllowlist: ['git status', 'ls'],
  commandDenylist: ['rm -rf *', 'curl *'],
  mcpPolicy: { enabled: true, allowlist: ['https://mcp.acme.example/'] },
  modelPolicy: { blockedModelIds: ['old-model'], allowCustomModels: false },
  networkPolicy: { allowedIps: ['10.0.0.0/24'] },
  customModels: [
    { id: 'in-house', model: 'm1', baseUrl: 'https://llm.acme.example/v1', apiKey: secret('5f2a90c1d3e4') },
  ],
  sessionRetentionDays: 365,
  restrictApiKeyCreationToManagers: true,
};

/** Nothing but a set in another order, and an empty list that is no longer written: nobody gets a mail. */
export function aQuietDay(): ControlsReport {
  const before = { ...usualSettings, extraKnownMarketplaces: {} };
  const after = { ...usualSettings, commandAllowlist: ['ls', 'git status'] };
  return aReport([before, after], { actor: ann });
}

/** The sandbox is no longer required, late on a Monday, by somebody who is not to change it. */
export function oneCriticalChange(): ControlsReport {
  const { enabled: _gone, ...sandbox } = usualSettings['sandbox'] as JsonObject;
  const [change] = diffControls(usualSettings, { ...usualSettings, sandbox });
  const since = '2026-03-02T21:14:00.000Z';
  return {
    ...aReport([usualSettings, { ...usualSettings, sandbox }], { actor: eve }),
    baseline: {
      approved: {
        source: { kind: 'revision', revision: 37 },
        approvedBy: 'ann@acme.example',
        approvedAt: '2026-02-02T09:00:00Z',
      },
      deviations:
        change === undefined
          ? []
          : [{ deviation: { path: change.path, changes: [change], standing: 'new', since, hasMoved: false } }],
      expired: [],
    },
  };
}

/** Twelve changes by one person in an hour: the sandbox off and on again, a key with its address, an unknown field. */
export function aBurst(): ControlsReport {
  const sandboxOf = (over: JsonObject) => ({ ...(usualSettings['sandbox'] as JsonObject), ...over });
  const edits: readonly JsonObject[] = [
    { sandbox: sandboxOf({ network: { allowedDomains: ['github.com', 'registry.npmjs.org', '*.transfer.example'] } }) },
    { sandbox: sandboxOf({ enabled: false }) },
    { commandAllowlist: ['git status', 'ls', 'bash -c *'] },
    { commandDenylist: ['curl *'] },
    { mcpPolicy: { enabled: true, allowlist: ['https://mcp.acme.example/', 'npx'] } },
    { networkPolicy: { allowedIps: ['10.0.0.0/8'] } },
    {
      customModels: [{ id: 'in-house', model: 'm1', baseUrl: 'http://203.0.113.9/v1', apiKey: secret('a81e00b7c2f9') }],
    },
    { sessionRetentionDays: 30 },
    { restrictApiKeyCreationToManagers: false },
    { agentTelemetryRelay: { host: 'relay.example', level: 3 } },
    { sandbox: usualSettings['sandbox'] as JsonObject },
  ];
  const history = edits.reduce<readonly JsonObject[]>(
    (all, edit) => [...all, { ...all.at(-1), ...edit }],
    [usualSettings],
  );
  return {
    ...aReport(history, { actor: eve }),
    alarms: [{ kind: 'gap', series: 1, missing: [{ from: 39, through: 40 }] }],
  };
}

/** The first look at a history. */
export function aFirstRun(): ControlsReport {
  const { steps, ...report } = aReport([usualSettings, usualSettings], { actor: ann });
  return { ...report, kind: 'first-run', handled: { count: 42, from: 1, through: 42 }, steps };
}

/** The report of settings that follow each other, five minutes apart, as the watcher would make it. */
export function aReport(
  history: readonly JsonObject[],
  { actor = eve }: Partial<Pick<Revision, 'actor'>> = {},
): ControlsReport {
  const revisions = history.map((settings, index): Revision => ({
    revision: 41 + index,
    settings,
    problems: [],
    actor,
    updatedAt: new Date(Date.parse('2026-03-02T21:09:00Z') + index * 5 * 60_000).toISOString(),
  }));
  const steps = revisions.slice(1).map((revision, index) => stepOf(revisions[index], revision));
  const net = diffControls(history[0] ?? {}, history.at(-1) ?? {});
  const findings = findCompounds(
    revisions.map((revision, index) => ({ revision, changes: steps[index - 1]?.changes ?? [] })),
  );
  return {
    reportId: 'changes-1-42',
    kind: 'changes',
    runId: 'controls-2026-03-02T22:15:00.000Z',
    at: '2026-03-02T22:15:00.000Z',
    handled: { count: steps.length, from: 42, through: 41 + steps.length },
    steps,
    ...(steps.length < 2 ? {} : { net: { from: 41, through: 41 + steps.length, changes: net, changesMore: 0 } }),
    findings,
    alarms: [],
    over: [],
    evidence: { seq: 912, hash: sha256('link 912') },
  };
}

function stepOf(before: Revision | undefined, revision: Revision): ControlStep {
  const { actor, updatedAt } = revision;
  const circumstances = circumstancesOf(actor, updatedAt, policy);
  const isApproved = circumstances.actor === 'approved';
  const judge = { actor, isApproved, isWithinWorkingHours: circumstances.hours === 'inside' };
  return {
    series: 1,
    revision: revision.revision,
    previous: { series: 1, revision: revision.revision - 1 },
    actor,
    updatedAt,
    circumstances,
    changes: diffControls(before?.settings ?? {}, revision.settings, judge),
    changesMore: 0,
    problems: [],
    isLate: false,
    digest: sha256(JSON.stringify(revision)),
  };
}

function secret(fingerprint: string): JsonObject {
  return { $secret: 'literal', fingerprint };
}
