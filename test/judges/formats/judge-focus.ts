import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Exception, type Finding, type Judge, sortOut } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withFirstNight } from './first-night.ts';

/** The package of PyPI judges by the rules of 1.0, with names that only its drafts had. */
const draftNames = [
  ['InvoiceIssuer_Required', 'InvoiceIssuerName'],
  ['Provider_Required', 'ProviderName'],
  ['Publisher_Required', 'PublisherName'],
  ['ResourceID_Required', 'ResourceId'],
] as const;

const exceptions: readonly Exception[] = [
  ...draftNames.map(([rule, name]) => ({
    rule,
    reason: `FOCUS 1.0 and later call the column ${name}, which is there`,
  })),
  {
    rule: 'SkuPriceId_Nullable',
    reason: 'it reads ChargeType, which FOCUS 1.0 and later call ChargeCategory; SkuPriceId is in every row',
  },
];

/** A month of usage of a demo organization as FOCUS, by the validator of the FinOps Foundation. */
export const focusJudge: Judge = {
  name: 'focus',
  requirements: 'focus',
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const file = join(folder, 'focus.csv');
      const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      await curfew('settings', 'set', 'money.prices', '2026-01-01 12.50 EUR', '--yes');
      const days = ['--from', `${day.slice(0, 7)}-01`, '--to', day];
      await curfew('export', 'usage', ...days, '--format', 'focus', '--out', file);
      const rows = readFileSync(file, 'utf8').trimEnd().split('\n').length - 1;
      // It looks for its list of currencies below the folder in which it is started.
      const where = ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'];
      const cwd = (await outputOf(python.command('python'), where)).trim();
      const args = ['--data-file', file, '--validate-version', '1.0'];
      const said = await outputOf(python.command('focus-validator'), args, { cwd, codes: [0, 1] });
      const findings = findingsIn(said);
      const isJudged = findings.length > 0 || /Validation succeeded/u.test(said);
      return {
        ...sortOut(findings, exceptions),
        judged: `${rows} rows by the rules of FOCUS 1.0, whose columns 1.2 has too`,
        count: isJudged ? rows : 0,
      };
    }),
};

/** `NAME failed:`, a description, rows and examples below it. */
function findingsIn(said: string): readonly Finding[] {
  const [, ...parts] = `\n${said}`.split(/\n(?=\S+ failed:\n)/u);
  return parts.map((part) => {
    const [first = '', ...lines] = part.split('\n').map((line) => line.trim());
    return { rule: first.replace(/ failed:$/u, ''), at: 'focus.csv', message: lines.join(' ') };
  });
}
