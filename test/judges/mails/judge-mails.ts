import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import { renderHtml } from '../../../shared/mail/render/render-html.ts';
import { contentOf } from '../../support/mail-samples.ts';
import { withFirstNight } from '../formats/first-night.ts';
import { type Finding, type Judge, sortOut } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { judgesCache } from '../python.ts';
import { mailExceptions } from './exceptions.ts';

/** The largest by the share of mails that are opened in them. */
const clients = [
  'apple-mail.ios',
  'apple-mail.macos',
  'gmail.desktop-webmail',
  'gmail.ios',
  'gmail.android',
  'outlook.windows',
  'outlook.outlook-com',
  'outlook.ios',
  'yahoo.desktop-webmail',
  'samsung-email.android',
] as const;

interface Issue {
  readonly title: string;
}

/** What is used here of the package, whose types come with it once it is installed. */
interface Caniemail {
  readonly caniemail: (given: { readonly clients: readonly string[]; readonly html: string }) => {
    readonly issues: {
      readonly errors: ReadonlyMap<string, readonly Issue[]>;
      readonly warnings: ReadonlyMap<string, readonly Issue[]>;
    };
  };
}

const Inbox = z.array(z.object({ body: z.object({ html: z.string().optional() }) }));

/** Every mail of a demo's first night, and one with every kind of section, by the data of caniemail.com. */
export const mailsJudge: Judge = {
  name: 'mails',
  judge: async () =>
    withFirstNight(async ({ inbox }) => {
      const { caniemail } = await packageOfMails();
      const tones = ['good', 'warning', 'bad', 'report'] as const;
      const samples = tones.map((tone) => renderHtml({ ...contentOf((place) => place), tone }));
      const mails = [
        ...samples,
        ...Inbox.parse(inbox()).flatMap(({ body: { html } }) => (html === undefined ? [] : [html])),
      ];
      const dropped = new Map<string, Finding>();
      const partly = new Map<string, Set<string>>();
      for (const html of mails) {
        const { errors, warnings } = caniemail({ clients, html }).issues;
        for (const [client, issues] of errors) {
          for (const { title } of issues) {
            dropped.set(`${client} ${title}`, { rule: title, at: client, message: 'is dropped' });
          }
        }
        for (const [client, issues] of warnings) {
          issues.forEach(({ title }) => partly.set(client, (partly.get(client) ?? new Set()).add(title)));
        }
      }
      return {
        judged: `${mails.length} mails in ${clients.length} clients`,
        count: mails.length - samples.length,
        notes: clients.map(
          (client) =>
            `${client} drops ${[...dropped.values()].flatMap(({ rule, at }) => (at === client ? [rule] : [])).join(', ') || 'nothing'}; in part ${partly.get(client)?.size ?? 0}`,
        ),
        ...sortOut([...dropped.values()], mailExceptions),
      };
    }),
};

/** caniemail with its data, as `requirements/mails/package-lock.json` pins it. */
async function packageOfMails(): Promise<Caniemail> {
  const source = join(import.meta.dirname, '..', 'requirements', 'mails');
  const folder = join(judgesCache, 'mails');
  const lock = 'package-lock.json';
  const isThere =
    existsSync(join(folder, lock)) &&
    readFileSync(join(folder, lock), 'utf8') === readFileSync(join(source, lock), 'utf8') &&
    existsSync(join(folder, 'node_modules', '.package-lock.json'));
  if (!isThere) {
    mkdirSync(folder, { recursive: true });
    cpSync(source, folder, { recursive: true });
    await outputOf('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  const main = join(folder, 'node_modules', 'caniemail', 'dist', 'index.js');
  return (await import(pathToFileURL(main).href)) as Caniemail;
}
