import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ControlsReport } from '../../../../shared/controls/controls-report.ts';
import { describeControlsReport } from '../../../../shared/controls/mail/describe-controls-report.ts';
import { isWorthMailing } from '../../../../shared/controls/mail/headlines.ts';
import type { MailContent, MailSection } from '../../../../shared/mail/content.ts';
import { printable } from '../../../../shared/mail/printable.ts';
import { renderHtml } from '../../../../shared/mail/render/render-html.ts';
import { renderText } from '../../../../shared/mail/render/render-text.ts';
import {
  aBurst,
  aFirstRun,
  anAudience,
  aQuietDay,
  aReport,
  oneCriticalChange,
  usualSettings,
} from '../../../support/controls-reports.ts';
import { anyText } from '../../../support/mail-samples.ts';

const told = (report: ControlsReport): MailContent => describeControlsReport(report, anAudience);
const textOf = (report: ControlsReport): string => renderText(told(report));
const reports = [
  ['a quiet day', aQuietDay()],
  ['one critical change', oneCriticalChange()],
  ['a burst', aBurst()],
  ['a first run', aFirstRun()],
] as const;

test('nobody gets a mail for another order of a set and an empty map that is no longer written', () => {
  const report = aQuietDay();

  expect(report.steps[0]?.changes).not.toEqual([]);
  expect(isWorthMailing(report)).toBe(false);
});

