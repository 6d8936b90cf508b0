interface HostilePerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Names that break pages: markup, formulas, letters that hide or turn others, and no place to break a line. */
const names = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(document.domain)</script>',
  '=HYPERLINK("http://evil.example","click")',
  "Robert'); DROP TABLE users;--",
  '\u202Egnp.exe\u202C',
  'z\u200Be\u200Br\u200Bo',
  'ن'.repeat(60),
  '{{constructor.constructor("alert(1)")()}}',
  'W'.repeat(200),
  '\u0007\u001B[31mred',
  '👩‍👩‍👧‍👦'.repeat(12),
  '',
];

const domains = [
  'acme.example',
  `${'sub.'.repeat(45)}example`,
  `${'very-long-name-without-any-place-to-break'.repeat(4)}.example`,
];

/** So many people whose names and emails are as bad as a roster lets them be; each email is there once. */
export function hostilePeople(count: number): readonly HostilePerson[] {
  return Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length] ?? '';
    const domain = domains[index % domains.length] ?? '';
    const local = index % 2 === 0 ? `bad+${index}${'x'.repeat(40)}` : `${localOf(name)}${index}`;
    return { email: `${local}@${domain}`.slice(-300), firstName: name, lastName: `Number ${index}` };
  });
}

function localOf(name: string): string {
  return Array.from(name.replaceAll(/[\s@"\\]/gu, ''))
    .slice(0, 40)
    .join('');
}
