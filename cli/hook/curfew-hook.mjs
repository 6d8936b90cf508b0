#!/usr/bin/env node
// Curfew's hook: one file, plain JavaScript for Node 20 or newer, without dependencies. A command-line client of the
// platform runs it for the events Stop, SubagentStop, SessionEnd and Notification, with a JSON document on standard
// input. Of that document it uses two fields, hook_event_name and session_id, and sends these two alone to Curfew, under
// the token of whoever works here. It prints what Curfew answers: what is left, and when it resets.
//
// As a hook it always ends with 0, within two seconds, whatever happens; what went wrong stands in notes.log beside its
// settings. `node curfew-hook.mjs help` tells the rest.
import fs from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const events = ['Stop', 'SubagentStop', 'SessionEnd', 'Notification'];
/** From the start of the process to its end, what Node itself takes at both included: 2 seconds at the very most. */
const hookMsMax = 1_500;
const inputBytesMax = 1_000_000;
const answerBytesMax = 16_000;
const notesBytesMax = 64_000;
const hooksFileBytesMax = 5_000_000;
const shownCharsMax = 400;
/** What the client waits for at most, in seconds: more than this program ever takes. */
const clientTimeoutSeconds = 5;
const ownFile = fileURLToPath(import.meta.url);
const ownName = 'curfew-hook.mjs';
const configVariable = 'CURFEW_HOOK_CONFIG';
const hooksFileVariable = 'CURFEW_HOOKS_FILE';
const keyPattern = /^(https?:\/\/[^\s#]{1,500})#(cfh_[\w-]{20,100})$/u;
const outputs = ['stdout', 'stderr', 'nothing'];

/** What a person did wrong, in words for them. */
class UsageError extends Error {}

// ---- Settings and notes -------------------------------------------------------------------------------------------

function configFile(env) {
  return resolve(env[configVariable] || join(env.HOME || homedir(), '.curfew-hook', 'config.json'));
}

/** Reads address and token. Throws an Error whose message holds nothing of the file. */
function readConfig(env) {
  const file = configFile(env);
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    const isThere = error.code !== 'ENOENT';
    throw new Error(isThere ? `${file} cannot be read (${error.code})` : 'not connected yet: there is no key');
  }
  const config = parsed(text);
  const isGood = typeof config === 'object' && config !== null && keyPattern.test(`${config.address}#${config.token}`);
  if (!isGood || !isSafe(config.address)) {
    throw new Error(`${file} holds no address and token; connect again with a new key`);
  }
  if (process.platform !== 'win32' && (fs.statSync(file).mode & 0o077) !== 0) {
    fs.chmodSync(file, 0o600);
  }
  return { ...config, show: outputs.includes(config.show) ? config.show : 'stdout' };
}

/** A token goes over no line that others read along. */
function isSafe(address) {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function writeConfig(key, env) {
  if (key.trim() === '') {
    throw new Error('No key was given: nothing was changed');
  }
  const [, address, token] = keyPattern.exec(key.trim()) ?? [];
  if (address === undefined || !URL.canParse(address) || !isSafe(address)) {
    throw new UsageError('That is no key of Curfew: copy the whole line from your page, https://…#cfh_…');
  }
  const file = configFile(env);
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const before = parsed(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
  const show = outputs.includes(before?.show) ? before.show : 'stdout';
  replaceFile(file, `${JSON.stringify({ address, token, show }, null, 2)}\n`, 0o600);
  return file;
}

/** Logs a line for troubleshooting, with the problem only. */
function note(env, text) {
  try {
    const file = join(dirname(configFile(env)), 'notes.log');
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const isLong = fs.existsSync(file) && fs.statSync(file).size > notesBytesMax;
    const kept = isLong ? fs.readFileSync(file, 'utf8').slice(-notesBytesMax / 2) : undefined;
    const line = `${new Date().toISOString()} ${plain(text)}\n`;
    if (kept === undefined) {
      fs.appendFileSync(file, line, { mode: 0o600 });
    } else {
      fs.writeFileSync(file, `${kept.slice(kept.indexOf('\n') + 1)}${line}`, { mode: 0o600 });
    }
  } catch {
    // There is nowhere to say it: the agent goes on all the same.
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One line that steers no terminal and turns no letters around. */
function plain(text) {
  return String(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .slice(0, shownCharsMax);
}

// ---- The hook -----------------------------------------------------------------------------------------------------

/** Reports one event. Ends the process, always with 0. */
async function runHook(env) {
  const end = (problem) => {
    if (problem !== undefined) {
      note(env, problem);
    }
    process.exit(0);
  };
  process.on('uncaughtException', (error) => end(`failed: ${error.code ?? error.name}`));
  process.on('unhandledRejection', (error) => end(`failed: ${error?.code ?? error?.name}`));
  process.on('SIGTERM', () => end('stopped by the client'));
  // The reader may be gone.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const giveUp = new AbortController();
  setTimeout(
    () => {
      giveUp.abort();
      end('gave up: it took too long');
    },
    Math.max(200, hookMsMax - performance.now()),
  );
  try {
    const config = readConfig(env);
    const event = await readEvent(process.stdin);
    const { say } = await report(config, event, giveUp.signal);
    show(config, say);
    end();
  } catch (error) {
    end(error.message);
  }
}

function show(config, say) {
  if (say !== '' && config.show !== 'nothing') {
    process[config.show].write(`${say}\n`);
  }
}

/** The two fields that are needed, of whatever the client hands over. What else is there is neither kept nor looked at. */
async function readEvent(input) {
  if (input.isTTY) {
    throw new Error('no event: it was started by hand; try "test"');
  }
  const text = await readBounded(input);
  const content = parsed(text.replace(/^\uFEFF/u, ''));
  if (typeof content !== 'object' || content === null) {
    throw new Error(text.trim() === '' ? 'no event on standard input' : 'the event is no valid JSON');
  }
  const { hook_event_name: event, session_id: session } = content;
  if (!events.includes(event)) {
    throw new Error('hook_event_name is none of the events that are reported');
  }
  if (typeof session !== 'string' || !/^[\x21-\x7e]{1,200}$/u.test(session)) {
    throw new Error('session_id is missing, or no id');
  }
  return { event, session };
}

/** Reads to the end, or to a whole document where the client keeps the pipe open; too much is read away and dropped. */
function readBounded(input) {
  return new Promise((done, refuse) => {
    let [chunks, bytes] = [[], 0];
    input.on('data', (chunk) => {
      bytes += chunk.length;
      chunks = bytes > inputBytesMax ? [] : [...chunks, chunk];
      const text = String(chunk).trimEnd().endsWith('}') ? Buffer.concat(chunks).toString('utf8') : '';
      if (text !== '' && parsed(text) !== undefined) {
        done(text);
      }
    });
    input.on('end', () =>
      bytes > inputBytesMax
        ? refuse(new Error('the event is too large'))
        : done(Buffer.concat(chunks).toString('utf8')),
    );
    input.on('error', (error) => refuse(new Error(`standard input cannot be read (${error.code})`)));
  });
}

/** Sends one report, once: the next event of the session tells the same. Redirects are not followed. */
async function report({ address, token }, event, signal) {
  const { protocol } = new URL(address);
  const { request } = await (protocol === 'https:' ? import('node:https') : import('node:http'));
  const body = JSON.stringify(event);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const options = { method: 'POST', agent: false, headers, signal, lookup: lookupThatEnds };
  const { status, text } = await new Promise((done, refuse) => {
    const call = request(`${address}/report`, options, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        answer += chunk;
        if (answer.length > answerBytesMax) {
          call.destroy(new Error('the answer is too large'));
        }
      });
      response.on('end', () => done({ status: response.statusCode, text: answer }));
      response.on('error', refuse);
    });
    call.on('error', (error) => refuse(new Error(`Curfew is not reached (${error.code ?? error.message})`)));
    call.end(body);
  });
  return readAnswer(status, parsed(text));
}

function readAnswer(status, answer) {
  if (status === 200 && typeof answer?.say === 'string') {
    return { say: plain(answer.say) };
  }
  if (status === 401) {
    throw new Error('Curfew does not know the token any more: connect again with a new key from your page');
  }
  throw new Error(`Curfew answered ${status}`);
}

/**
 * The system's own lookup occupies a thread that Node waits for at its end, for as long as a dead name server takes. So
 * names are asked for without it, and what is then not found, as names in a hosts file, in a process that can be ended.
 */
function lookupThatEnds(hostname, options, done) {
  const answer = (addresses) =>
    options.all ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family);
  if (hostname === 'localhost') {
    answer([{ address: '127.0.0.1', family: 4 }]);
    return;
  }
  void import('node:dns').then(({ Resolver }) => {
    const resolver = new Resolver({ timeout: 600, tries: 1 });
    resolver.resolve4(hostname, (error, found) => {
      if (error === null && found.length > 0) {
        answer(found.map((address) => ({ address, family: 4 })));
      } else {
        void lookupApart(hostname, answer, done);
      }
    });
  });
}

async function lookupApart(hostname, answer, done) {
  const { spawn } = await import('node:child_process');
  const code = 'require("dns").lookup(process.argv[1],{all:true},(e,a)=>process.stdout.write(JSON.stringify(e?[]:a)))';
  const child = spawn(process.execPath, ['-e', code, hostname], { stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.once('error', done);
  child.once('close', () => {
    const found = parsed(text);
    if (Array.isArray(found) && found.length > 0) {
      answer(found);
    } else {
      done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }));
    }
  });
}

// ---- The hooks file -----------------------------------------------------------------------------------------------
// It belongs to the person and the client: what is not ours stays as it is, to the byte. So it is edited as a text, by
// the places of its values, and what came of it is compared with what was meant before anything is written.

/** The places of a JSON text, which must be valid: `from` and `to` of each value, with its members or elements. */
function placesOf(text) {
  let at = 0;
  const blank = () => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) {
      at += 1;
    }
  };
  const string = () => {
    const from = at;
    for (at += 1; text[at] !== '"'; at += 1) {
      at += text[at] === '\\' ? 1 : 0;
    }
    at += 1;
    return JSON.parse(text.slice(from, at));
  };
  const items = (readItem) => {
    const list = [];
    at += 1;
    for (blank(); !'}]'.includes(text[at]); blank()) {
      list.push(readItem());
      blank();
      at += text[at] === ',' ? 1 : 0;
    }
    at += 1;
    return list;
  };
  const value = () => {
    blank();
    const from = at;
    if (text[at] === '{') {
      const members = items(() => {
        const keyFrom = at;
        const key = string();
        blank();
        at += 1;
        return { key, from: keyFrom, value: value() };
      });
      return { kind: 'object', from, to: at, items: members.map((each) => ({ ...each, to: each.value.to })) };
    }
    if (text[at] === '[') {
      return { kind: 'array', items: items(value), from, to: at };
    }
    if (text[at] === '"') {
      string();
    } else {
      at += /^[^\s,\]}]+/u.exec(text.slice(at, at + 400))[0].length;
    }
    return { kind: 'other', from, to: at };
  };
  return value();
}

