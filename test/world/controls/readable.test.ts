import { expect, test } from 'vitest';

import { aControlsWorld, mailsTo, watch, watchLater } from './controls-world.ts';

test('a rewritten revision shows both contents, whichever it is', async () => {
  const world = aControlsWorld();
  world.history.change({ commandAllowlist: ['ls'], serviceRouterGuidance: 'one' });
  world.history.change({ commandAllowlist: ['ls', 'git status'], serviceRouterGuidance: 'one' });
  world.history.change({ commandAllowlist: ['ls', 'git status'], serviceRouterGuidance: 'two' });
  await watch(world, { rules: 'as-set' });
  world.history.rewrite(2, { commandAllowlist: ['ls', 'make deploy'], serviceRouterGuidance: 'one' });
  await watchLater(world, { rules: 'as-set' });

  const text = mailsTo(world).at(-1)?.text ?? '';
  expect(text).toContain('+ make deploy');
  expect(text).toContain('− git status');
});

test('what went out of a list is named, and so is what came, in a list of texts and of other values', async () => {
  const world = aControlsWorld();
  const allowed = Array.from({ length: 30 }, (_, index) => `tool-${index} run`);
  world.history.change({
    commandDenylist: ['curl *', 'wget *'],
    commandAllowlist: allowed,
    notKnown: [{ a: 1 }, 'five'],
  });
  await watch(world, { rules: 'as-set' });
  world.history.change({ commandDenylist: ['wget *'], commandAllowlist: allowed.slice(0, 28), notKnown: [{ a: 1 }] });
  await watchLater(world, { rules: 'as-set' });

  const text = mailsTo(world).at(-1)?.text ?? '';
  expect(text).toContain('− curl *');
  expect(text).toMatch(/− tool-28 run[^]*− tool-29 run/u);
  expect(text).toContain('− five');
});

test.for([
  ['a field of its own', { notKnown: '5' }, { notKnown: 5 }],
  ['inside of a value', { notKnown: { x: ['5'] } }, { notKnown: { x: [5] } }],
  ['a switch', { notKnown: { x: 'true' } }, { notKnown: { x: true } }],
] as const)('a text and a number are told apart: %s', async ([, before, after]) => {
  const world = aControlsWorld();
  world.history.change(before);
  await watch(world, { rules: 'as-set' });
  world.history.change(after);
  await watchLater(world, { rules: 'as-set' });

  expect(mailsTo(world).at(-1)?.text).toMatch(/“(?:5|true)” \(text\)/u);
});

test('an edit of one field in three models is one change in mail and count', async () => {
  const world = aControlsWorld();
  const modelsWith = (maxOutputTokens: number) =>
    ['a', 'b', 'c'].map((id) => ({ id, model: id, baseUrl: 'https://llm.acme.example/v1', maxOutputTokens }));
  world.history.change({ customModels: modelsWith(1_000) });
  await watch(world, { rules: 'as-set' });
  world.history.change({ customModels: modelsWith(2_000) });
  await watchLater(world, { rules: 'as-set' });

  const mail = mailsTo(world).at(-1);
  expect(mail?.subject).not.toContain('more');
  expect(mail?.text).toContain('The same in b and c');
});
