/**
 * Moments on which a calendar has edges: `npm run soak -- calendar` runs the suite's date-sensitive part on each of them.
 * Where the clocks of Europe change it begins half an hour before.
 */
export const calendar: Readonly<Record<string, string>> = {
  'the last day of a month': '2026-11-30T10:00:00Z',
  'the first day of a month': '2026-12-01T10:00:00Z',
  'a year’s last day': '2026-12-31T10:00:00Z',
  '1 January': '2027-01-01T10:00:00Z',
  '28 February, the last of the month': '2027-02-28T10:00:00Z',
  '1 March, the day after it': '2027-03-01T10:00:00Z',
  'the Sunday on which clocks go forward': '2027-03-28T00:30:00Z',
  '31 March': '2027-03-31T10:00:00Z',
  '28 February of a leap year': '2028-02-28T10:00:00Z',
  '29 February': '2028-02-29T10:00:00Z',
  'the Sunday on which clocks go back': '2028-10-29T00:30:00Z',
  'the last day of a leap year': '2028-12-31T10:00:00Z',
};
