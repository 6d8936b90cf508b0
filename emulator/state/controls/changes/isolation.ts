import { dayMs, excluding, including, listing, openedThenClosed, single, type Storyline } from '../storyline.ts';

export const sandboxOffAndOn: Storyline = openedThenClosed('sandbox off and on', ({ sandbox }, isOpened) => {
  sandbox.enabled = !isOpened;
});

export const isolationStorylines: readonly Storyline[] = [
  single('write path added', (settings, { random }) => {
    const { filesystem } = settings.sandbox;
    filesystem.allowWrite = including(
      filesystem.allowWrite,
      random.pick(['~/.cache', '/opt/builds', '~', '/var/log/agent']),
    );
  }),
  openedThenClosed('secrets readable for a while', ({ sandbox: { filesystem } }, isOpened) => {
    filesystem.denyRead = listing(filesystem.denyRead, '~/.aws', !isOpened);
  }),
  single('domain added', (settings, { random }) => {
    const { network } = settings.sandbox;
    network.allowedDomains = including(
      network.allowedDomains,
      random.pick(['*.githubusercontent.com', 'pypi.org', 'paste.example', '*.npmjs.org']),
    );
  }),
  openedThenClosed('container socket opened', ({ sandbox: { network } }, isOpened) => {
    network.allowUnixSockets = listing(network.allowUnixSockets, '/var/run/docker.sock', isOpened);
  }),
  single('proxy moved', (settings, { random }) => {
    const { network } = settings.sandbox;
    network.httpProxyPort = random.pick([3128, 8080, 8888]);
    network.allowLocalBinding = random.chance(0.5);
  }),
  openedThenClosed('agent shield unset', (settings, isOpened) => {
    if (isOpened) {
      delete settings.enableAgentShield;
    } else {
      settings.enableAgentShield = true;
    }
  }),
  single('command allowed', (settings, { random }) => {
    const command = random.pick(['npm run build', 'docker compose up *', 'curl *', 'python3 *', 'terraform plan']);
    settings.commandAllowlist = including(settings.commandAllowlist, command);
  }),
  {
    name: 'denied command freed, then denied again',
    steps: (random) => [
      {
        afterMs: 0,
        edit: (settings) => {
          settings.commandDenylist = excluding(settings.commandDenylist, 'kubectl delete *');
        },
      },
      {
        afterMs: random.integer(1, 5) * dayMs,
        edit: (settings) => {
          settings.commandDenylist = including(settings.commandDenylist, 'kubectl delete *');
        },
      },
    ],
  },
];

/** A review in two revisions that only tightens. */
export const tighteningReview: Storyline = {
  name: 'tightening review',
  steps: (random) => [
    {
      afterMs: 0,
      edit: (settings, context) => {
        const { filesystem, network } = settings.sandbox;
        filesystem.denyRead = including(filesystem.denyRead, context.random.pick(['~/.gnupg', '~/.kube', '~/.netrc']));
        network.allowedDomains = excluding(network.allowedDomains, 'paste.example');
      },
    },
    {
      afterMs: random.integer(5, 90) * 60_000,
      edit: (settings, context) => {
        const command = context.random.pick(['dd if=*', 'chmod 777 *', 'scp *', 'nc *']);
        settings.commandDenylist = including(settings.commandDenylist, command);
      },
    },
  ],
};
