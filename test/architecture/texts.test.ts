import ts from 'typescript';
import { expect, test } from 'vitest';

import { nodesOf, repositoryFiles } from './source-files.ts';

const sources = repositoryFiles().filter(
  (path) =>
    /^(?:shared|cli|console|local|functions|infra)\/.*\.tsx?$/u.test(path) &&
    // A list of words, which no one reads as a text.
    path !== 'shared/redaction/words/known-words.ts',
);

/** The pieces of texts in the sources, without names, ids and addresses, which have no space. */
function textsIn(path: string): readonly { readonly place: string; readonly text: string }[] {
  return nodesOf(path).flatMap((node) =>
    (ts.isStringLiteralLike(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node) ||
      ts.isJsxText(node)) &&
    /\S\s+\S|^\s+\S|\S\s+$/u.test(node.text)
      ? [{ place: path, text: node.text }]
      : [],
  );
}

const texts = sources.flatMap(textsIn);

function found(pattern: RegExp): readonly string[] {
  return texts
    .filter(({ text }) => pattern.test(text))
    .map(({ place, text }) => `${place}: ${text.trim().slice(0, 160)}`);
}

test('what people read says who it is: no one, the person, the role', () => {
  // Alarms look for the words in capitals.
  const vague = /\b(?:[Nn]obody|[Ss]omebody|[Ee]verybody|[Ww]hoever|[Ww]hatever|none of|by now|so long)\b/u;
  // A value of the setting fourEyes.identities.
  const isValue = (text: string): boolean => /, nobody(?: or session| \(no person)/u.test(text);

  expect(found(vague).filter((text) => !isValue(text))).toEqual([]);
});

test('a command is printed as it can be pasted', () => {
  const bare =
    /(?<!npx |[\w/.@-])curfew (?:[a-z]+ (?:list|show|set|run|add|ack|approve|end|verify)|status|doctor|suggest|caps|approve|reject|pools|explain|run)\b/u;

  const groups =
    'alerts|budgets|settings|plans|requests|controls|topup|exempt|exceptions|teams|fleet|readiness|runs|run|sessions|hook|digest|journal|live';
  const acts =
    'list|set|show|add|ack|approve|end|verify|check|import|mutes?|baseline|tokens|unreachable|announcements|policies|targets|rules|controls|enforce|plan|apply';
  const quoted = new RegExp(`["“](?:${groups}) (?:${acts})\\b|\\b(?:see|with|at) ["“][a-z]+(?: list)?["”]`, 'u');
  // A command after a quote that is composed: `see "${…} list"`.
  const composed = /\b(?:see|look at) ["“]$/u;
  // A shell would run what stands in brackets behind it.
  const bracketed = /npx curfew [^"“”().,;:\n]* \(/u;
  // Nor does a sentence go on behind it, but where the command is in quotes.
  const goesOn = /npx curfew [^"“”\n]*(?:\}|\w)[.;] \S/u;
  const composedCommands = sources.flatMap((path) =>
    nodesOf(path).flatMap((node) =>
      ts.isTemplateExpression(node) && goesOn.test(node.getText()) ? [`${path}: ${node.getText().slice(0, 200)}`] : [],
    ),
  );

  expect([
    ...found(bare),
    ...found(quoted),
    ...found(composed),
    ...found(bracketed),
    ...found(goesOn),
    ...composedCommands,
  ]).toEqual([]);
});

test('a former wording of a term stands nowhere', () => {
  const former =
    /\bWay back\b|goes round in|at every look|Counted again|leaves the least decides|All that bind|[Nn]obody else|(?:[Uu]sed|[Ww]hoever used) most\b|\bMind(?:$|:|\s)|\bthe dearest\b|\bof now\b(?! or)|[Ee]verybody’s|without anybody/u;

  // The time of a run, beside another.
  expect(found(former).filter((text) => !/run is as of now/u.test(text))).toEqual([]);
});

test('a day in a sentence has one of the forms of kernel/time/day: 1 Dec, 1 Dec 2026, Tue 1 Dec, 00:00 UTC', () => {
  const cut = sources.flatMap((path) =>
    nodesOf(path).flatMap((node) =>
      ts.isTemplateExpression(node) &&
      / (?:on|until|since|through|after|from|of) $/u.test(node.head.text) &&
      /\.slice\(0, 1[06]\)$/u.test(node.templateSpans[0]?.expression.getText() ?? '')
        ? [`${path}: ${node.getText().slice(0, 160)}`]
        : [],
    ),
  );

  expect(cut).toEqual([]);
});
