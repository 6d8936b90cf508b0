import type { Command } from 'commander';

import { exceptionRecord } from '../../shared/controls/contract/control-exception.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { endException, listExceptions, addOneException } from './allowances.ts';

const exceptionHelp = `
CONTROL is a path as mails and "npx curfew controls show" print it; all under it is meant as
well, and * stands for anything: sandbox, customModels[].baseUrl.

Example:
  $ npx curfew exceptions add sandbox.network.allowedDomains --owner ann@example.com \\
      --ticket SEC-12 --until 2026-04-30 --reason "vendor migration"`;

export function addExceptionCommands(exceptions: Command, host: CommandHost): void {
  addRecordCommands(exceptions, host, {
    record: exceptionRecord,
    key: ['pattern'],
    path: 'exceptions',
    shows: 'nothing',
    takes: { end: 'id' },
    help: {
      add: 'let a control deviate from the baseline for a time; its end is reported',
      list: 'exceptions in force or to come',
      all: 'those that ended too',
      end: 'end an exception before it expires',
    },
    examples: { add: exceptionHelp, end: ['1k2m9xq0p3'] },
    run: { add: addOneException, list: listExceptions, end: endException },
  });
}
