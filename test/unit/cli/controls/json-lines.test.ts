import { expect, test } from 'vitest';

import { jsonLines } from '../../../../cli/controls/json-lines.ts';

const text = `{
  "settings": {
    "sandbox": {
\t\t"network": { "allowedDomains": [
        "a.example",
        "b.example" ]
      }
    },
    "customModels": [
      { "id": "one" },
      {
        "model": "gpt", "index": 2,
        "baseUrl": "https://x.example"
      }
    ],
    "userModelPolicies": {
      "ann@acme.example": {},
      "ann@acme.example.org": {
        "allowedModelIds": []
      }
    }
  }
}`;

test.each([
  ['sandbox.network.allowedDomains', undefined, 4],
  ['sandbox.network.allowedDomains', 'b.example', 6],
  ['sandbox.network.allowedDomains', 'not there', 4],
  ['customModels[id=one].baseUrl', undefined, 10],
  ['customModels[model=gpt,index=2].baseUrl', undefined, 13],
  ['customModels[1].model', undefined, 12],
  ['customModels[id=gone]', undefined, 9],
  ['userModelPolicies.ann@acme.example.org.allowedModelIds', undefined, 19],
  ['userModelPolicies[ann@acme.example.org]', undefined, 18],
  ['userModelPolicies[ann@acme.example.org].allowedModelIds', undefined, 19],
  ['sandbox.enabled', undefined, 3],
  ['commandDenylist', undefined, 1],
])('%s, entry %s, stands at line %d', (path, entry, line) => {
  expect(jsonLines(text).lineOf(path, entry)).toBe(line);
});

test('a list of 20,000 entries is looked through in its order of size', () => {
  const entries = Array.from({ length: 20_000 }, (_, index) => `    "h${index}.example"`).join(',\n');

  const lines = jsonLines(`{\n  "commandAllowlist": [\n${entries}\n  ]\n}`);

  expect(lines.lineOf('commandAllowlist', 'h19999.example')).toBe(20_002);
});

test('what is no JSON is at line 1', () => {
  expect(jsonLines('{{{').lineOf('a.b')).toBe(1);
});