/** Takes one of the items of an object or an array out of a text, with the comma that goes with it. */
function withoutItem(text, holder, index) {
  const { items } = holder;
  if (items.length === 1) {
    return `${text.slice(0, holder.from + 1)}${text.slice(holder.to - 1)}`;
  }
  const [from, to] = index === 0 ? [items[0].from, items[1].from] : [items[index - 1].to, items[index].to];
  return `${text.slice(0, from)}${text.slice(to)}`;
}

/** Adds an item at the end of an object or an array, on lines as the others are. */
function withItem(text, holder, item) {
  const last = holder.items.at(-1);
  const outer = lineIndent(text, holder.from);
  const unit = unitOf(text);
  const isOneLine = last !== undefined && !text.slice(holder.from, last.from).includes('\n');
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = `${outer}${unit}`;
  const lines = JSON.stringify(item.value, null, unit).replaceAll('\n', `${end}${indent}`);
  const key = item.key === undefined ? '' : `${JSON.stringify(item.key)}: `;
  if (last === undefined) {
    return `${text.slice(0, holder.from + 1)}${end}${indent}${key}${lines}${end}${outer}${text.slice(holder.to - 1)}`;
  }
  const added = isOneLine ? `, ${key}${JSON.stringify(item.value)}` : `,${end}${indent}${key}${lines}`;
  return `${text.slice(0, last.to)}${added}${text.slice(last.to)}`;
}