describe('one critical change', () => {
  test('has severity, direction, topic, actor and revision in its subject, and no value', () => {
    expect(told(oneCriticalChange()).subject).toBe(
      'Critical, loosened: Isolation of commands (sandbox), by Eve Adams, revision 42',
    );
  });

  test('begins with the effect, what was and what is', () => {
    expect(told(oneCriticalChange()).lead).toMatch(/^Agents' commands .* Before: on\. Now: not set .*\.$/u);
  });

  test('says who, when on both clocks, in which revision, and how long it went unnoticed', () => {
    const text = textOf(oneCriticalChange());

    expect(text).toMatch(/Eve Adams, eve@acme\.example, id u-eve — not/u);
    expect(text).toContain('Mon 2 Mar 2026, 21:14 UTC (Mon 22:14 Europe/Vienna), outside');
    expect(text).toContain('Revision: 42, after 41');
    expect(text).toContain('1 hour 1 minute');
  });

  test('says direction by sign and word, severity, why, and which controls it touches', () => {
    const text = textOf(oneCriticalChange());

    expect(text).toContain('[critical · ▲ loosened]\n    sandbox.enabled\n');
    expect(text).toContain('on → not set');
    expect(text).toMatch(/Why it matters: Without/u);
    expect(text).toMatch(
      /Controls: SOC 2 CC6\.1.* · ISO 27001 A\.5\.15.* A\.8\.2.* · NIST CSF 2\.0 ID\.RA-07, PR\.AA-05/u,
    );
  });

  test('says how to acknowledge it, how to undo it, where to look and whom to call', () => {
    const text = textOf(oneCriticalChange());

    expect(text).toContain('curfew controls ack 42 --reason');
    expect(text).toContain('Turn the sandbox on');
    expect(text).toContain('curfew controls diff 41 42');
    expect(text).toContain('Handbook, chapter 7');
    expect(text).toContain('security@acme.example, on-call@acme.example');
  });

  test('says where it deviates from the baseline, and under which exception until when', () => {
    const report = oneCriticalChange();
    const exception = {
      id: 'e1',
      pattern: 'sandbox',
      owner: 'ann@acme.example',
      ticket: 'SEC-7',
      reason: 'migration',
      from: '2026-03-01T00:00:00Z',
      expires: '2026-03-04T00:00:00Z',
      createdBy: 'ann',
      createdAt: '2026-03-01T00:00:00Z',
      version: 1,
    };
    const excused: ControlsReport = {
      ...report,
      baseline: {
        ...report.baseline,
        deviations: (report.baseline?.deviations ?? []).map((each) => ({ ...each, exception })),
        expired: [{ exception: { ...exception, ticket: 'SEC-3' }, expiredAt: '2026-03-02T20:00:00Z' }],
      },
    };

    const text = textOf(excused);

    expect(textOf(report)).toContain('curfew exceptions add sandbox.enabled --owner');
    expect(text).not.toContain('curfew exceptions add');
    expect(text).toContain('[new deviation · critical · ▲ loosened]');
    expect(text).toMatch(/revision 37, .* ann@acme\.example on 2 Feb 2026/u);
    expect(text).toMatch(/SEC-7, ann@acme\.example .* until Wed 4 Mar 2026, 00:00 UTC/u);
    expect(text).toContain('Expired: SEC-3');
    expect(text).toContain('in 1 day 1 hour: SEC-7');
  });

  test('ends with the rules, the evidence with its place in the chain, and why this person is notified', () => {
    const { foot } = told(oneCriticalChange());

    expect(foot[0]).toMatch(/^Rules .*: sandbox\.enabled\/1$/u);
    expect(foot[2]).toMatch(/^Evidence: link 912 .*hash [0-9a-f]{64}\. .*--head 912:[0-9a-f]{64}$/u);
    expect(foot.at(-1)).toMatch(/security contact/u);
    expect(describeControlsReport(oneCriticalChange(), { ...anAudience, role: 'admin' }).foot.at(-1)).toMatch(
      /as an admin/u,
    );
  });
});

describe('a burst', () => {
  test('shows every change worst first, each with its revision', () => {
    const entries = entriesIn(told(aBurst()).sections, 'changes, worst first');
    const order = ['critical', 'high', 'medium', 'low', 'info'];

    const ranks = entries.map(({ rating }) => order.indexOf(rating.split(' ')[0] ?? ''));

    expect(entries).toHaveLength(12);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(entries.every(({ rating }) => / · revision \d+ by Eve Adams$/u.test(rating))).toBe(true);
  });

  test('shows elements of lists by name, and no place in a list', () => {
    const text = textOf(aBurst());

    expect(text).toContain('    + bash -c *');
    expect(text).toContain('    − rm -rf *');
    expect(text).toContain('    + 10.0.0.0/8\n    − 10.0.0.0/24');
    expect(text).not.toMatch(/\[\d+\]/u);
  });

  test('says what was loosened and restored is no part of the net effect, and keeps both steps', () => {
    const text = textOf(aBurst());
    const net = text.slice(text.indexOf('Net effect'), text.indexOf('12 changes'));

    expect(net).not.toContain('sandbox');
    expect(net).toContain('sessionRetentionDays): 365 → 30');
    expect(text).toMatch(/sandbox\.enabled.* for 45 minutes/u);
    expect(text).toContain('Every step (11)');
    expect(text).toMatch(/1 hour 1 minute after .*, 11 minutes after/u);
  });

  test('says so when nothing remains changed', () => {
    const text = textOf(aReport([usualSettings, { ...usualSettings, sessionRetentionDays: 30 }, usualSettings]));

    expect(text).toMatch(/Nothing remains.* 2 steps/u);
  });

  test('names alarms of the history and fields of which no meaning is known', () => {
    const text = textOf(aBurst());

    expect(text).toContain('Gap in the history');
    expect(text).toContain('curfew controls ack gap/1 --reason');
    expect(text).toContain('agentTelemetryRelay is not');
  });

  test('begins with an alarm of the history where that is worse, and counts the changes beside it', () => {
    const [step] = aBurst().steps;
    const mild = (step?.changes ?? []).map((change) => ({ ...change, severity: 'low' as const }));
    const report: ControlsReport = {
      ...aBurst(),
      steps: step === undefined ? [] : [{ ...step, changes: mild, changesMore: 3 }],
      findings: [],
      alarms: [{ kind: 'rewritten', series: 1, revision: 40, digests: [] }],
    };

    expect(told(report).subject).toMatch(/^Critical, .* rewritten \(and 4 changes\)$/u);
    expect(told(report).lead).toMatch(/^History rewritten: .* And 4 changes\.$/u);
  });

  test('stays below the size at which mail clients cut off', () => {
    const many = Array.from({ length: 300 }, (_, n) => ({ ...usualSettings, [`setting${n}`]: 'x'.repeat(5_000) }));

    expect(renderHtml(told(aReport([usualSettings, ...many]))).length).toBeLessThan(102_000);
  });
});

test('a first run says how much is stored and what to do first, and shows no change', () => {
  const report = aFirstRun();
  const text = textOf(report);

  expect(told(report).subject).toContain('42 revisions');
  expect(text).toContain('curfew controls baseline approve 42');
  expect(text).not.toContain('worst first');
});

test('what is resolved is good news', () => {
  const report: ControlsReport = {
    ...aReport([usualSettings]),
    over: [{ kind: 'gap', series: 1, missing: [{ from: 3, through: 4 }] }],
  };

  expect(told(report)).toMatchObject({ tone: 'good', subject: expect.stringMatching(/^Info, resolved: gap/u) });
});

test.for(reports)('HTML and text of %s state the same facts', ([, report]) => {
  const content = told(report);
  const [html, text] = [visibleText(renderHtml(content)), collapsed(renderText(content))];

  for (const fact of factsIn(content)) {
    expect(html).toContain(fact);
    expect(text).toContain(fact);
  }
});

test('whatever a name or a setting holds, the subject is one line and both texts state the same', () => {
  fc.assert(
    fc.property(anyText, anyText, (name, value) => {
      const settings = {
        ...usualSettings,
        commandAllowlist: [value],
        [name]: value,
        customModels: [{ id: name, baseUrl: value }],
      };
      const content = told(aReport([usualSettings, settings], { actor: { id: name, email: value, name } }));
      const [html, text] = [visibleText(renderHtml(content)), collapsed(renderText(content))];

      expect(content.subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|:\/\//u);
      expect(factsIn(content).filter((fact) => !html.includes(fact) || !text.includes(fact))).toEqual([]);
    }),
  );
});

function entriesIn(sections: readonly MailSection[], heading: string) {
  return sections.flatMap((section) =>
    section.kind === 'entries' && section.heading.includes(heading) ? section.entries : [],
  );
}

function factsIn({ lead, sections, foot }: MailContent): readonly string[] {
  return [lead, ...sections.flatMap(textsIn), ...foot].map((text) => collapsed(printable(text)));
}

function textsIn(section: MailSection): readonly string[] {
  switch (section.kind) {
    case 'figures':
      return section.figures.flatMap(({ label, value }) => [label, value]);
    case 'facts':
      return section.facts.flatMap(({ label, value }) => [label, value]);
    case 'notes':
      return [section.heading, ...section.notes];
    case 'table':
      return [section.heading, ...section.table.rows.flat(), section.table.more ?? ''];
    case 'bars':
      return [section.heading, ...section.bars.flatMap(({ label, value }) => [label, value]), section.more ?? ''];
    case 'links':
      return [section.heading, ...section.links.map(({ label }) => label)];
    case 'patch':
      return [section.heading, ...section.lines.map(({ text }) => text), section.more ?? ''];
    case 'entries':
      return [
        section.heading,
        ...section.entries.flatMap(({ title, name = '', rating, text = '', delta, facts }) => [
          title,
          name,
          rating,
          text,
          ...delta.map((line) => line.text),
          ...facts.flatMap(({ label, value }) => [label, value]),
        ]),
        section.more ?? '',
      ];
  }
}

function visibleText(html: string): string {
  const text = html.replaceAll(/<style>.*?<\/style>/gsu, '').replaceAll(/<[^>]*>/gu, ' ');
  return collapsed(text.replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code))));
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
