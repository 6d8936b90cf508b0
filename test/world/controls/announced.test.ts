import { expect, test } from 'vitest';

import type { AnnouncementOrder } from '../../../shared/controls/announcement.ts';
import { announceChange, type DecisionPorts } from '../../../shared/controls/use-cases/decide-on-controls.ts';
import { aControlsWorld, mailsTo, watch, watchLater, type ControlsWorld } from './controls-world.ts';

const domains = (...allowedDomains: readonly string[]) => ({ sandbox: { enabled: true, network: { allowedDomains } } });
const order: AnnouncementOrder = {
  pattern: 'sandbox.network',
  values: ['b.example'],
  ticket: 'SEC-12',
  note: '',
  until: '2027-01-01T00:00:00Z',
};

/** A world in which a change was announced before the history begins. */
async function announced(): Promise<ControlsWorld> {
  const world = aControlsWorld();
  const { decisions, evidence, journal, ids } = world.stores;
  const ports: DecisionPorts = { decisions, evidence, journal, ids, clock: world.clock };
  await announceChange(ports, order, { name: 'ann', at: '2026-01-01T00:00:00.000Z' });
  world.history.change(domains('a.example'));
  await watch(world, { rules: 'as-set' });
  return world;
}

test('a change that was announced is mailed as announced, with its ticket, and wakes nobody', async () => {
  const world = await announced();
  const quiet = { timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '23:59' };
  world.settings = {
    ...world.settings,
    alerts: { ...world.settings.alerts, quietHours: [{ ...quiet, severities: ['info'] }] },
  };
  world.history.change(domains('a.example', 'b.example'));

  const { reports } = await watchLater(world, { rules: 'as-set' });

  expect(reports[0]?.steps[0]?.changes.map((change) => change.announced?.ticket)).toEqual(['SEC-12']);
  expect(mailsTo(world).slice(1)).toEqual([]);
});

test('what goes beyond an announcement is mailed at once, beside what was announced', async () => {
  const world = await announced();
  world.history.change(domains('a.example', 'b.example', '*'));

  await watchLater(world, { rules: 'as-set' });

  const [mail] = mailsTo(world).slice(1);
  expect(mail?.subject).toMatch(/^\S*\s?.*loosened/u);
  expect(mail?.subject).not.toContain('announced');
  expect(mail?.text).toContain('SEC-12, by ann, until Fri 1 Jan 2027, 00:00 UTC');
  expect(mail?.text).toContain('SEC-12 by ann: b[.]example');
});

test('announcement and change are bound to each other in the evidence', async () => {
  const world = await announced();
  world.history.change(domains('a.example', 'b.example'));

  await watchLater(world, { rules: 'as-set' });

  const links = await world.stores.evidence.list(1, 100);
  const [announcement] = links.filter(({ kind }) => kind === 'announced');
  const judged = links.filter(({ kind }) => kind === 'revision').at(-1)?.body['changes'];
  expect(judged).toMatchObject([{ announced: { id: announcement?.body['announcementId'], ticket: 'SEC-12' } }]);
});
