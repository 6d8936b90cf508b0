import type { DoctorDocument } from '../../shared/kernel/contract/doctor-document.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { machineChecks, openMachine } from './machine-checks.ts';
import { type CheckedCheck, describeCheck, runChecks } from './run-checks.ts';

const quiet = { begins: () => {}, ends: () => {} };

/** `doctor`: looks at everything, changes nothing. Fails when a finding is a failure; warnings alone are no failure. */
export async function showHealth(context: CommandContext): Promise<ExitCode> {
  const { title, checked } = await examined(context);
  const document = documentOf(checked, { title, at: new Date(context.io.now()).toISOString() });
  context.print({ json: document, text: textOf(checked, { title, style: context.style }) });
  return document.status === 'failed' ? exitCodes.failed : exitCodes.done;
}

async function examined(
  context: CommandContext,
): Promise<{ readonly title: string; readonly checked: readonly CheckedCheck[] }> {
  const { chosen } = context;
  if (chosen.kind === 'machine') {
    const work = await openMachine(context, chosen);
    try {
      return { title: `this machine (${chosen.stateDir})`, checked: await runChecks(machineChecks, work, quiet) };
    } finally {
      await work.close();
    }
  }
  const { deploymentChecks, openDeployed } = await import('./deployment/deployment-checks.ts');
  const work = await openDeployed(context, chosen);
  try {
    return { title: work.title, checked: await runChecks(deploymentChecks, work, quiet) };
  } finally {
    await work.close();
  }
}

function documentOf(
  checked: readonly CheckedCheck[],
  { title, at }: { readonly title: string; readonly at: string },
): DoctorDocument {
  const has = (kind: string): boolean => checked.some(({ result }) => result.kind === kind);
  return {
    at,
    installation: title,
    status: has('failed') ? 'failed' : has('warning') ? 'warning' : 'ok',
    findings: checked.map(({ check: { name, about, proves }, result }) => ({
      name,
      about,
      proves,
      result: result.kind,
      problem: 'problem' in result ? result.problem : null,
      remedy: 'remedy' in result ? result.remedy : null,
      facts: 'facts' in result ? (result.facts ?? []) : [],
      reason: 'reason' in result ? result.reason : null,
    })),
  };
}

function textOf(
  checked: readonly CheckedCheck[],
  { title, style }: { readonly title: string; readonly style: Style },
): string {
  const count = (kind: string): number => checked.filter(({ result }) => result.kind === kind).length;
  const groups = [...Map.groupBy(checked, ({ check }) => check.about)].flatMap(([about, of]) => [
    '',
    style.colors.bold(about),
    ...of.map(({ check, ...rest }) => describeCheck(check, rest, style)),
  ]);
  const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
  const counts = `${count('ok')} ok, ${counted(count('warning'), 'warning')}, ${count('failed')} failed${skipped}`;
  return [`Curfew on ${title}`, ...groups, '', `${counts}.`].join('\n');
}
