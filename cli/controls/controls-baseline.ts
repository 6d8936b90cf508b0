import { basename } from 'node:path';

import type { CommandContext } from '../frame/command-context.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { standardInput } from '../frame/files/read-bytes.ts';
import { revisionIn } from './controls.ts';
import { fingerprintFor, readSettingsFile } from './settings-file.ts';

/** `controls baseline show`: what is approved, and where the newest controls are not so. */
export async function showBaseline(context: CommandContext): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showBaseline', {})));
}

/** `controls baseline approve REV|FILE`. */
export async function approveOne(context: CommandContext, text: string): Promise<ExitCode> {
  const revision = revisionIn(text);
  const body = revision === undefined ? fileBody(context, text) : { revision };
  return printShown(context, await withApi(context, async (api) => api.show('approveBaseline', { body })));
}

function fileBody(context: CommandContext, path: string) {
  const fingerprint = fingerprintFor(context, { isComparedWithStored: true });
  return {
    settings: readSettingsFile(context.io, path, fingerprint),
    name: path === standardInput ? 'standard input' : basename(path),
  };
}
