import { expect, test } from 'vitest';

import { runDestroy } from '../../../infra/commands/run-destroy.ts';
import { aConfig, fakeIo } from './fake-io.ts';

const keeping = [
  'synth --quiet',
  'destroy Curfew-prod-north-Watchdog Curfew-prod-north-Jobs --app cdk.out --exclusively --force',
];

test('with --keep-data neither the stack of the data nor that of the sender is touched: a new deployment finds both', async () => {
  const { io, calls } = fakeIo({ config: aConfig(), answers: ['y'] });

  const code = await runDestroy(io, { keepData: true, yes: false });

  expect(code).toBe(0);
  expect(calls).toEqual(keeping);
});

test.each([
  [true, 'destroy Curfew-prod-north-Console Curfew-prod-north-Watchdog Curfew-prod-north-Jobs --app'],
  [
    false,
    'destroy Curfew-prod-north-Console Curfew-prod-north-Watchdog Curfew-prod-north-Jobs Curfew-prod-north-Mail --app',
  ],
])('a console goes before what it stands on, with and without the data: %s', async (keepData, words) => {
  const { io, calls } = fakeIo({ config: aConfig(['north'], { console: {} }), answers: [keepData ? 'y' : 'north'] });

  const code = await runDestroy(io, { keepData, yes: false });

  expect(code).toBe(0);
  expect(calls[1]).toContain(words);
});

test('without it the name of the organization has to be typed before the data is let go and deleted', async () => {
  const { io, calls } = fakeIo({ config: aConfig(), answers: ['north'] });

  const code = await runDestroy(io, { keepData: false, yes: false });

  expect(code).toBe(0);
  expect(calls).toEqual([
    'synth --quiet --context curfew-release-data=north',
    'destroy Curfew-prod-north-Watchdog Curfew-prod-north-Jobs Curfew-prod-north-Mail --app cdk.out --exclusively --force',
    'deploy Curfew-prod-north-Data --app cdk.out --exclusively --require-approval never',
    'destroy Curfew-prod-north-Data --app cdk.out --exclusively --force',
  ]);
});

test.each(['y', 'yes', 'North', 'south', ''])('the answer %o deletes no data', async (answer) => {
  const { io, calls } = fakeIo({ config: aConfig(['north', 'south']), answers: [answer] });

  const code = await runDestroy(io, { keepData: false, yes: true, organization: 'north' });

  expect(code).toBe(1);
  expect(calls).toEqual([]);
});

test('--yes is enough to keep the data, and never enough to delete it', async () => {
  const kept = fakeIo({ config: aConfig() });
  const deleted = fakeIo({ config: aConfig() });

  const codes = [
    await runDestroy(kept.io, { keepData: true, yes: true }),
    await runDestroy(deleted.io, { keepData: false, yes: true }),
  ];

  expect(codes).toEqual([0, 2]);
  expect(kept.calls).toEqual(keeping);
  expect(deleted.calls).toEqual([]);
});

test.each([undefined, 'west'])(
  'of several organizations one that exists has to be named, not %s',
  async (organization) => {
    const { io, calls, said } = fakeIo({ config: aConfig(['north', 'south']), answers: ['y'] });

    const code = await runDestroy(io, {
      keepData: true,
      yes: false,
      ...(organization === undefined ? {} : { organization }),
    });

    expect(code).toBe(2);
    expect(calls).toEqual([]);
    expect(said).toEqual([expect.stringContaining('--organization NAME')]);
  },
);

test('a destroy says first that the caps stay in force', async () => {
  const { io, said } = fakeIo({ config: aConfig(), answers: ['n'] });

  await runDestroy(io, { keepData: true, yes: false });

  expect(said.join('\n')).toContain('stay in force');
});

test('a step that fails ends it', async () => {
  const { io, calls } = fakeIo({ config: aConfig(), answers: ['north'], exitCodes: { deploy: 1 } });

  const code = await runDestroy(io, { keepData: false, yes: false });

  expect(code).toBe(1);
  expect(calls.at(-1)).toMatch(/^deploy /);
});
