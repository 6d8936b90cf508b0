import { expect, test } from 'vitest';

import { exposureAsNews } from '../../../../shared/controls/findings/loosened-then-restored.ts';
import { describeControlsReport } from '../../../../shared/controls/mail/describe-controls-report.ts';
import { anAudience, aReport } from '../../../support/controls-reports.ts';

const isolated = { sandbox: { enabled: true } };
const open = { sandbox: { enabled: false } };
const model = (baseUrl?: string) => ({
  customModels: [{ id: 'gw', model: 'opus-5', ...(baseUrl === undefined ? {} : { baseUrl }) }],
});

/** A report whose steps are all news. */
function mailOf(history: Parameters<typeof aReport>[0]) {
  const report = aReport(history);
  const findings = report.findings.map((finding) => exposureAsNews(finding, () => true));
  return describeControlsReport({ ...report, findings }, anAudience);
}

test('what was off and is on again within a poll is told as exposure, and is not red', () => {
  const mail = mailOf([isolated, open, isolated]);

  expect(mail.subject).toMatch(/^Medium, loosened then restored/u);
  expect(mail.lead).toMatch(/was open for 5 minutes/u);
  expect(mail.tone).toBe('warning');
  expect(JSON.stringify(mail)).not.toContain('Now: off');
});

test('what was off and is on again stays so in the entries of its steps, without the severity of what is in force', () => {
  const [off] = mailOf([isolated, open, isolated]).sections.flatMap((section) =>
    section.kind === 'entries' ? section.entries : [],
  );

  expect(off?.rating).toMatch(/^info · ▲ loosened · undone since/u);
  expect(off?.tone).toBe('plain');
});

test('the end of an exposure that was reported before is good news', () => {
  const [finding] = aReport([isolated, open, isolated]).findings;

  expect(finding && exposureAsNews(finding, (revision) => revision === 43).severity).toBe('info');
});

test('an address that is led elsewhere in two steps is told as what the steps come to', () => {
  const mail = mailOf([model('https://llm.corp.example/v1'), model(), model('https://evil.example/v1')]);

  expect(mail.subject).toMatch(/^Critical, changed: Address of a custom model/u);
  expect(mail.lead).toMatch(/a foreign domain/u);
  expect(mail.tone).toBe('bad');
});

test('a tear-down in steps names the danger first, and counts the rest once', () => {
  const whole = { ...isolated, enableAgentShield: true, commandDenylist: ['rm -rf /', 'scp *'] };

  const mail = mailOf([whole, { ...whole, commandDenylist: ['scp *'] }, { ...whole, commandDenylist: [] }, {}]);

  expect(mail.subject).toMatch(/^Critical, loosened: Isolation of commands \(sandbox\).*\(and 2 more\)$/u);
  expect(mail.lead).toMatch(/^Agents' commands are no longer isolated/u);
});
