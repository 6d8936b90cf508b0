/** A pattern for the start of a spreadsheet formula, blanks before it included: = + - @ in both widths, or a control. */
export const formulaStart = String.raw`(?:[\s\uFEFF]*[=+\-@＝＋－＠]|[\t\r\n])`;
