import { expect, test } from 'vitest';

import type { JsonObject } from '../../../shared/controls/json.ts';
import type { WatchPorts } from '../../../shared/controls/use-cases/watch-work.ts';
import { sha256 } from '../../../shared/kernel/sha256.ts';
import { redactSettings, redactionVersion } from '../../../shared/redaction/redact-settings.ts';
import { comparableDecisions, comparableRevisions } from '../../../shared/wiring/redacted-again.ts';
import { aBaseline, aControlsWorld, watch, watchLater, type ControlsWorld } from './controls-world.ts';

const fingerprint = (secret: string): string => sha256(secret).slice(0, 12);
const command = 'curl -u bob Zk3!pQ9xT%7wLm https://api.example.com';

const modelWith = (apiKey: JsonObject | string): readonly JsonObject[] => [
  { model: 'm', id: 'custom:M-0', index: 0, baseUrl: 'https://llm.corp.example/v1', displayName: 'M', apiKey },
];

/**
 * As the platform has it, and as earlier rules have left it: nothing hidden of one value, a part of another, and a variable
 * taken for the secret itself.
 */
const raw = {
  level: 1,
  brandNew: 'h7Kq2x9',
  hint: 'approve now',
  commandAllowlist: [command],
  customModels: modelWith('$LLM_GW_KEY'),
};
const before: JsonObject = {
  ...raw,
  customModels: modelWith({ $secret: 'literal', fingerprint: fingerprint('$LLM_GW_KEY') }),
  commandAllowlist: [command.replace('pQ9xT%7wLm', `[secret:${fingerprint('x')}]`)],
};
const served = (settings: Readonly<Record<string, unknown>>): JsonObject => redactSettings(settings, fingerprint);

const alter = (ports: WatchPorts): WatchPorts => ({
  ...ports,
  revisions: comparableRevisions(ports.revisions, async () => fingerprint),
  decisions: comparableDecisions(ports.decisions, async () => fingerprint),
});

/** A world that watched revisions under earlier rules, and is served the same under today's. */
async function updated(latest: JsonObject = served(raw)): Promise<ControlsWorld> {
  const world = aControlsWorld();
  world.history.change({ level: 0 });
  world.history.change(before);
  await watch(world, { alter });
  world.history.revisions = world.history.revisions.map((revision) => ({
    ...revision,
    redaction: redactionVersion,
    settings: revision.revision === 2 ? latest : revision.settings,
  }));
  return world;
}

test('nothing is reported as changed or rewritten because more of it is hidden than before', async () => {
  const world = await updated();

  const { reports } = await watchLater(world, { alter });

  expect(reports).toEqual([]);
});

test('what changes after more is hidden is reported, and nothing else', async () => {
  const world = await updated();
  world.history.change(served({ ...raw, level: 2 }), { redaction: redactionVersion });

  const { reports } = await watchLater(world, { alter });

  expect(reports.flatMap(({ steps }) => steps.flatMap(({ changes }) => changes.map(({ path }) => path)))).toEqual([
    'level',
  ]);
});

test('a secret that changes after more is hidden is reported', async () => {
  const world = await updated();
  world.history.change(served({ ...raw, brandNew: 'h7Kq2x8' }), { redaction: redactionVersion });

  const { reports } = await watchLater(world, { alter });

  expect(reports.flatMap(({ steps }) => steps.flatMap(({ changes }) => changes.map(({ path }) => path)))).toEqual([
    'brandNew',
  ]);
});

test.each([
  ['what is shown', { ...raw, level: 7 }],
  ['what was shown and is hidden now', { ...raw, brandNew: 'w7Kq2x9' }],
  ['the text around a secret', { ...raw, commandAllowlist: [command.replace('curl', 'wget')] }],
])('a revision that is rewritten in %s is still found when more is hidden', async (_, settings) => {
  const world = await updated(served(settings));

  const { reports } = await watchLater(world, { alter });

  expect(reports.flatMap(({ alarms }) => alarms.map(({ kind }) => kind))).toContain('rewritten');
});

test('what was found to be the same is not read again', async () => {
  const world = await updated();
  await watchLater(world, { alter });
  let reads = 0;
  const counted = (ports: WatchPorts): WatchPorts => {
    const altered = alter(ports);
    const read = async (...of: Parameters<typeof altered.revisions.read>) => {
      reads += 1;
      return altered.revisions.read(...of);
    };
    return { ...altered, revisions: { ...altered.revisions, read } };
  };

  await watchLater(world, { alter: counted });

  expect(reads).toBe(0);
});

test('an approved baseline shows no deviation because more of it is hidden', async () => {
  const world = await updated();
  await world.stores.decisions.approveBaseline(aBaseline({ ...raw, commandAllowlist: [] }), 0);
  world.history.change(served({ ...raw, commandAllowlist: [] }), { redaction: redactionVersion });

  const { reports } = await watchLater(world, { alter });

  expect(reports.flatMap(({ baseline }) => baseline?.deviations ?? [])).toEqual([]);
});
