import { html, type Html } from '../../texts/html.ts';
import type { Bar } from '../content.ts';

const colors = { now: '#3b82f6', before: '#9ca3af' } as const;

/**
 * Bars as cells with a background, which show where images are blocked: each with its figure, and below it a thin one for
 * what it is compared with. On a phone a bar stands below its name and figure.
 */
export function renderBars(bars: readonly Bar[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    ${bars.map(renderBar)}
  </table>`;
}

function renderBar({ label, value, share, before }: Bar): Html {
  return html`<tr>
    <td
      class="measured ink"
      width="150"
      style="width:150px;padding:4px 10px 4px 0;font-size:13px;line-height:18px;color:#111827;overflow-wrap:anywhere"
    >
      ${label}
    </td>
    <td
      class="measured ink"
      width="150"
      style="width:150px;padding:4px 12px 4px 0;font-size:13px;line-height:18px;font-weight:600;color:#111827;white-space:nowrap"
    >
      ${value}${before === undefined ? [] : [beforeText(before.value)]}
    </td>
    <td class="stack" style="padding:4px 0">
      ${strip(share, { heightPx: 10, color: colors.now })}
      ${before === undefined ? [] : [strip(before.share, { heightPx: 4, color: colors.before })]}
    </td>
  </tr>`;
}

function beforeText(value: string): Html {
  return html` <span class="quiet" style="font-weight:400;color:#5b6472">before ${value}</span>`;
}

function strip(share: number, { heightPx, color }: { readonly heightPx: number; readonly color: string }): Html {
  // What is there is seen, however little it is.
  const percent = share <= 0 ? 0 : Math.min(100, Math.max(1, Math.round(share * 100)));
  const style = `height:${heightPx}px;font-size:0;line-height:0`;
  const filled = html`<td width="${percent}%" bgcolor="${color}" style="width:${percent}%;background:${color};${style}">
    &nbsp;
  </td>`;
  const empty = html`<td width="${100 - percent}%" style="width:${100 - percent}%;${style}">&nbsp;</td>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr>
      ${percent === 0 ? [] : [filled]}${percent === 100 ? [] : [empty]}
    </tr>
  </table>`;
}
