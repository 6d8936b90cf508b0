import { html, type Html } from '../../kernel/texts/html.ts';
import type { MailTable, Bar } from '../content.ts';
import { breaksAnywhere, breaksNowhere } from './breaks-anywhere.ts';

type Column = MailTable['columns'][number];

/** Renders a table. On a phone each row is a paragraph, with column titles that are hidden elsewhere. */
export function renderTable({ columns, rows }: MailTable): Html {
  const head = columns.map(
    ({ title, align }) =>
      html`<th
        align="${align}"
        class="quiet rule"
        style="padding:6px 8px 6px 0;border-bottom:1px solid #e5e7eb;font-size:12px;font-weight:600;color:#5b6472"
      >
        ${title}
      </th>`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">
    <thead class="head">
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${rows.map((cells) => renderRow(columns, cells))}
    </tbody>
  </table>`;
}

function renderRow(columns: readonly Column[], cells: readonly string[]): Html {
  const parts = cells.map((cell, index) => renderCell(cell, columns[index], index));
  return html`<tr class="row rule">
    ${parts}
  </tr>`;
}

function renderCell(text: string, column: Column | undefined, index: number): Html {
  const align = column?.align ?? 'left';
  return html`<td
    align="${align}"
    class="${index === 0 ? 'name' : 'part'} ink rule"
    style="padding:6px 8px 6px 0;border-bottom:1px solid #e5e7eb;font-size:13px;line-height:18px;color:#111827;${wrapping[align]}"
  >
    ${index === 0 ? nameOf(text) : tagged(text, column)}
  </td>`;
}

/** Figures stay on one line, however narrow the screen; texts break anywhere. */
const wrapping = { left: breaksAnywhere, right: breaksNowhere } as const;

function nameOf(text: string): Html {
  return html`<div class="wide" style="min-width:200px">${text}</div>`;
}

function tagged(text: string, column: Column | undefined): Html {
  return html`<span class="tag quiet" style="display:none">${column?.title ?? ''} </span>${text}`;
}

const colors = { now: '#3b82f6', before: '#9ca3af' } as const;

/** Renders bars as coloured cells, visible where images are blocked, each with its figure and comparison. */
export function renderBars(bars: readonly Bar[]): Html {
  return plainTable(bars.map(renderBar));
}

function renderBar({ label, value, share, before }: Bar): Html {
  return html`<tr>
    <td
      class="measured ink"
      width="150"
      style="width:150px;padding:4px 10px 4px 0;font-size:13px;line-height:18px;color:#111827;${breaksAnywhere}"
    >
      ${label}
    </td>
    <td
      class="measured ink"
      width="150"
      style="width:150px;padding:4px 12px 4px 0;font-size:13px;line-height:18px;font-weight:600;color:#111827;white-space:nowrap"
    >
      ${value}${before === undefined ? [] : [beforeText(before)]}
    </td>
    <td class="stack" style="padding:4px 0">
      ${strip(share, { heightPx: 10, color: colors.now })}
      ${before === undefined ? [] : [strip(before.share, { heightPx: 4, color: colors.before })]}
    </td>
  </tr>`;
}

function beforeText({ word = 'before', value }: NonNullable<Bar['before']>): Html {
  return html` <span class="quiet" style="font-weight:400;color:#5b6472">${word} ${value}</span>`;
}

function strip(share: number, { heightPx, color }: { readonly heightPx: number; readonly color: string }): Html {
  // Even the smallest figure is visible.
  const percent = share <= 0 ? 0 : Math.min(100, Math.max(1, Math.round(share * 100)));
  const style = `height:${heightPx}px;font-size:0;line-height:0`;
  const filled = html`<td
    width="${percent}%"
    height="${heightPx}"
    bgcolor="${color}"
    style="width:${percent}%;background:${color};${style}"
  >
    &nbsp;
  </td>`;
  const empty = html`<td width="${100 - percent}%" height="${heightPx}" style="width:${100 - percent}%;${style}">
    &nbsp;
  </td>`;
  return plainTable(
    html`<tr>
      ${percent === 0 ? [] : [filled]}${percent === 100 ? [] : [empty]}
    </tr>`,
  );
}

export function plainTable(rows: Html | readonly Html[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    ${rows}
  </table>`;
}
