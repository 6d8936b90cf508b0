import { describe, expect, test } from 'vitest';

import { routeTo, type Routing } from '../../../shared/notifications/routing.ts';
import { aUse, brief, onEnforcementRun, play } from './observed.ts';

const routing: Routing = {
  admins: ['admin@example.com'],
  fallback: ['desk@example.com'],
  unreachable: new Set(['gone@example.com']),
};

describe('a matter goes', () => {
  test('to each of its people once, whatever the case of the letters', () => {
    expect(routeTo(['b@example.com', 'A@example.com', 'a@example.com'], routing)).toEqual([
      'A@example.com',
      'b@example.com',
    ]);
  });

  test('to the fallback list in place of whoever bounces, and of nobody at all', () => {
    expect(routeTo(['Gone@example.com', 'a@example.com'], routing)).toEqual(['a@example.com', 'desk@example.com']);
    expect(routeTo([], routing)).toEqual(['desk@example.com']);
  });

  test('to the admins where there is no fallback list', () => {
    expect(routeTo([], { ...routing, fallback: [] })).toEqual(['admin@example.com']);
  });

  test('about a user who cannot be reached to the fallback list, worded as about somebody else', () => {
    const unreachable = new Set(['ada@example.com']);

    const { told } = play([onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 800, thresholds: [] })] })], {
      ...routing,
      unreachable,
    });

    expect(told[0]?.map(brief)).toEqual(['use-crossed desk@example.com 80']);
    expect(told[0]?.map(({ role }) => role)).toEqual(['owner']);
  });
});
