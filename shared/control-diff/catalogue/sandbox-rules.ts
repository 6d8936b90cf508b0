import type { DormantWhile, FieldRule, Tier } from './field-rule.ts';
import { allowList, controlsOf, denyList, permission, protection } from './rule-parts.ts';

const whileOff: DormantWhile = {
  field: 'sandbox.enabled',
  states: ['off'],
  says: 'the sandbox is off',
  permits: 'everything',
};
const whileAllSockets: DormantWhile = {
  field: 'sandbox.network.allowAllUnixSockets',
  states: ['on'],
  says: 'all Unix sockets are allowed',
  permits: 'everything',
};

const paths = ['path', 'paths'] as const;

const everyFile: Tier = { trait: 'everything', severity: 'critical', says: '{item} is the whole disk or home' };
const hooks: Tier = { trait: 'hook-path', severity: 'critical', says: '{item} holds programs that run by themselves' };

function secrets(severity: Tier['severity']): Tier {
  return { trait: 'secret-path', severity, says: '{item} holds secrets' };
}

/** The isolation of what agents run. CONTROLS.md, `sandbox`. */
export const sandboxRules: readonly FieldRule[] = [
  {
    field: 'sandbox.enabled',
    label: 'Isolation of commands (sandbox)',
    shape: protection('critical', {
      on: "Agents' commands now run in isolation.",
      off: "Agents' commands now run without isolation.",
      unset: "Agents' commands are no longer isolated by the organization and may run without isolation.",
    }),
    why: 'Without the sandbox, a command that an agent was talked into reaches files, keys and the network of the machine.',
    remedy: 'Turn the sandbox on again for the organization.',
    controlIds: controlsOf('access', 'threats', 'transmission'),
    whenUnset: 'each project decides',
  },
  {
    field: 'sandbox.filesystem.allowWrite',
    label: 'Paths that sandboxed commands may write',
    shape: allowList('path', 'high', {
      tiers: [
        everyFile,
        hooks,
        secrets('critical'),
        { trait: 'system-path', severity: 'critical', says: '{item} belongs to the system' },
      ],
      nouns: paths,
      effects: {
        loosened: "Agents' commands may now write to {items}.",
        tightened: "Agents' commands may no longer write to {items}.",
      },
    }),
    why: 'What a command can write it can plant: hooks, start-up files, code that others run.',
    remedy: 'Take the path from the list, or narrow it to the folder that is needed.',
    controlIds: controlsOf('access', 'threats'),
    dormantWhile: [whileOff],
  },
  {
    field: 'sandbox.filesystem.allowRead',
    label: 'Paths that sandboxed commands may read',
    shape: allowList('path', 'medium', {
      tiers: [{ ...everyFile, severity: 'high' }, secrets('high')],
      nouns: paths,
      effects: {
        loosened: "Agents' commands may now read {items}.",
        tightened: "Agents' commands may no longer read {items}.",
      },
    }),
    why: 'What a command can read it can send away.',
    remedy: 'Take the path from the list, or narrow it to the folder that is needed.',
    controlIds: controlsOf('access', 'transmission'),
    dormantWhile: [whileOff],
  },
  denied('denyWrite', 'written', 'write to'),
  denied('denyRead', 'read', 'read'),
  {
    field: 'sandbox.network.allowedDomains',
    label: 'Domains that sandboxed commands may reach',
    shape: allowList('domain', 'medium', {
      tiers: [
        { trait: 'everything', severity: 'critical', says: '{item} is the whole internet' },
        {
          trait: 'open-suffix',
          severity: 'critical',
          says: '{item} is every name there, and anybody can register one',
        },
        { trait: 'upload-host', severity: 'high', says: 'anybody can leave data at {item}' },
        { trait: 'credential-host', severity: 'high', says: '{item} hands out the credentials of the machine' },
        { trait: 'wide', severity: 'high', says: '{item} is a wildcard or a large range, or cannot be read' },
      ],
      reach: { stops: "agents' commands reach no domain at all" },
      nouns: ['domain', 'domains'],
      effects: {
        loosened: "Agents' commands may now reach {items}.",
        tightened: "Agents' commands may no longer reach {items}.",
      },
    }),
    why: 'Every domain that can be reached is a way out for code and secrets, and a way in for instructions.',
    remedy: 'Take the domain from the list, or name the one host that is needed.',
    controlIds: controlsOf('threats', 'transmission'),
    assumed: 'that an empty list lets no domain through',
    dormantWhile: [whileOff],
  },
  {
    field: 'sandbox.network.allowUnixSockets',
    label: 'Unix sockets that sandboxed commands may use',
    shape: allowList('path', 'high', {
      tiers: [
        { trait: 'agent-socket', severity: 'critical', says: '{item} gives control of containers or of keys' },
        { trait: 'everything', severity: 'critical', says: '{item} is every socket there is' },
      ],
      nouns: ['socket', 'sockets'],
      effects: {
        loosened: "Agents' commands may now talk to the {noun} {items}.",
        tightened: "Agents' commands may no longer talk to the {noun} {items}.",
      },
    }),
    why: 'Behind a socket stands a program with rights of its own, which a sandboxed command borrows.',
    remedy: 'Take the socket from the list.',
    controlIds: controlsOf('access', 'threats'),
    dormantWhile: [whileOff, whileAllSockets],
  },
  {
    field: 'sandbox.network.allowAllUnixSockets',
    label: 'All Unix sockets for sandboxed commands',
    shape: permission('critical', {
      on: "Agents' commands may now talk to every Unix socket, those of containers and key agents included.",
      off: "Agents' commands may now talk to listed Unix sockets only.",
      unset: 'The organization no longer says whether commands may talk to every Unix socket.',
    }),
    why: 'A container or key agent socket is as good as the whole machine.',
    remedy: 'Turn it off, and list the sockets that are needed.',
    controlIds: controlsOf('access', 'threats'),
    whenUnset: 'each project decides',
    dormantWhile: [whileOff],
  },
  {
    field: 'sandbox.network.allowLocalBinding',
    label: 'Local ports for sandboxed commands',
    shape: permission('medium', {
      on: "Agents' commands may now open ports on the machine.",
      off: "Agents' commands may no longer open ports on the machine.",
      unset: 'The organization no longer says whether commands may open ports on the machine.',
      tightenedSeverity: 'low',
    }),
    why: 'An open port can be reached by other programs, and perhaps by other machines.',
    remedy: 'Turn it off unless development servers need it.',
    controlIds: controlsOf('threats'),
    whenUnset: 'each project decides',
    dormantWhile: [whileOff],
  },
  proxyPort('httpProxyPort', 'HTTP'),
  proxyPort('socksProxyPort', 'SOCKS'),
];

