import { createHash } from 'node:crypto';

import { html, trusted, type Html } from '../../../kernel/texts/html.ts';
import { markLookAlikes } from '../../../kernel/texts/look-alike.ts';
import type { Figure } from '../../../mail/content.ts';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

const styles = `
:root { color-scheme: light dark; --ink: #111827; --quiet: #4b5563; --page: #f3f4f6; --card: #ffffff; --rule: #9ca3af; --mark: #1d4ed8; --on: #ffffff; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f4f6; --quiet: #b6bfcb; --page: #0f1115; --card: #1a1d23; --rule: #6b7280; --mark: #93c5fd; --on: #0f1115; --bad: #fca5a5; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 12px; background: var(--page); color: var(--ink); font: 16px/24px system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 640px; margin: 0 auto; padding: 24px; background: var(--card); border-radius: 8px; border-top: 4px solid var(--mark); }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; }
h2 { margin: 24px 0 8px; font-size: 16px; }
p, ul { margin: 0 0 12px; }
ul { padding-left: 20px; }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
dt { color: var(--quiet); }
dd { margin: 0; }
label, legend { display: block; font-weight: 600; }
fieldset { margin: 16px 0 0; padding: 0; border: 0; }
fieldset label { display: flex; gap: 8px; padding: 6px 0; font-weight: 400; }
fieldset input[type='radio'] { flex: none; width: 20px; height: 20px; margin: 2px 0 0; }
.field { margin: 16px 0 0; }
form + p { margin: 20px 0 0; }
input[type='text'], input[type='date'], textarea { width: 100%; padding: 9px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--rule); border-radius: 6px; }
textarea { min-height: 96px; }
button { margin: 20px 0 0; padding: 11px 20px; font: inherit; font-weight: 600; color: var(--on); background: var(--mark); border: 1px solid var(--mark); border-radius: 6px; }
button.plain { color: var(--mark); background: transparent; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.quiet { color: var(--quiet); font-size: 14px; line-height: 20px; }
.bad { color: var(--bad); font-weight: 600; }
footer { margin: 24px 0 0; padding-top: 12px; border-top: 1px solid var(--rule); }
@media (max-width: 520px) { body { padding: 0; } main { border-radius: 0; padding: 20px 16px; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 8px; } button { width: 100%; } }
`;

const styleElement = html`<style>
  ${trusted(styles)}
</style>`;

/** As it stands in the page, to the blank: that is what a browser hashes. */
const styleContent = styleElement.markup.replace(/^\s*<style>/u, '').replace(/<\/style>\s*$/u, '');

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styleContent).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No scripts and nothing external; the page's address, which is a key, is not passed on. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
} as const;

/** A whole page. Every text is escaped by `html`. */
export function page(status: number, title: string, body: readonly Html[]): PageAnswer {
  // The style is inserted as hashed: `html` leaves trusted markup unchanged.
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Curfew</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
          <footer class="quiet">Curfew. Days and hours are UTC. Do not pass the address of this page on.</footer>
        </main>
      </body>
    </html> `;
  return { status, headers, html: whole.markup };
}

/** After a form was sent: the page is asked for again, so that loading it again sends nothing. `place`: relative. */
export function seeOther(place: string): PageAnswer {
  return { status: 303, headers: { ...headers, location: place }, html: '' };
}

/** The same page for every invalid link: a person who tries links learns nothing. */
export function refusedLink(): PageAnswer {
  return page(403, 'This link does not work', [
    html`<p>It may be too old, incomplete, or meant for another person. Nothing was changed.</p>
      <p>Open the link in the newest mail again, or ask the person who looks after your budget.</p>`,
  ]);
}

/** A link in a message to a channel, whose readers know what it was for. */
export function expiredLink(): PageAnswer {
  return page(403, 'This link has expired', [
    html`<p>It worked for two weeks. Nothing was changed. Open Curfew, or use a newer message.</p>`,
  ]);
}

/** Labels beside their texts. */
export function factList(facts: readonly Figure[]): Html {
  return html`<dl>
    ${facts.map(
      ({ label, value }) =>
        html`<dt>${label}</dt>
          <dd>${markLookAlikes(value)}</dd>`,
    )}
  </dl>`;
}

export function bullets(lines: readonly string[]): readonly Html[] {
  return lines.length === 0
    ? []
    : [
        html`<ul>
          ${lines.map((line) => html`<li>${markLookAlikes(line)}</li>`)}
        </ul>`,
      ];
}

/** What is wrong with what was sent; read out at once by a screen reader. */
export function problemList(problems: readonly string[]): readonly Html[] {
  return problems.length === 0
    ? []
    : [html`<div role="alert" class="bad">${problems.map((problem) => html`<p>${markLookAlikes(problem)}</p>`)}</div>`];
}
