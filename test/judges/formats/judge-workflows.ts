import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Judge } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withScratch } from '../with-scratch.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const requirements = 'reach';
const clean = { exceptions: [], problems: [] } as const;

/** Codes from 10 on say that something was found. */
const zizmorCodes = [0, 10, 11, 12, 13, 14];

/** The workflows of `examples/github-actions`, by zizmor at its strictest. */
export const workflowsJudge: Judge = {
  name: 'workflows',
  requirements,
  judge: async (python) => {
    const folder = join(root, 'examples', 'github-actions');
    const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
    const args = ['--offline', '--quiet', '--no-progress', '--persona', 'pedantic', '--format', 'plain'];
    const said = await outputOf(python.command('zizmor'), [...args, ...files.map((file) => join(folder, file))], {
      codes: zizmorCodes,
    });
    const problems = said.split('\n').filter((line) => /^(?:help|info|warning|error)\[/u.test(line));
    return { ...clean, judged: `${files.length} workflows`, count: files.length, problems };
  },
};

const hostile = [
  '@acme-team asks',
  'fixes #1 and acme/curfew#2, GH-3',
  'https://evil.example www.evil.example',
  '[a](https://evil.example) ![b](c)',
  '<img src=x onerror=alert(1)> <b>bold</b>',
  String.raw`a\|b | c || \\| d`,
  '`code` **bold** _i_ ~~gone~~ $x$',
  '--> <!-- hidden',
  '1. one\n# two\n- three\n> four',
  'ann@acme.example',
];

/** What GitHub's own parser makes of a comment: tags that the command does not write, and what GitHub would link later. */
const judgeComment = `
import re, sys, cmarkgfm
from html import unescape
from cmarkgfm.cmark import Options
html = cmarkgfm.github_flavored_markdown_to_html(open(sys.argv[1], encoding="utf-8").read(), Options.CMARK_OPT_UNSAFE)
for tag in sorted(set(re.findall(r"<([a-z][a-z0-9]*)", html)) - {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code"}):
    print("a tag of the settings:", tag)
if html.count("<!") != 1:
    print("a comment of the settings")
text = unescape(re.sub(r"<code>.*?</code>|<[^>]*>", "", html))
for found in re.findall(r"(?:^|\\W)@\\w|#\\d|GH-\\d|https?://|www\\.\\w", text, re.I):
    print("GitHub would link:", found)
if len({row.count("<td") for row in html.split("<tr>") if "<td" in row}) != 1:
    print("a cell was split")
`;

/** `controls check --format markdown` of settings full of markup, as GitHub's own parser reads it. */
export const commentsJudge: Judge = {
  name: 'comments',
  requirements,
  judge: async (python) =>
    withScratch(async (folder) => {
      const write = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const before = write('before.json', JSON.stringify({ commandAllowlist: ['ls'] }));
      const after = write(
        'after.json',
        JSON.stringify({ commandAllowlist: hostile, ...Object.fromEntries(hostile.map((text) => [text, text])) }),
      );
      const check = ['controls', 'check', after, '--against', before, '--format', 'markdown', '--fail-on', 'never'];
      const comment = await outputOf(process.execPath, [join(root, 'cli', 'main.ts'), '--state', folder, ...check]);
      const said = await outputOf(python.command('python'), ['-c', judgeComment, write('comment.md', comment)]);
      const rows = comment.split('\n').filter((line) => line.startsWith('|')).length - 2;
      const judged = `a comment of ${rows} rows of markup`;
      return { ...clean, judged, count: rows, problems: said.split('\n').filter((line) => line !== '') };
    }),
};
