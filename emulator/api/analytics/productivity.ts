import { dateOfDay } from '../../state/clock.ts';
import type { Language } from '../../state/usage/habits.ts';
import { splitInteger } from '../../state/usage/split.ts';
import type { WorkDay } from '../../state/usage/work-day.ts';
import { type DayEndpoint, sumOf, workOfDay } from './day-rows.ts';

const EXTENSIONS: Readonly<Record<Language, string>> = {
  TypeScript: '.ts',
  Python: '.py',
  Go: '.go',
  Rust: '.rs',
  Java: '.java',
  Ruby: '.rb',
  SQL: '.sql',
  Markdown: '.md',
};

/** GET /api/v1/analytics/productivity. Both breakdowns count files created and files edited. */
export const productivityEndpoint: DayEndpoint = {
  path: '/api/v1/analytics/productivity',
  groupBy: undefined,
  rowsFor: (request) => (dayNumber) => {
    const works = workOfDay(request, dayNumber);
    const byLanguage = filesByLanguage(works);
    return [
      {
        date: dateOfDay(dayNumber),
        files_created: sumOf(works, (work) => work.filesCreated),
        files_edited: sumOf(works, (work) => work.filesEdited),
        by_extension: byLanguage.map(([language, count]) => ({ extension: EXTENSIONS[language], count })),
        by_language: byLanguage.map(([language, count]) => ({ language, count })),
        git_commits: sumOf(works, (work) => work.gitCommits),
        git_prs_created: sumOf(works, (work) => work.gitPrsCreated),
      },
    ];
  },
};

function filesByLanguage(works: readonly WorkDay[]): readonly (readonly [Language, number])[] {
  const totals = new Map<Language, number>();
  for (const { languages, filesCreated, filesEdited } of works) {
    const weights = languages.map((_, rank) => 1 / (1 + rank));
    const parts = splitInteger(filesCreated + filesEdited, weights);
    languages.forEach((language, index) => totals.set(language, (totals.get(language) ?? 0) + (parts[index] ?? 0)));
  }
  return [...totals].filter(([, count]) => count > 0).toSorted((one, other) => other[1] - one[1]);
}
