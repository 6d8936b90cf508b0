import { describe, expect, test } from 'vitest';

import { describeControlsReport } from '../../../../shared/controls/mail/describe-controls-report.ts';
import type { ControlsRules, WatchPorts } from '../../../../shared/controls/use-cases/watch-work.ts';
import {
  approve,
  aControlsWorld,
  mailsTo,
  watch,
  watchLater,
  type ControlsWorld,
} from '../../../world/controls/controls-world.ts';
import { minuteMs } from '../../../world/virtual-clock.ts';

const admin = 'admin@acme.example';

async function watched(count: number, world: ControlsWorld = aControlsWorld()): Promise<ControlsWorld> {
  for (let level = 1; level <= count; level += 1) {
    world.history.change({ level });
  }
  await watch(world);
  return world;
}

async function told(world: ControlsWorld) {
  const entries = await world.stores.journal.list({ from: '2026-03-02', through: '2026-03-02' }, 100);
  return entries.filter(({ kind }) => kind === 'controls-told');
}

test('what a report was about stands in the journal, by revisions and alarms', async () => {
  const world = await watched(3);
  const whole = [...world.history.revisions];
  world.history.revisions = whole.slice(0, 2);
  await watchLater(world);
  world.history.revisions = whole;
  await watchLater(world);

  const entries = await told(world);

  expect(entries.map(({ actor, runId, detail }) => ({ actor, runId, ...detail }))).toEqual([
    {
      actor: 'curfew',
      runId: 'controls-1',
      kind: 'first-run',
      revisions: expect.objectContaining({ from: 1, through: 3 }),
      alarms: [],
      over: [],
    },
    {
      actor: 'curfew',
      runId: 'controls-2',
      kind: 'changes',
      revisions: null,
      alarms: [expect.stringContaining('shrank')],
      over: [],
    },
    {
      actor: 'curfew',
      runId: 'controls-3',
      kind: 'changes',
      revisions: null,
      alarms: [],
      over: [expect.stringContaining('shrank')],
    },
  ]);
  expect(entries.map(({ id }) => id)).toEqual([...new Set(entries.map(({ id }) => id))]);
});

