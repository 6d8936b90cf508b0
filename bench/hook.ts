/*
 * The hook beside a Node process that does nothing, each several times and the quickest counted, against the running
 * installation; and how many events a second the intake takes, of so many people at once, against 500. `--people`,
 * `--seconds` and `--json` are understood.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openRunningInstallation } from '../local/installation/RUNNING';
import { makeToken } from '../shared/application/hook/connect-hook.ts';
import { doorPaths, hookPaths } from '../shared/contracts/door-paths.ts';
import { hookTokenText } from '../shared/domain/hook/hook-token.ts';
import { childEnvironment } from '../shared/runtime/child-environment.ts';
