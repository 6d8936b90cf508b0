import { describe, expect, test } from 'vitest';

import { windowAt } from '../../../../shared/budgets/window.ts';
import { renderText } from '../../../../shared/mail/render/render-text.ts';
import { composeMail } from '../../../../shared/notifications/compose/compose-mail.ts';
import type { Observations } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import { ada, aForecast, anObservation, anOrgUse, aUse, march, onEnforcementRun, play } from '../observed.ts';

const run = { runId: 'run-1' };

/** The mail that one recipient gets of the last of some nights. */
function mailTo(recipient: string, ...nights: readonly Observations[]) {
  const notifications = play(nights).told.at(-1) ?? [];
  return composeMail(
    notifications.filter((notification) => notification.recipient === recipient),
    run,
  );
}

describe('a user’s mail', () => {
  test('says the effect first, then used, left, reset, budget and whom to ask', () => {
    const mail = mailTo(
      'ada@example.com',
      onEnforcementRun('2026-03-10', {
        uses: [aUse({ usedCredits: 800, dataThrough: '2026-03-09', expectedOn: '2026-03-12' })],
      }),
    );

    expect(mail.lead).toMatch(/stopped .*month.*: 200 credits left/u);
    expect(mail.tone).toBe('warning');
    expect(mail.sections).toEqual([
      {
        kind: 'figures',
        figures: [
          { label: 'Used (credits)', value: '800' },
          { label: 'Left (credits)', value: '200' },
          { label: 'Resets', value: 'Wed 1 Apr, 00:00 UTC' },
          { label: 'Budget', value: 'your monthly budget' },
        ],
      },
      {
        kind: 'bars',
        heading: 'Use',
        bars: [
          { label: 'Used', value: '800 (80 %)', share: 0.8 },
          { label: 'Amount', value: '1k', share: 1 },
        ],
      },
      {
        kind: 'notes',
        heading: 'About this',
        notes: [
          '80 % of your monthly budget crossed.',
          'Used 800 of 1,000 credits on figures through 9 Mar; 200 credits left.',
          'At the usual pace it is used up about 12 Mar.',
          'It resets on Wed 1 Apr, 00:00 UTC.',
          'For more, ask lead@example.com.',
        ],
      },
    ]);
  });

  test('announces no stop where the budget lasts at the usual pace', () => {
    const mail = mailTo(
      'ada@example.com',
      onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 800, dataThrough: '2026-03-09' })] }),
    );

    expect(mail.lead).toBe('You used 80 % of your monthly budget: 200 credits left');
    expect(renderText(mail)).toContain('At the usual pace it lasts until it resets.');
  });

  test('warns before the stop with what is left', () => {
    const mail = mailTo(
      'ada@example.com',
      onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 850, expectedOn: '2026-03-24' })] }),
    );

    expect(mail.lead).toMatch(/about 24 Mar: 150 credits left/u);
  });

  test('calls the default budget the user’s own, and to others after the user', () => {
    const night = onEnforcementRun('2026-03-10', { uses: [aUse({ scope: { kind: 'default' }, usedCredits: 900 })] });

    expect(mailTo('ada@example.com', night).lead).toContain('your monthly budget');
    expect(mailTo('lead@example.com', night).lead).toContain('ada@example.com');
    expect(renderText(mailTo('lead@example.com', night))).toContain('monthly budget of ada@example.com');
  });

  test('says that credits are back', () => {
    const mail = mailTo(
      'ada@example.com',
      onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 1_000, mode: 'alert' })] }),
      onEnforcementRun('2026-03-11', { uses: [aUse({ usedCredits: 1_000, topUpCredits: 500, mode: 'alert' })] }),
    );

    expect(mail.lead).toMatch(/again: 500 credits left/u);
    expect(mail.tone).toBe('good');
  });

  test('warns the members of a pool that it will not last', () => {
    const use = aUse({ basis: 'share', scope: { kind: 'team', name: 'web' }, usedCredits: 900, owners: [] });

    const mail = mailTo('ada@example.com', onEnforcementRun('2026-03-10', { uses: [use] }));

    expect(mail.lead).toMatch(/stopped .*team web.*: 100 credits left/u);
    expect(renderText(mail)).toContain('ask admin@example.com');
  });
});

