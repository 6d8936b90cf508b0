import { expect, test } from 'vitest';

import { type Match, matching } from '../../../../console/app/search-matches.ts';

const pages: readonly Match[] = ['Home', 'People', 'People and roles', 'Budgets'].map((text) => ({
  group: 'Pages',
  text,
  to: `/${text}`,
}));
const people: readonly Match[] = Array.from({ length: 9 }, (_none, index) => ({
  group: 'People',
  text: `ann.people${index}@acme.example`,
  note: index === 7 ? 'web' : 'data',
  to: `/people/${index}`,
}));

test('each typed word is found in a name or its note, names that begin so come first, and a few of each group are shown', () => {
  expect(matching('peo', [...people, ...pages]).map(({ group }) => group)).toEqual([
    ...Array.from({ length: 6 }, () => 'People'),
    'Pages',
    'Pages',
  ]);
  expect(matching('ann web', [...pages, ...people])).toEqual([people[7]]);
  expect(matching('and peo', pages).map(({ text }) => text)).toEqual(['People and roles']);
  expect(matching('roles', [...pages])).toHaveLength(1);
  expect(matching('nobody', pages)).toEqual([]);
  expect(
    matching(
      'forecast',
      pages.map((page) => ({ ...page, more: 'forecast' })),
    ),
  ).toHaveLength(pages.length);
});