test('an alarm has a link where it begins and one where it is over', async () => {
  const world = await watched(3);
  const whole = [...world.history.revisions];
  world.history.revisions = whole.slice(0, 2);
  await watchLater(world);
  world.history.revisions = whole;
  await watchLater(world);

  const links = (await world.stores.evidence.list(1, 100)).filter(({ kind }) => kind === 'alarm');

  const alarm = { kind: 'shrank', series: 1, missing: [{ from: 3, through: 3 }] };
  expect(links.map(({ body }) => ({ phase: body['phase'], alarm: body['alarm'] }))).toEqual([
    { phase: 'open', alarm: expect.objectContaining(alarm) },
    { phase: 'over', alarm: expect.objectContaining(alarm) },
  ]);
  expect(links[0]?.body['id']).toMatch(/^alarm\/.*\/open\//u);
  expect(links[1]?.body['id']).toMatch(/^alarm\/.*\/over\//u);
});

describe('a report', () => {
  /** For whom it was written, with other settings of the controls. */
  async function audiences(controls: Partial<ControlsWorld['settings']['controls']>, alerts = {}) {
    const world = aControlsWorld();
    world.settings = {
      ...world.settings,
      admins: ['Admin@acme.example', admin],
      alerts: { ...world.settings.alerts, ...alerts },
      controls: { ...world.settings.controls, ...controls },
    };
    await watched(2, world);
    const seen: Parameters<ControlsRules['describe']>[1][] = [];
    const rules: ControlsRules = {
      diff: () => [],
      describe(report, audience) {
        seen.push(audience);
        return describeControlsReport(report, audience);
      },
    };
    world.history.change({ level: 3 }, { revision: 9 });
    await watchLater(world, { rules });
    return { seen: seen.at(-1), world };
  }

  test('is for the security contacts, with the hours they work and what to do', async () => {
    const workingHours = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' };

    const { seen, world } = await audiences({ workingHours, runbook: 'https://runbook.example' } as object);

    expect(seen).toEqual({
      contacts: ['security@acme.example'],
      timeZone: 'Europe/Berlin',
      runbook: 'https://runbook.example',
      role: 'security-contact',
    });
    expect(mailsTo(world, admin)).toEqual([]);
  });

  test('is for the admins, each once, where no contact is named', async () => {
    const { seen, world } = await audiences({ securityContacts: [] });

    expect(seen).toEqual({ contacts: [admin], role: 'admin' });
    expect(mailsTo(world, admin).length + mailsTo(world, 'Admin@acme.example').length).toBe(2);
  });

  test('says that it came to somebody who stands in', async () => {
    const { seen, world } = await audiences(
      {},
      { unreachable: ['security@acme.example'], fallback: ['desk@acme.example'] },
    );

    expect(seen).toMatchObject({ role: 'stand-in' });
    expect(mailsTo(world, 'desk@acme.example')).toHaveLength(2);
  });
});

test('a run that loses its state once everything is done leaves the mark to the one that has taken over', async () => {
  const world = await watched(2);
  world.history.change({ level: 3 });
  let writes = 0;
  const alter = (ports: WatchPorts): WatchPorts => ({
    ...ports,
    state: {
      ...ports.state,
      async replace(state) {
        writes += 1;
        return writes === 1 && ports.state.replace(state);
      },
    },
  });

  const { outcome } = await watchLater(world, { alter });

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
  expect((await world.stores.state.read())?.intent).toBeDefined();
  world.clock.moveBy(20 * minuteMs);
  await watch(world);
  expect((await world.stores.state.read())?.intent).toBeUndefined();
  expect((await told(world)).length).toBe(2);
});

test('what nobody has to know is noted and not mailed, and no dry run shows it', async () => {
  const world = await watched(2);
  const before = mailsTo(world, 'security@acme.example').length;
  await approve(world, { level: 2 });

  const dry = await watchLater(world, { dryRun: true });
  const real = await watchLater(world);

  expect([dry.reports, real.reports]).toEqual([[], []]);
  expect(mailsTo(world, 'security@acme.example')).toHaveLength(before);
  expect(await told(world)).toHaveLength(2);
});

test('the state says what is in force, and what it was held against, and when', async () => {
  const world = await watched(2);
  const first = await world.stores.state.read();
  await approve(world, { level: 2 });
  await watchLater(world);
  const compared = await world.stores.state.read();
  world.history.change({ level: 3 });
  await watchLater(world);

  expect(first).toMatchObject({ comparedAt: '2026-03-02T08:00:00.000Z', inForce: { newest: { revision: 2 } } });
  expect(first).not.toHaveProperty('baselineVersion');
  expect(compared).toMatchObject({ comparedAt: '2026-03-02T08:05:00.000Z', baselineVersion: 1 });
  expect((await world.stores.state.read())?.inForce?.newest.revision).toBe(3);
});

test('an alarm that names the controls alone moves no moment of comparison', async () => {
  const world = await watched(3);
  world.history.revisions = world.history.revisions.slice(0, 2);

  await watchLater(world);

  expect((await world.stores.state.read())?.comparedAt).toBe('2026-03-02T08:00:00.000Z');
});

test('a report names the link of the evidence up to which it stands there', async () => {
  const world = await watched(2);
  world.history.change({ level: 3 });

  const { reports } = await watchLater(world);

  const links = await world.stores.evidence.list(1, 100);
  const last = links.findLast(({ kind }) => kind === 'revision');
  expect(reports[0]?.evidence).toMatchObject({ seq: last?.seq, hash: last?.hash });
});

describe('an alarm', () => {
  test('that was over and is there again is the same condition, raised once more', async () => {
    const world = await watched(3);
    const whole = [...world.history.revisions];
    for (const kept of [whole.slice(0, 2), whole, whole.slice(0, 2)]) {
      world.history.revisions = [...kept];
      await watchLater(world);
    }

    const shrank = world.stores.alerts.allStates().filter(({ conditionId }) => conditionId.includes('shrank'));
    expect(shrank).toMatchObject([{ phase: 'in-alarm', occurrence: 2 }]);
  });

  test('that names less than before is no news', async () => {
    const world = await watched(6);
    const whole = [...world.history.revisions];
    const reported = [];
    for (const lacking of [[2, 3], [3], []]) {
      world.history.revisions = whole.filter(({ revision }) => !lacking.includes(revision));
      reported.push((await watchLater(world)).reports.length);
    }

    expect(reported).toEqual([1, 0, 1]);
  });
});

test('what a change means is what the catalogue says, as the settings override it', async () => {
  const world = aControlsWorld();
  const overrides = { ideAutoConnect: { direction: 'loosened', severity: 'high' } } as const;
  world.settings = { ...world.settings, controls: { ...world.settings.controls, overrides } };
  world.history.change({ ideAutoConnect: false, wikiCloudSync: false });
  await watch(world, { rules: 'as-set' });
  world.history.change({ ideAutoConnect: true, wikiCloudSync: true });

  const { reports } = await watchLater(world, { rules: 'as-set' });

  const judged = reports[0]?.steps[0]?.changes.map(({ path, direction, severity }) => [path, direction, severity]);
  expect(judged).toEqual([
    ['ideAutoConnect', 'loosened', 'high'],
    ['wikiCloudSync', 'changed', 'medium'],
  ]);
});

test('the evidence, the steps and the findings of a report share one judgement of each revision', async () => {
  const world = await watched(2);
  world.history.change({ level: 3 });
  world.history.change({ level: 4 });
  const judged: string[] = [];
  const rules: ControlsRules = {
    diff(before, after, judge) {
      // The total effect has no actor: it is what several people did.
      judged.push(judge?.actor === undefined ? 'total' : `${JSON.stringify(before)} ${JSON.stringify(after)}`);
      return [];
    },
    describe: describeControlsReport,
  };

  await watchLater(world, { rules });

  expect(judged.toSorted()).toEqual([
    'total',
    '{"level":1} {"level":2}',
    '{"level":2} {"level":3}',
    // Two edits together, by which a change that is split over them shows.
    '{"level":2} {"level":4}',
    '{"level":3} {"level":4}',
  ]);
});
