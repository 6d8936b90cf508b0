import type { Command } from 'commander';

import { curfewProgram } from '../../cli/frame/program.ts';
import { openApiDocument } from '../../shared/kernel/api/http/openapi-document.ts';
import { buildApp, synthesize, withoutAssetHashes } from '../infra/synthesized.ts';

/** What is printed and deployed whatever the organization: the admin API's description, every help, the templates. */
export async function recordOutputs(): Promise<ReadonlyMap<string, string>> {
  const recorded = new Map([['openapi', pretty(await openApiDocument('/api'))]]);
  const nothing = async (): Promise<void> => {};
  const host = { run: nothing, runBeginning: nothing };
  const program = await curfewProgram(host, { writeOut: () => {}, writeError: () => {} });
  helpOf(program).forEach(([name, text]) => recorded.set(name, text));
  for (const stack of synthesize(buildApp())) {
    recorded.set(`template/${stack.id}`, pretty(withoutAssetHashes(stack)));
  }
  return recorded;
}

function helpOf(command: Command, path: readonly string[] = []): readonly (readonly [name: string, text: string])[] {
  return [
    [`help/${path.join(' ')}`, command.helpInformation()],
    ...command.commands.flatMap((child) => helpOf(child, [...path, child.name()])),
  ];
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 1);
}