function lineIndent(text, at) {
  const begin = text.lastIndexOf('\n', at) + 1;
  return /^[ \t]*/u.exec(text.slice(begin, at))[0];
}

function unitOf(text) {
  return /\n([ \t]+)"/u.exec(text)?.[1] ?? '  ';
}

function isOurs(hook) {
  return typeof hook?.command === 'string' && hook.command.includes(ownName);
}

/** The hooks of a document without ours; an entry and an event that held nothing else goes with them. */
function meantWithout(document) {
  const kept = Object.entries(document).map(([event, entries]) => {
    if (!Array.isArray(entries)) {
      return [event, entries];
    }
    const others = entries.flatMap((entry) => {
      if (!Array.isArray(entry?.hooks) || !entry.hooks.some(isOurs)) {
        return [entry];
      }
      const hooks = entry.hooks.filter((hook) => !isOurs(hook));
      return hooks.length === 0 ? [] : [{ ...entry, hooks }];
    });
    return entries.length > 0 && others.length === 0 ? undefined : [event, others];
  });
  return Object.fromEntries(kept.filter((each) => each !== undefined));
}

/** Takes our hooks out of a text, one after the other, the last first. */
function textWithout(text) {
  const document = JSON.parse(text);
  const root = placesOf(text);
  for (const [index, { key, value }] of [...root.items.entries()].toReversed()) {
    for (const [place, entry] of Object.entries(Array.isArray(document[key]) ? document[key] : []).toReversed()) {
      const hooks = Array.isArray(entry?.hooks) ? entry.hooks : [];
      const own = hooks.findLastIndex(isOurs);
      if (own === -1) {
        continue;
      }
      if (hooks.length > 1) {
        const list = value.items[place].items.find((member) => member.key === 'hooks').value;
        return textWithout(withoutItem(text, list, own));
      }
      return textWithout(
        document[key].length > 1 ? withoutItem(text, value, Number(place)) : withoutItem(text, root, index),
      );
    }
  }
  return text;
}

