import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { findCompounds } from '../../../../shared/controls/findings/find-compounds.ts';
import type { Finding, FindingKind, Step } from '../../../../shared/controls/findings/finding.ts';
import { aChange, ann, aStep, bob } from './steps.ts';

const ofKind = (kind: FindingKind, steps: readonly Step[]): readonly Finding[] =>
  findCompounds(steps).filter((finding) => finding.kind === kind);
const model = (part: string) => aChange({ path: `customModels[id=gpt].${part}`, direction: 'changed' });

describe('a self-grant', () => {
  test.for([
    ['their id', { path: 'missionPolicy.allowedUserIds', added: ['u-ann'] }],
    ['their email, whatever its case', { path: 'byomComputersAllowedEmails', added: ['ann@EXAMPLE.com'] }],
    ['their domain', { path: 'byomComputersAllowedEmails', added: ['example.com'] }],
    ['their domain as a pattern', { path: 'byomComputersAllowedEmails', added: ['*@example.com'] }],
    ['rules of their own', { path: 'userModelPolicies[u-ann]' }],
    ['their name off a list that denies', { path: 'deniedUserIds', removed: ['u-ann'] }],
  ])('is who adds %s', ([, change]) => {
    const found = ofKind('self-grant', [aStep(7, [aChange(change as object)])]);

    expect(found).toMatchObject([{ severity: 'high', revisions: [7], actor: ann }]);
    expect(found[0]?.sentence).toBe(`Ann let themselves in at ${(change as { path: string }).path}.`);
  });

  test.for([
    ['who adds another', { path: 'missionPolicy.allowedUserIds', added: ['u-bob'] }],
    ['who takes themselves off', { path: 'missionPolicy.allowedUserIds', removed: ['u-ann'], direction: 'tightened' }],
    ['who lets everybody in', { path: 'byomComputersAllowedEmails', added: ['*'] }],
    ['who adds a host of their own domain', { path: 'sandbox.network.allowedDomains', added: ['example.com'] }],
    ['who gives rules to another', { path: 'userModelPolicies[u-bob]' }],
  ])('is not %s', ([, change]) => {
    expect(ofKind('self-grant', [aStep(7, [aChange(change as object)])])).toEqual([]);
  });

  test('is not reported of who is unknown', () => {
    const step = aStep(7, [aChange({ path: 'missionPolicy.allowedUserIds', added: ['', 'undefined'] })], { actor: {} });

    expect(ofKind('self-grant', [step])).toEqual([]);
  });
});

describe('key and address of a model', () => {
  test('are one finding when they change in one revision', () => {
    const found = ofKind('key-with-address', [aStep(3, [model('apiKey'), model('baseUrl')])]);

    expect(found).toMatchObject([{ severity: 'high', revisions: [3], actor: ann }]);
    expect(found[0]?.sentence).toContain('customModels[id=gpt]');
  });

  test('are one finding when one person changes them one after the other', () => {
    const found = ofKind('key-with-address', [aStep(3, [model('baseUrl')]), aStep(4, [model('extraHeaders[X-Key]')])]);

    expect(found).toMatchObject([{ revisions: [3, 4] }]);
    expect(found[0]?.sentence).toContain('within 1 minute');
  });

  test('are sought beside the address, however many others there are', () => {
    const steps = Array.from({ length: 2_000 }, (_, at) => aStep(at * 2, [model(at % 2 === 0 ? 'apiKey' : 'baseUrl')]));

    expect(ofKind('key-with-address', steps)).toHaveLength(1_000);
  });

  test.for<[string, readonly Step[]]>([
    ['of two models', [aStep(3, [model('apiKey'), aChange({ path: 'customModels[id=b].baseUrl' })])]],
    ['by two people', [aStep(3, [model('apiKey')]), aStep(4, [model('baseUrl')], { actor: bob })]],
    ['a day apart', [aStep(3, [model('apiKey')]), aStep(4, [model('baseUrl')], { minute: 24 * 60 })]],
    ['with the address alone', [aStep(3, [model('baseUrl'), model('displayName')])]],
  ])('are none %s', ([, steps]) => {
    expect(ofKind('key-with-address', steps)).toEqual([]);
  });
});