function denied(list: 'denyWrite' | 'denyRead', done: string, verb: string): FieldRule {
  return {
    field: `sandbox.filesystem.${list}`,
    label: `Paths that must not be ${done}`,
    shape: denyList('path', 'high', {
      tiers: [everyFile, secrets('critical'), ...(list === 'denyWrite' ? [hooks] : [])],
      nouns: paths,
      effects: {
        loosened: `Agents' commands are no longer kept from ${list === 'denyWrite' ? 'writing to' : 'reading'} {items}.`,
        tightened: `Agents' commands can no longer ${verb} {items}.`,
      },
    }),
    why: 'The list holds what stays closed even if something else allows it.',
    remedy: 'Put the path back on the list.',
    controlIds: controlsOf('access', 'transmission'),
    dormantWhile: [whileOff],
  };
}

function proxyPort(port: 'httpProxyPort' | 'socksProxyPort', protocol: string): FieldRule {
  return {
    field: `sandbox.network.${port}`,
    label: `${protocol} proxy of the sandbox`,
    shape: {
      kind: 'value',
      type: 'number',
      severity: 'medium',
      effect: `Traffic of sandboxed commands now goes through the ${protocol} proxy on port {value}: another filter may see and change it, or none.`,
      unsetEffect: `Traffic of sandboxed commands no longer goes through the organization's ${protocol} proxy: it may be unfiltered, or filtered by the platform.`,
    },
    why: 'The person who listens on the port sees, and can change, what commands send and receive.',
    remedy: 'Check what listens on the port, and restore the port before if no one knows.',
    controlIds: controlsOf('threats', 'transmission'),
    dormantWhile: [whileOff],
  };
}
