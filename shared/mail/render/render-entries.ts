import { html, trusted, type Html } from '../../kernel/texts/html.ts';
import type { DeltaLine, Figure, MailEntry } from '../content.ts';
import { breaksAnywhere } from './breaks-anywhere.ts';

const marks: Readonly<Record<MailEntry['tone'], string>> = { grave: '#b91c1c', serious: '#b45309', plain: '#6b7280' };
const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

/** Renders one item in full, with a side bar in the colour of its rating. */
export function renderEntry({ title, name, rating, tone, text, delta, facts }: MailEntry): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 14px;border-collapse:collapse"
  >
    <tr>
      <td width="4" style="width:4px;padding:0;background:${marks[tone]};font-size:0;line-height:0">&nbsp;</td>
      <td style="padding:2px 0 4px 12px">
        <p style="margin:0 0 4px;font-size:12px;line-height:18px">
          <span style="padding:1px 7px;border-radius:9px;background:${marks[tone]};color:#ffffff;font-weight:600"
            >${rating}</span
          >
        </p>
        <h3 class="ink" style="margin:0;font-size:15px;line-height:21px;font-weight:600;color:#111827">${title}</h3>
        ${optional(name, nameLine)} ${optional(text, textLine)} ${delta.length === 0 ? [] : [renderPatch(delta)]}
        ${facts.length === 0 ? [] : [factTable(facts)]}
      </td>
    </tr>
  </table>`;
}

export function renderFact({ label, value }: Figure): Html {
  return html`<tr>
    <td
      class="stack above quiet"
      valign="top"
      width="104"
      style="width:104px;padding:0 10px 5px 0;font-size:13px;line-height:19px;color:#5b6472"
    >
      ${label}
    </td>
    <td
      class="stack ink"
      valign="top"
      style="padding:0 0 5px;font-size:13px;line-height:19px;color:#111827;${breaksAnywhere}"
    >
      ${unbroken(value)}
    </td>
  </tr>`;
}

/** Added and removed lines; the colour marks danger, which the rating states in words. */
export function renderPatch(lines: readonly DeltaLine[]): Html {
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    class="sunk"
    style="margin:6px 0;background:#f3f4f6;border-radius:4px"
  >
    <tr>
      <td style="padding:6px 10px;font-size:13px;line-height:20px;${breaksAnywhere};${trusted(mono)}">
        ${lines.map(renderLine)}
      </td>
    </tr>
  </table>`;
}

const colors = {
  less: { name: 'safer', color: '#166534' },
  more: { name: 'danger', color: '#b91c1c' },
  neither: { name: 'ink', color: '#111827' },
} as const;

function renderLine({ sign, text, danger }: DeltaLine): Html {
  const { name, color } = colors[danger ?? 'neither'];
  const before = sign === '' ? [] : [html`${sign} &nbsp;`];
  return html`<div class="${name}" style="color:${color};padding-left:18px;text-indent:-18px">
    ${before}${unbroken(text)}
  </div>`;
}

function factTable(facts: readonly Figure[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:4px">
    ${facts.map(renderFact)}
  </table>`;
}

function nameLine(name: string): Html {
  return html`<p
    class="quiet"
    style="margin:1px 0 0;font-size:12px;line-height:18px;color:#5b6472;${breaksAnywhere};${trusted(mono)}"
  >
    ${name}
  </p>`;
}

function textLine(text: string): Html {
  return html`<p class="ink" style="margin:5px 0 0;font-size:14px;line-height:21px;color:#111827;${breaksAnywhere}">
    ${text}
  </p>`;
}

function optional(text: string | undefined, line: (text: string) => Html): readonly Html[] {
  return text === undefined ? [] : [line(text)];
}

const hyphenated = /(\d{4}-\d{2}-\d{2}|--[a-z][a-z-]*)/u;

/** Keeps days and options on one line each, where a client would break them at a hyphen. */
export function unbroken(text: string): readonly Html[] {
  return text
    .split(hyphenated)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`));
}