describe('what was loosened and then put back', () => {
  const off = aChange({ severity: 'critical', before: true, after: false });
  const on = aChange({ direction: 'tightened', severity: 'info', before: false, after: true });

  test('is reported with how long it stood open, and who did either', () => {
    const [found] = ofKind('loosened-then-restored', [aStep(1, [off]), aStep(2, [on], { minute: 126, actor: bob })]);

    expect(found).toEqual({
      kind: 'loosened-then-restored',
      severity: 'critical',
      sentence: expect.stringMatching(/sandbox\.enabled .* 2 hours 5 minutes: Ann .* revision 1, .*Bob .* revision 2/u),
      revisions: [1, 2],
      actor: ann,
    });
  });

  test('counts from the first of several loosenings', () => {
    const list = (before: readonly string[], after: readonly string[], isLooser: boolean) =>
      aChange({ path: 'commandAllowlist', before, after, direction: isLooser ? 'loosened' : 'tightened' });
    const steps = [
      aStep(1, [list(['a'], ['a', 'b'], true)]),
      aStep(2, [list(['a', 'b'], ['a', 'b', 'c'], true)]),
      aStep(9, [list(['a', 'b', 'c'], ['a'], false)]),
    ];

    expect(ofKind('loosened-then-restored', steps)).toMatchObject([
      { revisions: [1, 9], sentence: expect.stringContaining('open for 8 minutes') },
    ]);
  });

  test('is the same list in another order, and not set when it was not set', () => {
    const widened = aChange({ path: 'a', before: ['x', 'y'], after: ['x', 'y', 'z'] });
    const back = aChange({ path: 'a', before: ['x', 'y', 'z'], after: ['y', 'x'], direction: 'tightened' });
    const set = aChange({ path: 'b', after: true });
    const unset = aChange({ path: 'b', before: true, direction: 'tightened' });

    expect(ofKind('loosened-then-restored', [aStep(1, [widened, set]), aStep(2, [back, unset])])).toHaveLength(2);
  });

  test.for<[string, readonly Step[]]>([
    [
      'goes on to another value',
      [aStep(1, [off]), aStep(2, [aChange({ before: false, after: 'partly', direction: 'tightened' })])],
    ],
    ['only tightened and came back', [aStep(1, [on]), aStep(2, [aChange({ before: true, after: false })])]],
    ['is another field', [aStep(1, [off]), aStep(2, [{ ...on, path: 'enableAgentShield' }])]],
    ['was dormant', [aStep(1, [{ ...off, quiet: 'dormant' }]), aStep(2, [on])]],
  ])('is none that %s', ([, steps]) => {
    expect(ofKind('loosened-then-restored', steps)).toEqual([]);
  });

  test('is reported without a length when a time is none', () => {
    const [found] = ofKind('loosened-then-restored', [aStep(1, [off], { updatedAt: 'soon' }), aStep(2, [on])]);

    expect(found?.sentence).toMatch(/for a .* not known/u);
  });
});

describe('a rollback', () => {
  const at = (revision: number, settings: Step['revision']['settings']) =>
    aStep(revision, [aChange({ severity: 'high' })], { settings });

  test('names the latest revision with the same settings, whatever the order of keys', () => {
    const steps = [at(4, { a: 1, b: 2 }), at(5, { a: 2 }), at(6, { b: 2, a: 1 })];

    expect(ofKind('rolled-back', steps)).toMatchObject([{ revisions: [4, 6], severity: 'high', actor: ann }]);
  });

  test('is none when nothing changed since', () => {
    expect(ofKind('rolled-back', [at(4, { a: 1 }), at(5, { a: 1 })])).toEqual([]);
  });
});

describe('many steps by one person', () => {
  const steps = (count: number, own: object = {}) =>
    Array.from({ length: count }, (_, at) => aStep(at + 1, [aChange()], own));

  test('are one finding from five within an hour on', () => {
    expect(ofKind('many-steps', steps(4))).toEqual([]);
    expect(ofKind('many-steps', steps(5))).toMatchObject([{ revisions: [1, 2, 3, 4, 5], severity: 'medium' }]);
    expect(ofKind('many-steps', steps(7))).toMatchObject([{ revisions: [1, 2, 3, 4, 5, 6, 7] }]);
  });

  test('are none when spread over the day, over people, or without a change that counts', () => {
    const spread = Array.from({ length: 9 }, (_, at) => aStep(at + 1, [aChange()], { minute: at * 60 }));
    const shared = Array.from({ length: 8 }, (_, at) =>
      aStep(at + 1, [aChange()], { actor: at % 2 === 0 ? ann : bob }),
    );
    const quiet = steps(9).map((step) => ({ ...step, changes: [aChange({ quiet: 'format-only' })] }));

    expect([spread, shared, quiet, steps(9, { actor: {} })].map((each) => ofKind('many-steps', each))).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test('are two findings when two bursts lie apart', () => {
    const later = steps(5).map(({ changes }, at) => aStep(at + 6, changes, { minute: 600 + at }));

    expect(ofKind('many-steps', [...steps(5), ...later]).map(({ revisions }) => revisions[0])).toEqual([1, 6]);
  });
});

describe('findings', () => {
  const change = fc.record({
    path: fc.constantFrom('a', 'b', 'customModels[id=x].apiKey', 'customModels[id=x].baseUrl'),
    direction: fc.constantFrom('loosened', 'tightened', 'changed'),
    before: fc.nat({ max: 2 }),
    after: fc.nat({ max: 2 }),
    added: fc.array(fc.constantFrom('u-ann', 'u-bob'), { maxLength: 1 }),
  });
  const world = fc.array(
    fc.record({
      changes: fc.array(change, { maxLength: 3 }),
      actor: fc.constantFrom(ann, bob, {}),
      value: fc.nat({ max: 2 }),
    }),
    { maxLength: 12 },
  );

  test('name only revisions there are, ascending, and the same for the same steps', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const steps = drawn.map(({ changes, actor, value }, at) =>
          aStep(
            at + 1,
            changes.map((own) => aChange(own)),
            { actor, settings: { value } },
          ),
        );

        const found = findCompounds(steps);

        expect(findCompounds(steps)).toEqual(found);
        for (const { revisions } of found) {
          expect(revisions.every((each) => each >= 1 && each <= steps.length)).toBe(true);
          expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('about earlier steps stay as they are when more follow', () => {
    fc.assert(
      fc.property(world, fc.nat({ max: 12 }), (drawn, cut) => {
        const steps = drawn.map(({ changes, actor, value }, at) =>
          aStep(
            at + 1,
            changes.map((own) => aChange(own)),
            { actor, settings: { value } },
          ),
        );
        const settled = (found: readonly Finding[]) =>
          found.filter(({ kind, revisions }) => kind !== 'many-steps' && (revisions.at(-1) ?? 0) <= cut);

        expect(settled(findCompounds(steps))).toEqual(settled(findCompounds(steps.slice(0, cut))));
      }),
    );
  });
});
