import type { Random } from '../../random.ts';
import type { Character } from './character.ts';

const plainTitles = [
  'Fix flaky checkout test',
  'Migrate billing tables to UTC',
  'Upgrade the build to the next major',
  'Explain the retry budget',
  'Write the release notes',
  'Add paging to the audit export',
  'Profile the import job',
] as const;

// What people and pasted text really put into titles; whoever shows one has to survive it. The control
// and direction characters are spelled as escapes, because an editor would not show them.
const oddTitles = [
  '<script>alert("title")</script>',
  '=HYPERLINK("https://example.org","open")',
  'Größe & Maße – 測試 🚀',
  'report\u202Efdp.exe',
  'first line\r\nBcc: someone@example.org',
  '  spaces around\t',
  `${'very long '.repeat(60)}title`,
  '"quoted", \'quoted\' and `quoted`; DROP TABLE sessions --',
  '',
] as const;

/** The title of a session; undefined for one without a name. */
export function titleOf(random: Random, character: Character): string | undefined {
  if (random.chance(0.1)) {
    return undefined;
  }
  if (random.chance(0.12)) {
    return random.pick(oddTitles);
  }
  const suffix = character === 'ordinary' ? '' : ` (${random.pick(['again', 'until it works', 'part 2'])})`;
  return `${random.pick(plainTitles)}${suffix}`;
}
