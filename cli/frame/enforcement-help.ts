export const asOfHelp = 'as the day of this moment counts it: an instant, or a day; now unless given';

export const capsHelp = `
All figures are credits in the platform’s window; nothing is asked of the platform.
  Limit     what the platform confirmed last
  Used      what is known, through yesterday at the latest
  Left      the limit less what is known to be used
  Exposure  the most that can have been used by now: the highest limit that may be in force
  Binding   the budget with the least left
  Status    confirmed; pending: being sent; failed: the platform refuses it; unknown: no answer, or never sent

Examples:
  $ curfew caps
  $ curfew caps ana@example.com --json`;

export const explainHelp = `
Shows every budget that concerns them with its numbers, which one decides and why,
what is in force now, when it resets, who can change it, what is not known, and
the last five changes. Nothing is asked of the platform.

Examples:
  $ curfew explain ana@example.com
  $ curfew explain ana@example.com --json`;

export const usageHelp = `
Figures are credits as the platform reported them, through yesterday at the latest.
A day that is suspect or was never read is marked; nothing is asked of the platform.

Examples:
  $ curfew usage --window week
  $ curfew usage ana@example.com --from 2026-03-01 --through 2026-03-10 --json`;