function entryFor(command) {
  return { hooks: [{ type: 'command', command, timeout: clientTimeoutSeconds }] };
}

/** The text of a hooks file with our command for each event, or without it. Throws UsageError for what it cannot keep. */
function editHooks(text, command) {
  const content = text.trim() === '' ? '{}\n' : text;
  const document = readHooks(content);
  const meant = meantWithout(document);
  let edited = textWithout(content);
  if (command !== undefined) {
    for (const event of events) {
      meant[event] = [...(meant[event] ?? []), entryFor(command)];
      const root = placesOf(edited);
      const found = root.items.find(({ key }) => key === event);
      edited =
        found === undefined
          ? withItem(edited, root, { key: event, value: [entryFor(command)] })
          : withItem(edited, found.value, { value: entryFor(command) });
    }
  }
  if (canonical(parsed(edited)) !== canonical(meant)) {
    throw new UsageError('it cannot be edited without changing what else stands in it: add the hook by hand');
  }
  return canonical(document) === canonical(meant) ? text : edited;
}

function canonical(value) {
  return JSON.stringify(value, (_key, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

function readHooks(text) {
  const document = parsed(text);
  if (document === undefined) {
    const hasComments = /(?:^|[\s,{[])(?:\/\/|\/\*|#)/mu.test(text);
    const why = hasComments ? 'it has comments, which JSON does not have' : 'mend it first';
    throw new UsageError(`it is no valid JSON: ${why}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new UsageError('it must hold an object keyed by event name');
  }
  const wrong = events.find((event) => event in document && !Array.isArray(document[event]));
  if (wrong !== undefined) {
    throw new UsageError(`What stands under ${wrong} must be an array of entries`);
  }
  const keys = placesOf(text).items.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) {
    throw new UsageError(`it names ${plain(twice)} twice: keep one`);
  }
  return document;
}

/** What a hooks file would become, with our command or without it. Throws UsageError; nothing is changed. */
function planHooksEdit(file, command) {
  try {
    const isThere = fs.existsSync(file);
    const place = isThere ? fs.realpathSync(file) : resolve(file);
    const stat = isThere ? fs.statSync(place) : undefined;
    if (stat !== undefined && (!stat.isFile() || stat.size > hooksFileBytesMax)) {
      throw new UsageError('it is no file that holds hooks');
    }
    const before = isThere ? fs.readFileSync(place, 'utf8') : '';
    const bom = before.startsWith('\uFEFF') ? '\uFEFF' : '';
    const after = isThere || command !== undefined ? `${bom}${editHooks(before.slice(bom.length), command)}` : before;
    if (after !== before && stat !== undefined && (stat.mode & 0o222) === 0) {
      throw new UsageError('it is read-only');
    }
    return { place, after, isChange: after !== before, mode: stat === undefined ? 0o644 : stat.mode & 0o777 };
  } catch (error) {
    throw unchanged(file, error);
  }
}

function makeHooksEdit({ place, after, isChange, mode }) {
  try {
    if (isChange) {
      replaceFile(place, after, mode);
    }
  } catch (error) {
    throw unchanged(place, error);
  }
}

function unchanged(file, error) {
  const why = error instanceof UsageError ? error.message : `it cannot be changed (${error.code ?? error.name})`;
  return new UsageError(`${file}: ${why}. Nothing was changed.`);
}

function replaceFile(place, text, mode) {
  const beside = join(dirname(place), `.${basename(place)}.${process.pid}.new`);
  try {
    fs.writeFileSync(beside, text, { mode, flag: 'wx' });
    fs.chmodSync(beside, mode);
    fs.renameSync(beside, place);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

// ---- What people call ---------------------------------------------------------------------------------------------

const help = `Curfew's hook: reports session and event, and prints what is left of your budget.

  node ${ownName} install --file HOOKS_FILE    put it into the hooks file of your client; asks for your key
  node ${ownName} uninstall --file HOOKS_FILE  take it out again (--forget deletes the key, too)
  node ${ownName} test                         report nothing, but see whether Curfew answers
  node ${ownName} install --for-team FOLDER --path PATH
                                                 write what an admin rolls out: the hook and a hooks file for PATH

HOOKS_FILE is where your client keeps its hooks; ${hooksFileVariable} may name it instead. Your key is on your page: the
link is in a mail from Curfew. It is kept in ~/.curfew-hook/config.json (or ${configVariable}), for you alone.`;

/** The command that the client runs. Where there is no \`node\` to be found by name, this one is named by its place. */
async function commandFor(path) {
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', timeout: 5_000 });
  const isFound = Number(/^v(\d+)/u.exec(stdout ?? '')?.[1] ?? 0) >= 20;
  return `${isFound ? 'node' : JSON.stringify(process.execPath)} ${JSON.stringify(path)}`;
}

function optionsIn(args) {
  const given = {};
  for (let index = 0; index < args.length; index += 1) {
    const [, name] = /^--(file|for-team|path|forget)$/u.exec(args[index]) ?? [];
    if (name === undefined) {
      throw new UsageError(`"${plain(args[index])}" is not known here; see help`);
    }
    given[name] = name === 'forget' ? true : args[(index += 1)];
    if (given[name] === undefined) {
      throw new UsageError(`--${name} needs a value`);
    }
  }
  return given;
}

function hooksFileIn(given, env) {
  const file = given.file ?? env[hooksFileVariable];
  if (file === undefined || file === '') {
    throw new UsageError(`Say where your client keeps its hooks: --file HOOKS_FILE, or ${hooksFileVariable}`);
  }
  return file;
}

async function askForKey() {
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  // What is typed is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write('Paste your key from the page of Curfew, and press Enter: ');
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  try {
    return await Promise.race([terminal.question(''), new Promise((done) => terminal.once('close', () => done('')))]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

async function install(given, env, askKey) {
  if (given['for-team'] !== undefined) {
    return forTeam(given);
  }
  const file = hooksFileIn(given, env);
  const command = await commandFor(ownFile);
  // Before a key is asked for: what stands in the way is known at once. Then nothing half done: the key first.
  const edit = planHooksEdit(file, command);
  const isConnected = fs.existsSync(configFile(env));
  const kept = isConnected ? [] : [`Your key is kept in ${writeConfig(await askKey(), env)}.`];
  makeHooksEdit(edit);
  const state = edit.isChange ? 'the hook is in it now' : 'the hook is in it already';
  return [`${file}: ${state}.`, ...kept, 'Try it: node curfew-hook.mjs test'];
}

/** A team rollout holds no personal key: each person connects by their own link. */
function forTeam({ 'for-team': folder, path }) {
  if (path === undefined) {
    throw new UsageError(`Say where ${ownName} will be on each machine: --path PATH`);
  }
  fs.mkdirSync(folder, { recursive: true });
  const hooksFile = join(folder, 'hooks.json');
  fs.copyFileSync(ownFile, join(folder, ownName));
  makeHooksEdit(planHooksEdit(hooksFile, `node ${JSON.stringify(path)}`));
  return [
    `${join(folder, ownName)}: put it at ${path} on each machine.`,
    `${hooksFile}: what the hooks file of the client has to hold; merge it, or let "install" do that there.`,
    `There is no key in them. Each makes one on their own page, whose link is in mails to them, and runs: node ${path} connect`,
  ];
}

function uninstall(given, env) {
  const file = hooksFileIn(given, env);
  const edit = planHooksEdit(file, undefined);
  makeHooksEdit(edit);
  if (given.forget === true) {
    fs.rmSync(configFile(env), { force: true });
  }
  const kept = given.forget === true ? 'Your key is deleted here' : `Your key is still in ${configFile(env)}`;
  return [
    edit.isChange ? `${file}: the hook is out of it.` : `${file}: the hook is not in it.`,
    `${kept}; revoke it on your page when nothing uses it any more.`,
  ];
}

async function test(env) {
  const config = readConfig(env);
  const { say } = await report(config, { event: 'test' }, AbortSignal.timeout(10_000));
  return [say === '' ? 'Curfew answers; it has nothing to say of your budget yet.' : say];
}

/**
 * Does what the arguments say; as a hook, without any, it ends the process. Gives lines for people. `askKey`: how a key
 * is asked for.
 * Throws UsageError, and an Error whose message is for people.
 */
export async function main(args, env, askKey = askForKey) {
  const [command, ...rest] = args;
  switch (command) {
    case undefined:
      return runHook(env);
    case 'install':
      return install(optionsIn(rest), env, askKey);
    case 'uninstall':
      return uninstall(optionsIn(rest), env);
    case 'connect':
      return [`Your key is kept in ${writeConfig(await askKey(), env)}.`];
    case 'test':
      return test(env);
    case 'help':
    case '--help':
      return [help];
    default:
      throw new UsageError(`"${plain(command)}" is not known here; see help`);
  }
}

export { editHooks, events, UsageError };

if (process.argv[1] !== undefined && fs.existsSync(process.argv[1]) && fs.realpathSync(process.argv[1]) === ownFile) {
  main(process.argv.slice(2), process.env).then(
    (lines) => process.stdout.write(`${lines.join('\n')}\n`),
    (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    },
  );
}
