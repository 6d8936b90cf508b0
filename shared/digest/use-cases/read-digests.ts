import { compareText } from '../../kernel/texts/compare-text.ts';
import { printableTexts } from '../../mail/printable.ts';
import { renderText } from '../../mail/render/render-text.ts';
import type { KeptPage, PageKey } from '../digest-pages.ts';
import type { DigestStore } from '../ports.ts';

const pagesMax = 2_000;

/** Past digest pages, newest first and the organization's first within a day: all, or those of these teams. */
export async function listDigests(digests: DigestStore, onlyTeams?: readonly string[]) {
  const pages = await digests.list(pagesMax);
  return pages
    .filter((page) => isSeen(page, onlyTeams))
    .toSorted((a, b) => compareText(b.dueOn, a.dueOn) || compareText(a.scope, b.scope))
    .map(digestDocument);
}

/** One page as mailed; undefined when there is none that the caller may see. */
export async function showDigest(digests: DigestStore, named: PageKey, onlyTeams?: readonly string[]) {
  const page = await digests.find(named);
  return page === undefined || !isSeen(page, onlyTeams)
    ? undefined
    : { ...digestDocument(page), content: printableTexts(page.content), text: renderText(page.content) };
}

function isSeen({ teams }: KeptPage, onlyTeams: readonly string[] | undefined): boolean {
  return onlyTeams === undefined || (teams !== undefined && teams.every((team) => onlyTeams.includes(team)));
}

function digestDocument({ dueOn, scope, week, at, writtenBy, recipients, content }: KeptPage) {
  const { subject } = printableTexts(content);
  return { dueOn, scope, from: week.from, through: week.through, at, run: writtenBy, recipients, subject };
}
