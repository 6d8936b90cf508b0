import { posix } from 'node:path';

import { expect, test } from 'vitest';

import { repositoryFiles, textOf } from './source-files.ts';

const pages = repositoryFiles().filter((path) => path.endsWith('.md'));
const files = new Set(repositoryFiles());
const headings = new Map(pages.map((page) => [page, headingsOf(page)]));

interface Link {
  readonly page: string;
  readonly target: string;
}

/** The relative links of a page; what stands in code is none. */
function linksOf(page: string): readonly Link[] {
  const prose = withoutBlocksOfCode(page).replaceAll(/`[^`\n]*`/gu, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/u.test(target));
}

/** Anchors as GitHub makes them; the second heading of the same words is not linked to. */
function headingsOf(page: string): ReadonlySet<string> {
  const titles = [...withoutBlocksOfCode(page).matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function withoutBlocksOfCode(page: string): string {
  return textOf(page).replaceAll(/^ *```[^]*?^ *```$/gmu, '');
}

function isBroken({ page, target }: Link): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  const isThere = files.has(file) || [...files].some((each) => each.startsWith(`${file}/`));
  return !isThere || (anchor !== undefined && headings.get(file)?.has(anchor) !== true);
}

test('every relative link of every page leads to a file or folder of the repository, and its anchor to a heading there', () => {
  const links = pages.flatMap(linksOf);

  const broken = links.filter(isBroken);

  expect(links.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

test.each(['nowhere.md', '#nowhere', 'docs/operating.md#nowhere', '../LICENSE'])(
  'a link to %s would be found',
  (target) => {
    expect(isBroken({ page: 'README.md', target })).toBe(true);
  },
);
