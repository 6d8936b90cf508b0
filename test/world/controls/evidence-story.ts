import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import { initialState } from '../../../shared/controls/history/watch-state.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import {
  acknowledgeRevisions,
  addException,
  approveBaseline,
} from '../../../shared/controls/use-cases/decide-on-controls.ts';
import { revisionSource } from '../../../shared/controls/use-cases/evaluated-revisions.ts';
import { exportControls, type ExportOrder } from '../../../shared/evidence/use-cases/export-controls.ts';
import type { EvidenceLinks } from '../../../shared/evidence/use-cases/read-evidence.ts';
import { anOrigin } from '../../support/an-origin.ts';
import { noFilter } from '../../support/no-filter.ts';
import { aControlsWorld, watch, type ControlsWorld } from './controls-world.ts';

const period = { from: '2026-03-01', through: '2026-03-31' };
const exportedAt = '2026-05-01T08:00:00.000Z';

const shielded: JsonObject = {
  sandbox: { enabled: true, network: { allowedDomains: ['github.com'] } },
  enableAgentShield: true,
  modelPolicy: { blockedModelIds: ['preview'] },
};
const open: JsonObject = { ...shielded, sandbox: { enabled: false, network: { allowedDomains: ['github.com'] } } };
const wide: JsonObject = {
  ...shielded,
  sandbox: { enabled: true, network: { allowedDomains: ['github.com', '*'], allowLocalBinding: true } },
};
const preview: JsonObject = { ...wide, modelPolicy: { blockedModelIds: [] } };
const narrow: JsonObject = {
  ...preview,
  sandbox: { enabled: true, network: { allowedDomains: ['github.com'], allowLocalBinding: true } },
};

const eve = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };
const ada = { id: 'u-ada', email: 'ada@acme.example', name: 'Ada' };
const lead = 'lead@acme.example';

/**
 * A quarter of an organization: a sandbox that is switched off and on again, a list that is opened and narrowed after
 * the period, a model under an exception, a rewritten revision, and an acknowledgement long after the period.
 */
export async function aStory(): Promise<ControlsWorld> {
  const world = aControlsWorld();
  const at = (instant: string) => ({ updatedAt: instant, actor: eve });
  const changed = async (settings: JsonObject, by: Parameters<typeof world.history.change>[1], seen: string) => {
    world.history.change(settings, by);
    await watchAt(world, seen);
  };
  world.history.change({}, at('2026-01-10T09:00:00.000Z'));
  await changed(shielded, at('2026-01-11T09:00:00.000Z'), '2026-01-12T09:00:00Z');
  for (const quiet of ['2026-02-01', '2026-02-10', '2026-02-20', '2026-02-27']) {
    await watchAt(world, `${quiet}T09:00:00Z`);
  }
  await except(world, '2026-02-28T09:00:00.000Z');
  await watchAt(world, '2026-03-01T00:05:00Z');
  await changed(open, at('2026-03-05T22:00:00.000Z'), '2026-03-05T22:04:00Z');
  await changed(shielded, { actor: ada, updatedAt: '2026-03-06T00:00:00.000Z' }, '2026-03-06T00:04:00Z');
  await changed(wide, at('2026-03-10T10:00:00.000Z'), '2026-03-10T10:03:00Z');
  await changed(preview, at('2026-03-12T10:00:00.000Z'), '2026-03-12T10:03:00Z');
  rewriteByMallory(world, 5);
  await watchAt(world, '2026-03-15T08:00:00Z');
  await watchAt(world, '2026-04-01T08:00:00Z');
  await changed(narrow, { actor: ada, updatedAt: '2026-04-02T10:00:00.000Z' }, '2026-04-02T10:03:00Z');
  await watchAt(world, '2026-04-05T08:00:00Z');
  await decideLater(world);
  await watchAt(world, '2026-04-12T08:00:00Z');
  await watchAt(world, '2026-04-20T08:00:00Z');
  return world;
}

async function watchAt(world: ControlsWorld, instant: string): Promise<void> {
  world.clock.moveTo(instant);
  await watch(world, { rules: 'as-set' });
}

async function except(world: ControlsWorld, instant: string): Promise<void> {
  world.clock.moveTo(instant);
  const order = { pattern: 'modelPolicy', owner: lead, ticket: 'SEC-12', reason: 'trial of a preview' };
  const until = { from: instant, expires: '2026-06-01T00:00:00.000Z' };
  await addException(portsOf(world), { ...order, ...until }, { name: 'carol', at: instant });
}

/** What revision 5 says now: other settings, and another author. */
function rewriteByMallory(world: ControlsWorld, revision: number): void {
  world.history.revisions = world.history.revisions.map((each) =>
    each.revision === revision
      ? { ...each, settings: { ...wide, enableAgentShield: false }, actor: { id: 'u-mallory', name: 'Mallory' } }
      : each,
  );
}

async function decideLater(world: ControlsWorld): Promise<void> {
  const at = '2026-04-10T08:00:00.000Z';
  world.clock.moveTo(at);
  const reason = 'maintenance of the build hosts, CHG-4711';
  await acknowledgeRevisions(
    portsOf(world),
    { revisions: [{ subject: 'revision/1/3', actor: {} }], reason },
    { name: 'bob', at },
  );
  const source = { kind: 'revision', revision: 2 } as const;
  await approveBaseline(portsOf(world), { settings: shielded, source, digest: '' }, { name: 'carol', at });
}

function portsOf({ clock, stores }: ControlsWorld) {
  let number = 0;
  const ids = { next: () => `id-${(number += 1)}` };
  return { ...stores, clock, ids };
}

/** The files of an export, by name. `evidence`: the chain as somebody left it. */
export async function exportOf(
  { stores, settings }: ControlsWorld,
  { evidence = stores.evidence, ...order }: Partial<ExportOrder> & { readonly evidence?: EvidenceLinks } = {},
): Promise<ReadonlyMap<string, string>> {
  const deps = { revisions: stores.revisions, diff: diffControls, policy: settings.controls };
  const known = (await stores.state.read()) ?? initialState;
  const { files } = await exportControls(
    { evidence, revisions: revisionSource(deps, known) },
    { period, filter: noFilter, exportedAt, origin: anOrigin, ...order },
  );
  return new Map(files.map(({ name, text }) => [name, text]));
}
