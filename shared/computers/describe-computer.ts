import { minuteText } from '../kernel/time/day.ts';
import type { Attempt } from './computer-record.ts';
import type { ComputerDecision, Next } from './decide-computer.ts';
import { stepTitle } from './seen-computer.ts';

export function describeVerdict({ desired: { name }, verdict }: ComputerDecision): string {
  switch (verdict.kind) {
    case 'active':
      return `The computer ${name} is active`;
    case 'provisioning':
      return `The computer ${name} is being provisioned${verdict.step === undefined ? '' : ` (${stepTitle(verdict.step)})`}`;
    case 'missing':
      return `The computer ${name} does not exist`;
    case 'gone':
      return `The computer ${name} is gone since ${minuteText(verdict.since)}`;
    case 'hangs':
      return `The computer ${name} has hung ${verdict.step === undefined ? 'while it is provisioned' : `at ${stepTitle(verdict.step)}`} since ${minuteText(new Date(verdict.sinceMs).toISOString())}`;
    case 'failed':
      return verdict.step === undefined
        ? `Provisioning the computer ${name} has failed; the platform does not say at which step`
        : `Provisioning the computer ${name} has failed at ${stepTitle(verdict.step)}`;
    case 'unknown':
      return `The platform does not say how the computer ${name} stands`;
  }
}

export function describeMissing({ desired: { name, entry } }: ComputerDecision): string {
  const said = entry.name === name ? 'The fleet list asks for it' : `The fleet list asks for it as ${entry.name}`;
  return `${said} (version ${entry.version}, by ${entry.updatedBy})`;
}

export function describeNext(next: Next, done?: Attempt): string {
  if (done !== undefined) {
    return describeDone(done);
  }
  switch (next.kind) {
    case 'nothing':
      return 'Curfew cannot retry this step: the platform retries the installation of dependencies alone. Look at it on the platform';
    case 'act':
      return next.allowedBy === 'nobody'
        ? `Curfew would ${verbs[next.action]}. "npx curfew fleet apply" has it done`
        : `Curfew would ${verbs[next.action]}`;
    case 'wait':
      return next.until === undefined
        ? `It waits: ${next.why}`
        : `It waits until ${minuteText(next.until)}: ${next.why}`;
    case 'give-up':
      return `Curfew does nothing more there: ${next.why}. Look at it on the platform, or change its entry in the list`;
  }
}

function describeDone({ action, status, problem }: Attempt): string {
  switch (status) {
    case 'done':
      return action === 'create' ? 'Curfew created it' : 'Curfew had the dependencies installed again';
    case 'failed':
      return `Curfew tried to ${verbs[action]}, and the platform refused: ${problem ?? 'it gives no reason'}`;
    case 'unknown':
      return `Curfew tried to ${verbs[action]}, and the answer was lost: the next run looks what came of it`;
  }
}

const verbs = { create: 'create it', 'install-deps': 'have the dependencies installed again' } as const;

export function describeUnknownWords(words: readonly string[]): string {
  return `The platform says of steps: ${words.join(', ')}; what that means was not seen yet`;
}
