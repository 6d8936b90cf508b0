import { html, trusted, type Html } from '../../kernel/texts/html.ts';
import type { ContentLink, Figure, MailContent, MailSection } from '../content.ts';
import { addressOf } from '../mail-link.ts';
import { printableTexts, readable } from '../printable.ts';
import { breaksAnywhere } from './breaks-anywhere.ts';
import { renderEntry, renderFact, renderPatch, unbroken } from './render-entries.ts';
import { plainTable, renderBars, renderTable } from './render-table.ts';

// Some clients cut off large mails, and indentation is a third of a mail. No text contains a line end.
const indentation = /\n\s+/gu;

/** Renders a mail as HTML for old and new clients. `print` makes texts printable, and `html` escapes them. */
export function renderHtml(mail: MailContent, print = readable): string {
  const content = printableTexts(mail, print);
  const { mark, label } = tones[content.tone];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${content.subject}</title>
        <style>
          ${trusted(styles)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f3f4f6;${trusted(font)}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f4f6">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="640"
                cellpadding="0"
                cellspacing="0"
                class="card"
                style="width:100%;max-width:640px;background:#ffffff;border-radius:8px;border-top:4px solid ${mark};${trusted(font)}"
              >
                <tr>
                  <td class="pad" style="padding:28px 32px 4px">
                    <p class="quiet" style="margin:0 0 6px;font-size:13px;color:#5b6472">Curfew &middot; ${label}</p>
                    <h1
                      class="ink"
                      style="margin:0;font-size:20px;line-height:28px;font-weight:600;color:#111827;${breaksAnywhere}"
                    >
                      ${unbroken(content.lead)}
                    </h1>
                  </td>
                </tr>
                ${content.sections.map(renderSection)}
                <tr>
                  <td class="pad" style="padding:20px 32px 28px">
                    <p
                      class="quiet rule"
                      style="margin:0;padding-top:14px;border-top:1px solid #e5e7eb;font-size:12px;line-height:18px;color:#5b6472;${breaksAnywhere}"
                    >
                      ${lines(content.foot)}
                    </p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.markup.replaceAll(indentation, '\n');
}

const tones = {
  good: { mark: '#15803d', label: 'all done' },
  warning: { mark: '#b45309', label: 'needs a look' },
  bad: { mark: '#b91c1c', label: 'needs action' },
  report: { mark: '#1d4ed8', label: 'for your information' },
} as const;

const font = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

const styles = `
.tag { mso-hide: all; }
@media (prefers-color-scheme: dark) {
.page { background: #0f1115 !important; }
.card { background: #1a1d23 !important; }
.ink { color: #f3f4f6 !important; }
.quiet { color: #9aa4b2 !important; }
.rule { border-color: #333a45 !important; }
.sunk { background: #12151a !important; }
.danger { color: #fca5a5 !important; }
.safer { color: #86efac !important; }
.link { color: #93c5fd !important; border-color: #93c5fd !important; }
}
@media (max-width: 520px) {
.pad { padding-left: 16px !important; padding-right: 16px !important; }
.figure { display: block !important; width: auto !important; }
.stack { display: block !important; width: auto !important; }
.above { padding-bottom: 0 !important; }
.head { display: none !important; }
.row { display: block !important; padding: 8px 0 !important; border-bottom: 1px solid #e5e7eb; }
.name { display: block !important; border: 0 !important; padding: 0 0 2px !important; font-weight: 600; }
.part { display: inline-block !important; border: 0 !important; padding: 0 14px 0 0 !important; }
.wide { min-width: 0 !important; }
.tag { display: inline !important; color: #5b6472; }
.measured { display: inline-block !important; width: auto !important; padding-right: 10px !important; }
}`;

function renderSection(section: MailSection): Html {
  switch (section.kind) {
    case 'figures':
      return row(
        plainTable(
          html`<tr>
            ${section.figures.map(renderFigure)}
          </tr>`,
        ),
        16,
      );
    case 'notes':
      return headed(section, renderNotes(section.notes));
    case 'table':
      return headed({ heading: section.heading, more: section.table.more }, renderTable(section.table));
    case 'facts':
      return row(
        [
          ...(section.heading === undefined ? [] : [heading(section.heading)]),
          plainTable(section.facts.map(renderFact)),
        ],
        16,
      );
    case 'bars':
      return headed(section, renderBars(section.bars));
    case 'entries':
      return headed(section, section.entries.map(renderEntry));
    case 'links':
      return headed(section, section.links.map(renderLink));
    case 'patch':
      return headed(section, renderPatch(section.lines));
  }
}

type Content = Html | readonly Html[];

function row(content: Content, abovePx: number): Html {
  return html`<tr>
    <td class="pad" style="padding:${abovePx}px 32px 0">${content}</td>
  </tr>`;
}

function headed(
  { heading: title, more }: { readonly heading: string; readonly more?: string | undefined },
  content: Content,
): Html {
  const below =
    more === undefined ? [] : [html`<p class="quiet" style="margin:8px 0 0;font-size:13px;color:#5b6472">${more}</p>`];
  return row(html`${heading(title)}${content}${below}`, 20);
}

function renderNotes(notes: readonly string[]): Html {
  return html`<ul
    class="ink"
    style="margin:0;padding-left:20px;font-size:14px;line-height:22px;color:#111827;${breaksAnywhere}"
  >
    ${notes.map((note) => html`<li>${note}</li>`)}
  </ul>`;
}

/** The first looks like a button; all are links for readers who cannot see that. */
function renderLink(link: ContentLink, index: number): Html {
  const look =
    index === 0
      ? 'background:#1d4ed8;color:#ffffff;border:1px solid #1d4ed8'
      : 'color:#1d4ed8;border:1px solid #1d4ed8';
  const name = index === 0 ? 'button' : 'link';
  return html`<a
    class="${name}"
    href="${addressOf(link)}"
    style="display:inline-block;margin:0 10px 10px 0;padding:9px 16px;border-radius:6px;font-size:14px;line-height:20px;font-weight:600;text-decoration:none;${look}"
    >${link.label}</a
  > `;
}

function renderFigure({ label, value }: Figure): Html {
  return html`<td class="figure" valign="top" style="padding:0 12px 8px 0">
    <p class="quiet" style="margin:0;font-size:12px;color:#5b6472">${label}</p>
    <p class="ink" style="margin:2px 0 0;font-size:16px;font-weight:600;color:#111827">${unbroken(value)}</p>
  </td>`;
}

function heading(text: string): Html {
  return html`<h2 class="ink" style="margin:0 0 8px;font-size:15px;font-weight:600;color:#111827">
    ${unbroken(text)}
  </h2>`;
}

function lines(texts: readonly string[]): readonly Html[] {
  return texts.map((text, index) => (index === 0 ? html`${text}` : html`<br />${text}`));
}
