import { describe, expect, test } from 'vitest';

import { generatedHistory } from '../../../emulator/state/controls/controls-history.ts';
import { plannedEdits } from '../../../emulator/state/controls/schedule.ts';
import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import { afterSettings, lastValues, nothingInForce, type StateInForce } from '../../../shared/control-diff/in-force.ts';
import type { Judge } from '../../../shared/control-diff/place.ts';
import type { ControlChange } from '../../../shared/controls/control-change.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { corpus } from '../../support/controls-corpus.ts';
import { aWorld } from '../../support/emulator-world.ts';

/** Of the changes of a history, so many may wake somebody. */
const criticalShareMax = 0.02;

/** Fields of which a loosening may be critical: CONTROLS.md, Fields. */
const worthWaking = new Set([
  'sandbox.enabled',
  'sandbox.filesystem.allowWrite',
  'sandbox.filesystem.denyRead',
  'sandbox.filesystem.denyWrite',
  'sandbox.network.allowedDomains',
  'sandbox.network.allowUnixSockets',
  'sandbox.network.allowAllUnixSockets',
  'enableAgentShield',
  'commandDenylist',
  'mcpPolicy.enabled',
  'mcpPolicy.allowlist',
  'modelPolicy.allowedBaseUrls',
  'customModels[].baseUrl',
  'strictKnownMarketplaces',
  'networkPolicy.allowedIps',
]);

interface Revised {
  readonly settings: JsonObject;
  readonly judge: Judge;
}

/** All changes of a history that raise an alert, from its second revision on. */
function loudChanges(history: readonly Revised[]): readonly ControlChange[] {
  let state: StateInForce<number> = nothingInForce;
  return history.flatMap(({ settings, judge }, index) => {
    const changes = diffControls(state.settings, settings, { ...judge, lastInForce: lastValues(state) });
    state = afterSettings(state, { settings, place: index });
    return index === 0 ? [] : changes.filter(({ quiet }) => quiet === undefined);
  });
}

function criticalShare(changes: readonly ControlChange[]): number {
  return changes.filter(({ severity }) => severity === 'critical').length / changes.length;
}

describe('at most one change in fifty is critical', () => {
  test.each([7, 42])('in the demo history (seed %i)', (seed) => {
    const now = '2026-03-15T00:00:00Z';
    const { organization } = aWorld({ now });
    const origin = { seed, usersAt: (atMs: number) => organization.usersAt(atMs) };
    const history = generatedHistory(origin, plannedEdits(seed, Date.parse(now)));

    const changes = loudChanges(history.map(({ settings, user }) => ({ settings, judge: { actor: user } })));

    expect(criticalShare(changes)).toBeLessThanOrEqual(criticalShareMax);
    expect(criticalShare(changes)).toBeGreaterThan(0);
  });

  test('in the history of an organization with approved changers and working hours, and each opens what is worth it', () => {
    const history = corpus(3, 220).map(({ settings, ...judge }) => ({ settings, judge }));

    const changes = loudChanges(history);

    const critical = changes.filter(({ severity }) => severity === 'critical');
    expect(changes.length).toBeGreaterThan(400);
    expect(criticalShare(changes)).toBeLessThanOrEqual(criticalShareMax);
    expect(critical.length).toBeGreaterThan(0);
    expect(critical.filter(({ direction }) => direction !== 'loosened')).toEqual([]);
    expect(critical.filter(({ field, notes }) => !worthWaking.has(field) && !isByStranger(notes))).toEqual([]);
  });
});

function isByStranger(notes: readonly string[]): boolean {
  return notes.some(
    (note) => note.includes('not on the list of approved changers') || note.includes('outside working'),
  );
}
