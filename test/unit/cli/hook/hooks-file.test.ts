import fc from 'fast-check';
import { expect, test } from 'vitest';

import { editHooks, events, UsageError } from '../../../../cli/hook/curfew-hook.mjs';

const command = 'node "/opt/curfew-hook.mjs"';
const ours = { hooks: [{ type: 'command', command, timeout: 5 }] };

const hook = fc.record(
  { type: fc.constant('command'), command: fc.string(), timeout: fc.nat() },
  { requiredKeys: ['type', 'command'] },
);
const entry = fc.record({ matcher: fc.string(), hooks: fc.array(hook, { minLength: 1 }) }, { requiredKeys: ['hooks'] });
const eventName = fc.oneof(
  fc.constantFrom(...events),
  fc.string().filter((name) => name !== '__proto__'),
);
const document = fc.dictionary(eventName, fc.array(entry, { minLength: 1, maxLength: 3 }), { noNullPrototype: true });
const layout = fc.constantFrom(undefined, 1, 2, '\t');
const end = fc.constantFrom('', '\n', '\r\n');

test('what else stands in a hooks file stays as it is, to the byte, when the hook is put in and taken out again', () => {
  fc.assert(
    fc.property(document, layout, end, (hooks, indent, ending) => {
      const plain = JSON.stringify(hooks, null, indent);
      const text = `${ending === '\r\n' ? plain.replaceAll('\n', '\r\n') : plain}${ending}`;

      const installed = editHooks(text, command);

      const read = JSON.parse(installed) as Readonly<Record<string, readonly unknown[]>>;
      events.forEach((event) => expect(read[event]).toEqual([...(hooks[event] ?? []), ours]));
      expect(Object.keys(read).filter((event) => !events.includes(event))).toEqual(
        Object.keys(hooks).filter((event) => !events.includes(event)),
      );
      expect(editHooks(installed, command)).toBe(installed);
      expect(editHooks(installed, undefined)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test('figures, escapes and layout of others are not written again', () => {
  const text = `{ "Stop" : [ {"hooks":[ {"type":"command","command":"say \\u0041","timeout":1.0} ] } ],\n\n  "x": 12345678901234567890 }`;

  const installed = editHooks(text, command);

  expect(installed).toContain('{"type":"command","command":"say \\u0041","timeout":1.0}');
  expect(installed).toContain('"x": 12345678901234567890');
  expect(editHooks(installed, undefined)).toBe(text);
});

test('a hook of ours at another place is replaced, also where somebody put it beside others', () => {
  const text = JSON.stringify({
    Stop: [
      {
        hooks: [
          { type: 'command', command: 'say' },
          { type: 'command', command: 'node /old/curfew-hook.mjs' },
        ],
      },
    ],
    Gone: [{ hooks: [{ type: 'command', command: 'node /old/curfew-hook.mjs' }] }],
  });

  expect(JSON.parse(editHooks(text, command))).toEqual({
    Stop: [{ hooks: [{ type: 'command', command: 'say' }] }, ours],
    SubagentStop: [ours],
    SessionEnd: [ours],
    Notification: [ours],
  });
});

test('an empty file gets the hook alone, and taking it out leaves an empty object', () => {
  const installed = editHooks('', command);

  expect(JSON.parse(installed)).toEqual(Object.fromEntries(events.map((event) => [event, [ours]])));
  expect(editHooks(installed, undefined)).toBe('{}\n');
});

test.each([
  ['{ "Stop": [', /no valid JSON: mend it first/],
  ['// mine\n{}', /no valid JSON: it has comments/],
  ['[]', /object keyed by event name/],
  ['{"Stop": {}}', /under Stop must be an array/],
  ['{"Stop": [], "Stop": []}', /names Stop twice/],
])('%j is refused with what is wrong about it', (text, problem) => {
  expect(() => editHooks(text, command)).toThrow(UsageError);
  expect(() => editHooks(text, command)).toThrow(problem);
});
