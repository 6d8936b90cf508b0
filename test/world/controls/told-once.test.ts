import fc from 'fast-check';
import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { ControlsReport, ControlStep } from '../../../shared/controls/controls-report.ts';
import type { Json, JsonObject } from '../../../shared/controls/json.ts';
import { describeControlsReport } from '../../../shared/controls/mail/describe-controls-report.ts';
import type { Revision } from '../../../shared/controls/revision.ts';
import type { ControlsRules } from '../../../shared/controls/use-cases/watch-work.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { settingsOf, type Values } from '../../support/controls-oracle.ts';
import { rounds, roundsTimeoutMs } from '../rounds.ts';
import { disturbances, type Stop } from '../sudden-end.ts';
import { minuteMs } from '../virtual-clock.ts';
import { aControlsWorld, watchDisturbed, watchLater, type ControlsWorld } from './controls-world.ts';

/** Lists whose elements cover nothing of each other, with the switch that they have an effect under. */
const lists: Readonly<Record<string, { readonly under?: string; readonly pool: readonly string[] }>> = {
  'sandbox.network.allowedDomains': { under: 'sandbox.enabled', pool: ['a.example', 'b.example', 'c.example'] },
  'sandbox.filesystem.denyRead': { under: 'sandbox.enabled', pool: ['~/.ssh', '/srv'] },
  'mcpPolicy.allowlist': { under: 'mcpPolicy.enabled', pool: ['github', 'jira'] },
  'missionPolicy.allowedUserIds': { under: 'missionPolicy.restrictedAccess', pool: ['ann', 'bob'] },
  managedComputersAllowedEmails: { under: 'managedComputersEnabled', pool: ['ann@x.example', 'bob@x.example'] },
  commandDenylist: { pool: ['rm -rf /', 'shred x'] },
  'networkPolicy.allowedIps': { pool: ['10.0.0.0/24', '192.0.2.0/24'] },
};
const switches = [...new Set(Object.values(lists).flatMap(({ under }) => (under === undefined ? [] : [under])))];

const empty: Values = Object.fromEntries([
  ...Object.keys(lists).map((field) => [field, []] as const),
  ...switches.map((field) => [field, true] as const),
]);
const settings = fc
  .record(
    Object.fromEntries([
      ...Object.entries(lists).map(([field, { pool }]) => [field, fc.subarray([...pool])] as const),
      ...switches.map((field) => [field, fc.boolean()] as const),
    ]),
  )
  .map((values) => settingsOf(values as Values));

/** What happens to a history, and when it is looked at. */
type Event =
  | { readonly kind: 'change' | 'hide' | 'restart' | 'rewrite-newest'; readonly settings: JsonObject }
  | { readonly kind: 'rewrite-earlier'; readonly settings: JsonObject; readonly at: number }
  | { readonly kind: 'rewrite-back' | 'reveal' | 'shrink' }
  | { readonly kind: 'watch'; readonly stop: Stop | undefined };

const stop = fc.record({ effect: fc.integer({ min: 1, max: 12 }), disturbance: fc.constantFrom(...disturbances) });
const events = fc.array(
  fc.oneof(
    { weight: 7, arbitrary: fc.record({ kind: fc.constant('change' as const), settings }) },
    {
      weight: 7,
      arbitrary: fc.record({ kind: fc.constant('watch' as const), stop: fc.option(stop, { freq: 4, nil: undefined }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('hide' as const, 'rewrite-newest' as const), settings }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), settings }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewrite-earlier' as const), settings, at: fc.nat(9) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('rewrite-back' as const, 'reveal' as const, 'shrink' as const) }),
    },
  ),
  { minLength: 2, maxLength: 24 },
);

test(
  'over any history, what is reported adds up to what is in force, each permission once',
  { timeout: roundsTimeoutMs },
  async () => {
    await fc.assert(
      fc.asyncProperty(events, async (drawn) => {
        const story = await begun();
        for (const event of drawn) {
          await happen(story, event);
        }
        await look(story, undefined);

        expect(story.odd).toEqual([]);
      }),
      rounds(25),
    );
  },
);

interface Story {
  readonly world: ControlsWorld;
  readonly rules: ControlsRules;
  /** The reports that somebody was told, by id: a run that is stopped may tell the same again. */
  readonly reports: Map<string, ControlsReport>;
  /** How often each element was told as added, less how often as removed. */
  readonly known: Map<string, number>;
  /** Revisions that are made and not served, and the contents that a rewritten one had before. */
  readonly away: Revision[];
  readonly before: Map<number, JsonObject[]>;
  /** What does not add up, in words. */
  readonly odd: string[];
}

