import { expect, test } from 'vitest';

import type { JsonObject } from '../../../../shared/controls/json.ts';
import { describeControlsReport } from '../../../../shared/controls/mail/describe-controls-report.ts';
import { invariant } from '../../../../shared/kernel/invariant.ts';
import { anAudience, aReport } from '../../../support/controls-reports.ts';

const mailOf = (before: JsonObject, after: JsonObject) => describeControlsReport(aReport([before, after]), anAudience);

test('a sandbox turned off among forty plugins is the subject, the first sentence and the first entry', () => {
  const enabledPlugins = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`plugin-${n}`, true]));

  const mail = mailOf({ sandbox: { enabled: true } }, { sandbox: { enabled: false }, enabledPlugins });

  const entries = mail.sections.flatMap((section) => (section.kind === 'entries' ? section.entries : []));
  expect(mail.subject).toContain('sandbox');
  expect(mail.lead).toContain('without isolation');
  expect(entries.map(({ name }) => name)).toEqual(['sandbox.enabled', 'enabledPlugins']);
  expect(entries[1]?.title).toContain('40');
  expect(entries[1]?.delta.at(-1)?.text).toContain('28 more');
});

test('of what is equally grave the sandbox comes first', () => {
  const mail = mailOf(
    { commandDenylist: ['rm -rf *'], sandbox: { enabled: true }, enableAgentShield: true },
    { commandDenylist: [], sandbox: { enabled: false }, enableAgentShield: false },
  );

  const entries = mail.sections.flatMap((section) => (section.kind === 'entries' ? section.entries : []));
  expect(entries.map(({ name }) => name)).toEqual(['sandbox.enabled', 'enableAgentShield', 'commandDenylist']);
});

test('a hundred changes of a few fields are a few entries, of which each names what it holds in one line', () => {
  const entries = (value: unknown, name: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${name}-${n}`, value])) as JsonObject;
  const before = { mcpAutonomyOverrides: entries('high', 'tool') };
  const after = {
    mcpAutonomyOverrides: entries('low', 'tool'),
    enabledPlugins: entries(true, 'plugin'),
    userModelPolicies: entries(['gpt'], 'u'),
  };

  const { sections, subject } = mailOf(before, after);

  const told = sections.flatMap((section) => (section.kind === 'entries' ? section.entries : []));
  expect(subject).toContain('119 more');
  expect(told.map(({ title, delta }) => [title.match(/\d+/u)?.[0], delta.length])).toEqual([
    ['40', 1],
    ['40', 1],
    ['40', 1],
  ]);
  expect(told[0]?.delta[0]?.text).toMatch(/^not set → on: plugin-0, .* and 28 more$/u);
});

test('what a night raised comes after what is grave by itself, in subject and entries alike', () => {
  const report = aReport([
    { sandbox: { enabled: true } },
    { sandbox: { enabled: true, network: { allowedDomains: ['*.x.example'] } } },
    { sandbox: { enabled: true, network: { allowedDomains: ['*.x.example'] } }, enabledPlugins: { a: true } },
  ]);
  const [first, second] = report.steps;
  invariant(first !== undefined && second !== undefined, 'two steps');
  const [domain, plugin] = [first.changes[0], second.changes[0]];
  invariant(domain !== undefined && plugin !== undefined, 'a change in each');
  const raised = { ...domain, baseSeverity: 'medium', severity: 'critical' } as const;

  const mail = describeControlsReport({ ...report, steps: [{ ...first, changes: [raised] }, second] }, anAudience);

  const entries = mail.sections.flatMap((section) => (section.kind === 'entries' ? section.entries : []));
  expect(mail.subject).toMatch(/^Critical, loosened: Plugins/u);
  expect(entries.map(({ name }) => name)).toEqual(['enabledPlugins[a]', 'sandbox.network.allowedDomains']);
});

test('what to do stands above the changes in full', () => {
  const { sections } = mailOf({ enableAgentShield: true }, { enableAgentShield: false });

  const headings = sections.map((section) => ('heading' in section ? section.heading : section.kind));
  expect(headings.indexOf('What to do')).toBeLessThan(headings.indexOf('The change'));
});

test('what came to a list of what is denied is shown as less dangerous, to one of what is allowed as more', () => {
  const { sections } = mailOf(
    { commandDenylist: ['a'], commandAllowlist: ['b'] },
    { commandDenylist: ['rm *'], commandAllowlist: ['c'] },
  );

  const entries = sections.flatMap((section) => (section.kind === 'entries' ? section.entries : []));
  expect(entries.flatMap(({ name, delta }) => delta.map(({ sign, danger }) => [name, sign, danger]))).toEqual([
    ['commandDenylist', '+', 'less'],
    ['commandDenylist', '−', 'more'],
    ['commandAllowlist', '+', 'more'],
    ['commandAllowlist', '−', 'less'],
  ]);
});
