import { join } from 'node:path';

import type { Judge } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withFirstNight } from './first-night.ts';

const parseCalendar = `
import datetime, sys
from icalendar import Calendar
calendar = Calendar.from_ical(open(sys.argv[1], "rb").read())
events = list(calendar.walk("VEVENT"))
for event in events:
    if event.errors or type(event.decoded("DTSTART")) is not datetime.date or event.decoded("DTSTAMP").tzinfo is None:
        print("PROBLEM", event.get("UID"), event.errors)
if len({str(event["UID"]) for event in events}) != len(events):
    print("PROBLEM a UID twice")
print("COUNT", len(events))
`;

/** `curfew calendar` of a demo organization, by the parser icalendar. */
export const calendarJudge: Judge = {
  name: 'calendar',
  requirements: 'reach',
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const file = join(folder, 'curfew.ics');
      await curfew('calendar', '--out', file);
      const said = (await outputOf(python.command('python'), ['-c', parseCalendar, file])).split('\n');
      const count = Number(said.find((line) => line.startsWith('COUNT '))?.slice(6) ?? 0);
      const problems = said.filter((line) => line.startsWith('PROBLEM ')).map((line) => line.slice(8));
      return { exceptions: [], judged: `${count} events`, count, problems };
    }),
};