describe('an owner’s mail', () => {
  test('is one for everything, what matters most first', () => {
    const mail = mailTo(
      'lead@example.com',
      onEnforcementRun('2026-03-09', { forecasts: [aForecast(1_200)] }),
      onEnforcementRun('2026-03-10', {
        uses: [aUse({ usedCredits: 500 }), anOrgUse({ usedCredits: 1_000 })],
        forecasts: [aForecast(1_200)],
      }),
    );

    expect(mail.subject).toMatch(/The organization.*Wed 1 Apr, 00:00 UTC.*\(and 2 more\)/u);
    const headings = mail.sections.flatMap((section) => (section.kind === 'notes' ? [section.heading] : []));
    expect(headings).toEqual([
      'About this',
      expect.stringMatching(/organization.* not last until 31 Mar/u),
      expect.stringMatching(/^ada@example\.com used 50 %.*: 500 credits left/u),
    ]);
  });

  test('about a forecast alone has it as a picture beside use and amount', () => {
    const mail = mailTo(
      'lead@example.com',
      onEnforcementRun('2026-03-09', { forecasts: [aForecast(1_250)] }),
      onEnforcementRun('2026-03-10', { forecasts: [aForecast(1_250)] }),
    );

    expect(mail.sections).toContainEqual({
      kind: 'bars',
      heading: 'Use and forecast',
      bars: [
        { label: 'Used', value: '100 (10 %)', share: 0.08 },
        { label: 'Expected', value: '1.25k (125 %)', share: 1 },
        { label: 'Amount', value: '1k', share: 0.8 },
      ],
    });
  });

  test('says one percent of a budget, in the headline and at its bar', () => {
    const use = anOrgUse({ usedCredits: 958, mode: 'alert' });

    const text = renderText(mailTo('lead@example.com', onEnforcementRun('2026-03-10', { uses: [use] })));

    expect(text).toContain('used 95 %');
    expect(text).toContain('958 (95 %)');
  });

  test('says when a budget was over from the start', () => {
    const use = anOrgUse({ usedCredits: 1_200, usedBeforeChangeCredits: 1_100, mode: 'alert' });

    const mail = mailTo('lead@example.com', onEnforcementRun('2026-03-10', { uses: [use] }));

    expect(mail.lead).toMatch(/over its monthly budget; it stops no one/u);
    expect(renderText(mail)).toContain('over budget from the start');
  });

  test('speaks of a window that is over in the past tense', () => {
    const day = windowAt('day', '2026-03-09', { anchorDay: 1 });

    const mail = mailTo(
      'lead@example.com',
      onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 1_300, window: day })] }),
    );

    expect(mail.lead).toMatch(/^ada@example\.com used 130 %.* ended on 9 Mar/u);
    expect(renderText(mail)).not.toContain('It resets on');
  });

  test('keeps on one line what somebody else has named', () => {
    const scope = { kind: 'team', name: 'web\r\nBcc: all@example.com' } as const;

    const mail = mailTo(
      'lead@example.com',
      onEnforcementRun('2026-03-10', { uses: [anOrgUse({ scope, usedCredits: 1_000 })] }),
    );

    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  test('stays short when a whole organization crosses at once', () => {
    const uses = Array.from({ length: 200 }, (_, index) => aUse({ user: { userId: `u-${index}` }, usedCredits: 900 }));

    const mail = mailTo('lead@example.com', onEnforcementRun('2026-03-10', { uses }));

    expect(mail.sections.length).toBeLessThan(12);
    expect(renderText(mail)).toContain('and 141 more');
  });
});

test('an admin’s mail says what is wrong and what is over', () => {
  const held = anObservation({
    topic: 'guard-held',
    key: 'trust-gate',
    headline: 'No cap was changed',
    severity: 'high',
  });

  const mail = mailTo(
    'admin@example.com',
    onEnforcementRun('2026-03-10', { observed: [anObservation()] }),
    onEnforcementRun('2026-03-11', { observed: [held] }),
  );

  expect(mail.lead).toBe('No cap was changed');
  expect(renderText(mail)).toContain('u-bob can be capped');
});

test('a person who can work again reads that first, then what still threatens; stopped anew, that comes first', () => {
  const stop = {
    user: ada,
    window: march,
    amountCredits: 500,
    usedCredits: 500,
    ownUsedCredits: 500,
    limitCredits: 500,
  };
  const scope = { kind: 'user', email: ada.email } as const;
  const people = new Set([ada.userId]);
  const seen = { freed: new Map(), people, isByHand: true };
  const stopped = { ...seen, stopped: [{ stop: { ...stop, scope }, owners: [] }] };
  const freed = { ...seen, stopped: [], freed: new Map([[ada.userId, 200]]) };
  const week = windowAt('week', '2026-03-11', { anchorDay: 1 });
  const threat = aUse({ usedCredits: 820, expectedOn: '2026-03-13', window: week });
  const nights = [
    onEnforcementRun('2026-03-10', { stops: stopped }),
    onEnforcementRun('2026-03-11', { stops: freed, uses: [threat] }),
  ];

  const mail = mailTo(ada.email, ...nights);

  expect(mail.subject).toBe('Curfew: You can work again: 200 credits left (and 1 more)');
  expect(mail.tone).toBe('good');
  expect(JSON.stringify(mail.sections)).toContain('will be stopped');
  const again = play([...nights, onEnforcementRun('2026-03-12', { stops: stopped })]).told.flat();
  expect(
    composeMail(
      again.filter(({ recipient }) => recipient === ada.email),
      run,
    ).lead,
  ).toContain('You are stopped');
});
