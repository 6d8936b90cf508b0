import type { DeltaLine, MailSection } from '../../../mail/content.ts';
import type { ControlChange } from '../../control-change.ts';
import type { ControlsReport } from '../../controls-report.ts';
import { canonicalJson, isList, type Json } from '../../json.ts';
import { valueText } from '../../secret-mark.ts';
import { loudChanges } from './loud-changes.ts';

const linesMax = 60;
const charsMax = 280;

/**
 * The values themselves, with marks instead of secrets. They are part of the mail and not attached: the mail service
 * takes attachments only with another permission, for mails of any content.
 */
export function rawDifference(report: ControlsReport): readonly MailSection[] {
  const loud = loudChanges(report);
  // Values may be large: only those that may be shown are written out.
  const lines = loud
    .slice(0, linesMax)
    .flatMap(({ change, step, isOneOfMany }): readonly DeltaLine[] => [
      { sign: '', text: `@@ ${change.path}${isOneOfMany ? `, revision ${step.revision}` : ''}` },
      ...valueLines(change),
    ]);
  const isWhole = loud.length <= linesMax && lines.length <= linesMax;
  return lines.length === 0
    ? []
    : [
        {
          kind: 'patch',
          heading: 'The difference as JSON, secrets replaced',
          lines: lines.slice(0, linesMax),
          ...(isWhole ? {} : { more: 'and more: “npx curfew controls diff --json” has all of it' }),
        },
      ];
}

function valueLines({ before, after }: ControlChange): readonly DeltaLine[] {
  if (!isList(before) || !isList(after)) {
    return bothLines([before, after].map((value) => (value === undefined ? [] : [valueText(value)])));
  }
  const [had, has] = [textsOf(before), textsOf(after)];
  const lines = bothLines([had.filter((it) => !has.includes(it)), has.filter((it) => !had.includes(it))]);
  return lines.length > 0 ? lines : bothLines([[canonicalJson(before)], [canonicalJson(after)]]);
}

function bothLines([was = [], is = []]: readonly (readonly string[])[]): readonly DeltaLine[] {
  return [...linesOf('−', was), ...linesOf('+', is)];
}

function textsOf(list: readonly Json[]): readonly string[] {
  return list.slice(0, linesMax * 10).map(valueText);
}

function linesOf(sign: '+' | '−', texts: readonly string[]): readonly DeltaLine[] {
  return texts.map((text) => ({
    sign,
    text: text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed()}…` : text,
  }));
}
