import type { DrawnDay, DrawnEvent, DrawnMonths } from './drawn-months.ts';
import { writtenMonths } from './written-months.ts';

function event(kind: DrawnEvent['kind'], rest: Partial<DrawnEvent> = {}): DrawnEvent {
  return { kind, who: 0, factor: 1.2, minute: 600, inDays: 0, lasts: 0, ...rest };
}

/** Days by their number, from the first one on. */
function onDays(days: Readonly<Record<number, Partial<DrawnDay>>>): (index: number) => Partial<DrawnDay> | undefined {
  return (index) => days[index];
}

/** Months that once broke a promise, with nothing in them but what it takes. */
export const foundMonths: Readonly<Record<string, DrawnMonths>> = {
  'who left goes on under an address that no reading shows, while a colleague has theirs': writtenMonths(
    {
      anchorDay: 29,
      teamWindow: 'month',
      wants: [0, Infinity, 0, 5, Infinity],
      starts: [0, 35, 3, 4, 2],
    },
    onDays({
      3: { events: [event('leave', { who: 1, minute: 0 })] },
      4: { events: [event('own-budget', { who: 3, factor: 0.8 }), event('swap-addresses', { who: 1 })] },
    }),
  ),
  'somebody leaves whom the analytics know under another id than the roster': writtenMonths(
    {
      windows: ['day'],
      teamWindow: 'platform',
      wants: [Infinity, 0, 0, 0, 0],
      otherIds: 'some',
    },
    onDays({ 10: { events: [event('leave', { minute: 160 })] } }),
  ),
  'an account that was never shown comes by the address of a member': writtenMonths(
    {
      first: '2026-02-10',
      windows: ['week'],
      amount: 60_000,
      wants: [0, 0, 0, 0, Infinity],
      starts: [9, 39, 3, 15, 33],
    },
    onDays({
      0: { events: [event('leave', { who: 4, minute: 0 })] },
      25: { events: [event('swap-addresses', { who: 3, factor: 0.5, minute: 0 })] },
    }),
  ),
  'accounts are made anew twice between two readings': writtenMonths(
    {
      first: '2026-03-20',
      windows: ['week'],
      amount: 60_000,
      wants: [0, 0, 0, Infinity, 0],
      starts: [35, 1, 4, 5, 1],
    },
    onDays({
      15: { events: [event('make-anew', { minute: 1_430 })] },
      16: { isMissed: true },
      17: { events: [event('make-anew', { minute: 0 })] },
    }),
  ),
  'two exchange addresses whom the analytics know under other ids than the roster': writtenMonths(
    {
      first: '2026-02-10',
      windows: ['day'],
      teamWindow: 'month',
      hasDefault: true,
      wants: [0, 0, 'bursts', 0, 5],
      starts: [30, 32, 0, 37, 25],
      otherIds: 'all',
      aheadMinutes: -110,
    },
    onDays({
      0: { events: [event('follow-budget', { who: 4, factor: 2, minute: 100, inDays: 4 })] },
      14: { events: [event('follow-budget', { factor: 0.5, minute: 149, inDays: 3, lasts: 1 })] },
      19: { events: [event('exempt-and-lift', { who: 2, lasts: 9 })] },
      22: { events: [event('end-budget', { who: 2, factor: 0.5, minute: 100, inDays: 5, lasts: 5 })] },
      27: { events: [event('end-budget', { who: 1, minute: 0, lasts: 8 })] },
      29: { events: [event('swap-addresses', { who: 2, factor: 2, minute: 1_011, inDays: 2 })] },
    }),
  ),
  'somebody loses the email at once whom the analytics know under another id than the roster': writtenMonths(
    {
      teamWindow: 'platform',
      amount: 60_000,
      wants: [0, 0, Infinity, 0, 0],
      starts: [3, 18, 0, 14, 5],
      otherIds: 'all',
    },
    onDays({ 0: { events: [event('lose-email', { who: 2, lasts: 7 })] } }),
  ),
  'somebody exchanges addresses whose limit was lifted during an exemption': writtenMonths(
    {
      first: '2026-03-20',
      anchorDay: 31,
      windows: ['quarter', 'month'],
      teamWindow: 'week',
      wants: [0, 0, 0, 200, 200],
      starts: [15, 1, 13, 3, 3],
    },
    onDays({
      1: { events: [event('follow-budget', { who: 4, factor: 0.8, inDays: 3, lasts: 9 })] },
      3: { events: [event('move-team', { who: 4, inDays: 4, lasts: 9 })] },
      4: {
        events: [
          event('follow-budget', { who: 1, minute: 160, inDays: 5, lasts: 1 }),
          event('exempt-and-lift', { who: 4, inDays: 5, lasts: 8 }),
        ],
      },
      6: { events: [event('remove-budget', { who: 3, minute: 202, inDays: 3, lasts: 4 })] },
      8: { events: [event('swap-addresses', { who: 4, factor: 0.8, minute: 149, lasts: 9 })] },
    }),
  ),
  'all accounts are made anew before the first reading, and the analytics have other ids than the roster':
    writtenMonths(
      {
        first: '2026-03-20',
        windows: ['day'],
        amount: 60_000,
        wants: [Infinity, 0, 0, 0, 0],
        starts: [1, 3, 36, 1, 36],
        otherIds: 'all',
      },
      onDays({
        0: { isAway: true, events: [event('make-anew', { who: 1, factor: 2, minute: 1_439, inDays: 5, lasts: 3 })] },
      }),
    ),
};
