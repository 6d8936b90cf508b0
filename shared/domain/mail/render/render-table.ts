import type { MailTable } from '../content.ts';
import { html, type Html } from '../../texts/html.ts';

type Column = MailTable['columns'][number];

/**
 * A table of a mail. On a phone each row is a paragraph: its name, and below it what the columns say, each with its
 * title, which is hidden elsewhere.
 */
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
const wrapping = { left: 'overflow-wrap:anywhere', right: 'white-space:nowrap' } as const;

/** As wide as most addresses are, which would be broken before any other text is. */
function nameOf(text: string): Html {
  return html`<div class="wide" style="min-width:200px">${text}</div>`;
}

function tagged(text: string, column: Column | undefined): Html {
  return html`<span class="tag quiet" style="display:none">${column?.title ?? ''} </span>${text}`;
}
