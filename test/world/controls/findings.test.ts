import { expect, test } from 'vitest';

import type { ChannelTerms } from '../../../shared/channels/channel.ts';
import { acknowledgeAlert } from '../../../shared/notifications/use-cases/acknowledge.ts';
import { aControlsWorld, watch, watchDisturbed, watchLater, type ControlsWorld } from './controls-world.ts';

const domains = (...allowedDomains: readonly string[]) => ({ sandbox: { enabled: true, network: { allowedDomains } } });
const hub: ChannelTerms = { name: 'hub', kind: 'securityhub', severity: 'high' };

/** A world with a first revision, and one that loosens it, which is not read yet. */
async function loosened(...channels: readonly ChannelTerms[]): Promise<ControlsWorld> {
  const world = aControlsWorld();
  Object.assign(world.stores.recipients, { listChannels: async () => Promise.resolve(channels) });
  world.history.change(domains('a.example'));
  await watch(world, { rules: 'as-set' });
  world.history.change(domains('a.example', '*'));
  return world;
}

/** What was sent of findings to a channel, in the order of sending. */
function sent({ sender }: ControlsWorld, to = 'securityhub:hub') {
  return sender.delivered().flatMap((mail) => {
    const { finding } = mail.message ?? {};
    return mail.to === to && finding !== undefined
      ? [{ uid: (finding['finding_info'] as { uid: string }).uid, status: finding['status'] }]
      : [];
  });
}

test('a finding goes out as new, as accepted once it is acknowledged, and as resolved once it is reverted: each once', async () => {
  const world = await loosened(hub);

  await watchLater(world, { rules: 'as-set' });
  const [open] = await world.stores.alerts.read('controls', []);
  const by = { by: 'ada', at: new Date(world.clock.now()).toISOString(), reason: 'a test' };
  await acknowledgeAlert({ ...world.stores, clock: world.clock }, open?.conditionId ?? '', by);
  await watchLater(world, { rules: 'as-set' });
  await watchLater(world, { rules: 'as-set' });
  world.history.change(domains('a.example'));
  await watchLater(world, { rules: 'as-set' });
  await watchLater(world, { rules: 'as-set' });

  const findings = sent(world);
  expect(findings.map(({ status }) => status)).toEqual(['New', 'Suppressed', 'Resolved']);
  expect(new Set(findings.map(({ uid }) => uid)).size).toBe(1);
});

test('findings go to programs that choose them, and to no other channel', async () => {
  const terms = { severity: 'high', reports: ['findings'] } as const;
  const world = await loosened(
    { ...terms, name: 'siem', kind: 'webhook' },
    { ...terms, name: 'bus', kind: 'eventbridge' },
    { name: 'plain', kind: 'webhook', severity: 'high' },
  );

  await watchLater(world, { rules: 'as-set' });

  const counts = ['webhook:siem', 'eventbridge:bus', 'webhook:plain'].map((to) => sent(world, to).length);
  expect(counts).toEqual([1, 1, 0]);
});

test('a channel that is new gets the findings that are open, within the hour', async () => {
  const world = await loosened();
  await watchLater(world, { rules: 'as-set' });
  Object.assign(world.stores.recipients, { listChannels: async () => Promise.resolve([hub]) });

  for (let run = 0; run < 13; run += 1) {
    await watchLater(world, { rules: 'as-set' });
  }

  expect(sent(world).map(({ status }) => status)).toEqual(['New']);
});

test('a run that ends at any effect leaves its findings to the next one', async () => {
  const { effects } = await watchDisturbed(await loosened(hub), { rules: 'as-set' });

  for (let effect = 1; effect <= effects.length; effect += 1) {
    const world = await loosened(hub);
    await watchDisturbed(world, { rules: 'as-set' }, { effect, disturbance: effect % 2 === 0 ? 'before' : 'after' });
    for (let run = 0; run < 15; run += 1) {
      await watchLater(world, { rules: 'as-set' });
    }
    const label = effects[effect - 1];
    // Security Hub recognizes an Id that comes again.
    const states = new Set(sent(world).map(({ uid, status }) => `${uid} ${String(status)}`));
    expect({ label, count: states.size }).toEqual({ label, count: 1 });
  }
});
