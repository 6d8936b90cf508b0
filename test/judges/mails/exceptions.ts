import type { Exception } from '../judge.ts';

/** What clients of mail drop of ours, and why nothing is lost by it. Places are clients. */
export const mailExceptions: readonly Exception[] = [
  {
    rule: '@media',
    at: /outlook\.windows/u,
    reason: 'There is no dark twin and no phone there: the widths stand inline.',
  },
  {
    rule: 'color-scheme meta tag',
    reason: 'It tells a client that the mail has a dark twin; the twin itself is a media query.',
  },
  { rule: 'border-radius', at: /outlook\.windows/u, reason: 'Corners are square.' },
  { rule: 'overflow-wrap', reason: 'word-break stands beside it, which these clients take, but for Yahoo.' },
  { rule: 'overflow', at: /outlook\.windows/u, reason: 'It is found in the name of overflow-wrap: no mail sets it.' },
  { rule: 'min-width property', at: /outlook\.windows/u, reason: 'The first column is as wide as its text.' },
  { rule: 'white-space', reason: 'A figure may break at a space; it has all its digits.' },
  {
    rule: 'system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace',
    at: /outlook\.windows/u,
    reason: 'Other fonts of the list follow.',
  },
  { rule: 'height property', at: /yahoo/u, reason: 'The attribute height stands beside it.' },
  {
    rule: 'word-break',
    at: /yahoo/u,
    reason: 'A word that is longer than the screen makes the mail wider there; it stands whole.',
  },
];
