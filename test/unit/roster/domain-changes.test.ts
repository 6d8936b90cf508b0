import { expect, test } from 'vitest';

import { domainChanges } from '../../../shared/roster/roster-findings.ts';

const change = (name: string, to = `${name}@acme.com`) => ({ from: `${name}@acme.example`, to });

test('three people whose names stay under another domain are a change of the domain, two are not', () => {
  const three = ['ann', 'bob', 'cem'].map((name) => change(name));

  expect(domainChanges(three)).toEqual({
    domains: [{ from: 'acme.example', to: 'acme.com', people: three }],
    others: [],
  });
  expect(domainChanges(three.slice(0, 2))).toEqual({ domains: [], others: three.slice(0, 2) });
});

test('another name, or another domain, is a change of its own, in the order of addresses', () => {
  const people = ['dan', 'bob', 'cem'].map((name) => change(name, `${name}.new@acme.example`));
  const domains = ['x', 'y', 'z'].flatMap((name) => [
    { from: `${name}@b.example`, to: `${name}@b.com` },
    { from: `${name}@a.example`, to: `${name.toUpperCase()}@a.net` },
  ]);
  const found = domainChanges([...people, ...domains]);

  expect(found.others.map(({ from }) => from)).toEqual(['bob@acme.example', 'cem@acme.example', 'dan@acme.example']);
  expect(found.domains.map(({ from, to, people: of }) => [from, to, of.length])).toEqual([
    ['a.example', 'a.net', 3],
    ['b.example', 'b.com', 3],
  ]);
});