async function begun(): Promise<Story> {
  const world = aControlsWorld();
  world.history.pageSize = 20;
  const reports = new Map<string, ControlsReport>();
  const rules: ControlsRules = {
    diff: diffControls,
    describe: (report, audience) => {
      reports.set(report.reportId, report);
      return describeControlsReport(report, audience);
    },
  };
  world.history.change(settingsOf(empty));
  await watchLater(world, { rules });
  return { world, rules, reports, known: new Map(), away: [], before: new Map(), odd: [] };
}

async function happen(story: Story, event: Event): Promise<void> {
  const { world, away, before } = story;
  const { history, clock } = world;
  const newest = newestOf(story);
  switch (event.kind) {
    case 'change':
      change(story, event.settings);
      return;
    case 'hide':
      away.push(change(story, event.settings));
      history.revisions = history.revisions.filter((each) => !away.includes(each));
      return;
    case 'reveal':
      history.revisions = [...history.revisions, ...away.splice(0, 1)].toSorted((a, b) => a.revision - b.revision);
      return;
    case 'shrink':
      away.push(...history.revisions.splice(Math.max(1, history.revisions.length - 1)));
      return;
    case 'rewrite-newest':
      before.set(newest.revision, [...(before.get(newest.revision) ?? []), newest.settings]);
      history.rewrite(newest.revision, event.settings);
      return;
    case 'rewrite-earlier':
      history.rewrite(history.revisions[event.at]?.revision ?? -1, event.settings);
      return;
    case 'rewrite-back':
      history.rewrite(newest.revision, before.get(newest.revision)?.pop() ?? newest.settings);
      return;
    case 'restart':
      clock.moveBy(10 * minuteMs);
      away.length = 0;
      before.clear();
      history.revisions = [];
      change(story, event.settings);
      return;
    case 'watch':
      await look(story, event.stop);
  }
}

function change({ world: { history, clock }, away }: Story, after: JsonObject): Revision {
  const numbers = [...history.revisions, ...away].map(({ revision }) => revision);
  const revision = Math.max(0, ...numbers) + 1;
  return history.change(after, { revision, updatedAt: new Date(clock.now()).toISOString() });
}

function newestOf({ world }: Story): Revision {
  const newest = world.history.revisions.toSorted((a, b) => a.revision - b.revision).at(-1);
  invariant(newest !== undefined, 'a history is never empty here');
  return newest;
}

/** Watches, perhaps stopped in the midst of it, and holds what was told against what is in force now. */
async function look(story: Story, at: Stop | undefined): Promise<void> {
  const { world, rules, reports, known } = story;
  reports.clear();
  world.clock.moveBy(5 * minuteMs);
  if (at !== undefined) {
    await watchDisturbed(world, { rules, runId: `stopped-${world.runs}` }, at);
    world.clock.moveBy(30 * minuteMs);
  }
  await watchLater(world, { rules });
  for (const { steps } of reports.values()) {
    const isInOrder = !steps.some(({ isLate }) => isLate);
    for (const step of steps.filter((each) => !isOfThePast(each))) {
      story.odd.push(...learned(known, step, isInOrder));
    }
  }
  story.odd.push(...differing(known, newestOf(story).settings));
}

/** The lists in force that are others than what was told of them. */
function differing(known: ReadonlyMap<string, number>, now: JsonObject): readonly string[] {
  return Object.entries(lists).flatMap(([field, { under, pool }]) => {
    const isInForce = under === undefined || valueAt(now, under) === true;
    const told = pool.filter((each) => known.get(`${field} ${each}`) === 1).join(', ');
    const is = pool.filter((each) => (valueAt(now, field) as Json[]).includes(each)).join(', ');
    return isInForce && told !== is ? [`${field} was told as ${told} and is ${is}`] : [];
  });
}

/** An earlier revision that was rewritten: what is in force is as it was. */
function isOfThePast({ isRewritten, changes }: ControlStep): boolean {
  return isRewritten === true && changes.some(({ notes }) => notes.some((note) => note.startsWith('Later revisions')));
}

/** Takes in a step. Of steps in the order in which they were made, none tells again what is known. */
function learned(known: Map<string, number>, { changes }: ControlStep, isInOrder: boolean): readonly string[] {
  const told = changes.filter(({ quiet, field }) => quiet === undefined && field in lists);
  const moves = told.flatMap(({ field, added, removed }) => [
    ...added.map((each) => [`${field} ${each}`, 1] as const),
    ...removed.map((each) => [`${field} ${each}`, -1] as const),
  ]);
  return moves.flatMap(([element, sign]) => {
    const count = (known.get(element) ?? 0) + sign;
    known.set(element, count);
    return isInOrder && count !== 0 && count !== 1 ? [`${element} was told twice`] : [];
  });
}

function valueAt(tree: JsonObject, field: string): Json | undefined {
  return field.split('.').reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], tree);
}
