import { describe, expect, test } from 'vitest';

import { reportToApprovers, reportToAsker, type RequestWay } from '../../../shared/requests/request-mails.ts';
import { aRequest } from '../../support/requests.ts';

const at = '2026-03-15T10:00:00.000Z';
const because = 'the budget of the organization has no more to give now';

function notesOf(report: ReturnType<typeof reportToAsker>, heading: string): readonly string[] {
  const sections = report?.contentFor('owner').sections ?? [];
  return sections.flatMap((section) =>
    section.kind === 'notes' && section.heading === heading ? [...section.notes] : [],
  );
}

describe('the mail about an approval', () => {
  const approved = (effect?: { nowCredits: number; later?: { credits: number; from: string } }) =>
    aRequest({
      state: 'approved',
      version: 2,
      decision: { by: 'boss', at, credits: 5_000, ...(effect !== undefined && { effect: { ...effect, because } }) },
    });
  const leadOf = (request: ReturnType<typeof approved>, on = at) =>
    reportToAsker(request, on, {})?.contentFor('owner').lead;

  test('tells what of it can be used now, from when more, and why not all', () => {
    const given = approved({ nowCredits: 0, later: { credits: 2_000, from: '2026-03-16' } });

    expect(leadOf(given)).toBe(
      `You were given all of the 5,000 credits, until 31 Mar. 0 of it can be used now, up to 2,000 from 16 Mar: ${because}.`,
    );
    expect(leadOf(given, '2026-03-16T10:00:00.000Z')).toBe('You were given all of the 5,000 credits, until 31 Mar.');
  });

  test('promises a higher limit only where something can be used', () => {
    const follows = (effect?: { nowCredits: number }) =>
      notesOf(reportToAsker(approved(effect), at, {}), 'What follows').map((note) => note.split(/[;.]/u)[0]);

    expect(follows()).toEqual(['Your limit is raised within minutes']);
    expect(follows({ nowCredits: 10 })).toEqual([
      'Your limit is raised within minutes',
      'It is raised again by itself once more of the credits can be used',
    ]);
    expect(follows({ nowCredits: 0 })).toEqual(['Your limit is not raised now']);
  });
});

test('the mail to approvers prints the way that gives something now before one that gives nothing', () => {
  const way = (pools: RequestWay['pools'], nowCredits: number): RequestWay => ({
    pools,
    nowCredits,
    isIdle: nowCredits === 0,
    label: '',
    lines: [],
  });
  const commands = (...ways: readonly RequestWay[]) =>
    notesOf(
      reportToApprovers(
        aRequest(),
        { ways, lines: [], givenCredits: 0, givenCount: 0, needed: undefined },
        { approvers: ['boss'], at },
      ),
      'Or on the command line',
    );
  const approve = 'npx curfew requests approve 2026-03-aaaa';

  expect(commands(way('as-budgeted', 0), way('within', 0), way('raise', 5_000)).slice(0, -1)).toEqual([
    `Gives 5,000 now: ${approve} --pools raise`,
    `Gives nothing now: ${approve}`,
  ]);
  expect(commands(way('as-budgeted', 5_000)).slice(0, -1)).toEqual([approve, `${approve} --credits 10k`]);
});
