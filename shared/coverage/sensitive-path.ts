import { globCovers, hasSymbol, patternLengthMax } from './patterns/glob.ts';
import { pathPattern } from './patterns/path-pattern.ts';
import { words } from './words.ts';

const secretNames = words(`
  .ssh .aws .azure .gnupg .kube .docker .gcloud .oci .terraform.d .password-store .netrc _netrc .npmrc .pypirc
  .pgpass .my.cnf .env .envrc .git-credentials .vault-token .s3cfg .boto .htpasswd .bash_history .zsh_history
  .credentials credentials credentials.json id_rsa id_dsa id_ecdsa id_ed25519 authorized_keys keychains keyrings
  secrets shadow sudoers auth.json .mozilla cookies .1password rclone.conf
`);

const secretPlaces = words(`
  /.config/gcloud/ /.config/gh/ /.config/op/ /.config/rclone/ /.cargo/credentials.toml/ /.m2/settings.xml/
  /.gem/credentials/ /.gradle/gradle.properties/ /.claude.json/ /.codex/ /etc/ssl/private/ /etc/ssh/
  /etc/kubernetes/ /proc/self/environ/
`);

const secretEndings = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ovpn|asc|gpg|keytab)$/u;
const sampleEnvFile = /^\.env\.(?:example|sample|template|dist)$/u;
const envFile = /^\.env(?:\..+)?$/u;

const secretSamples = ['/etc/shadow', '/root/.ssh/id_rsa', '~/.ssh/id_rsa', '~/.aws/credentials'];
const browserPlace = /\/login data\/|\/library\/application support\/google\//u;
const home = /^(?:\/[a-z]:)?\/(?:home|users)(?:\/[^/]+)?\/$/u;

/** Whether a path holds credentials: `~/.ssh`, `*.pem`, `/etc`, a home. A wildcard counts as anything it may match. */
export function isSecretPath(path: string): boolean {
  const { pattern, plain, names } = read(path);
  return (
    home.test(plain) ||
    names.some((name) => isSecretName(name)) ||
    browserPlace.test(plain) ||
    secretPlaces.some((place) => plain.includes(place)) ||
    holdsAny(pattern, secretSamples)
  );
}

/** Files and folders whose content runs automatically: at a commit, at login, by an agent, on a schedule. */
const hookNames = words(`
  .husky .githooks .gitconfig .pre-commit-config.yaml lefthook.yml hooks.json crontab .bashrc .bash_profile
  .profile .zshrc .zshenv .zprofile .bash_login .bash_logout launchagents launchdaemons cron.d cron.daily
  cron.hourly autostart .git .claude .factory
`);
const hookPlaces = /\/[^/]*(?:\.git|\.[a-z][^/]*)\/(?:[^/]+\/)*hooks(?:\.json|\.d)?\/|\/\.github\/workflows\//u;
const hookFiles = /\/\.vscode\/tasks\.json\/|\/(?:etc|\.config)\/systemd\/|\/etc\/(?:profile|bash)/u;
const hookSamples = ['/etc/cron.d/x', '~/.bashrc', './.git/hooks/pre-commit'];

/** Whether a path's content runs automatically: hooks, shell start files, schedules. Not a project's `src/hooks`. */
export function isHookPath(path: string): boolean {
  const { pattern, plain, names } = read(path);
  return (
    names.some((name) => hookNames.some((known) => stands(name, known))) ||
    hookPlaces.test(plain) ||
    hookFiles.test(plain) ||
    holdsAny(pattern, hookSamples)
  );
}

const agentSocket = new RegExp(
  [
    String.raw`(?:docker|dockerd|containerd|podman|crio|cri-dockerd|buildkitd|dockershim|libvirt|libvirt-sock|lxd|kubelet)[^/]*\.?sock`,
    String.raw`docker_engine|/lxd/unix\.socket|system_bus_socket|/systemd/private`,
    String.raw`ssh_auth_sock|ssh-agent|/ssh-[^/]*/|/agent\.\d+/|/keyring/|/com\.apple\.launchd\.[^/]*/listeners`,
    String.raw`gpg-agent|s\.gpg|pcscd|1password[^/]*/|/agent\.sock|\.agent/|agent\.socket`,
  ].join('|'),
  'u',
);
const socketSamples = [
  '/var/run/docker.sock',
  '/run/docker.sock',
  '/run/containerd/containerd.sock',
  '/tmp/ssh-x/agent.1',
];

/** Whether a socket gives control of a container engine or a key agent. */
export function isAgentSocket(path: string): boolean {
  const { pattern, plain } = read(path);
  return agentSocket.test(plain) || holdsAny(pattern, socketSamples);
}

const pathLengthMax = 4096;

function read(path: string) {
  const plainPath = path.slice(0, pathLengthMax).trim().normalize('NFKC').toLowerCase();
  const names = plainPath.split(/[/\\]+/u).filter((name) => name !== '' && name !== '.');
  return { pattern: pathPattern(plainPath), plain: `/${names.join('/')}/`, names };
}

function isSecretName(name: string): boolean {
  const isEnvFile = envFile.test(name) && !sampleEnvFile.test(name);
  return isEnvFile || secretEndings.test(name) || secretNames.some((known) => stands(name, known));
}

/** Whether a name, which may have wildcards, matches a known one. A name of wildcards alone matches none. */
function stands(name: string, known: string): boolean {
  if (!name.includes('*') || /^[*.?]*\*[*?]*$/u.test(name)) {
    return name === known;
  }
  const pattern = pathPattern(name)?.slice('./'.length, -'/_'.length) ?? '';
  return hasSymbol(pattern) && globCovers(pattern, known);
}

function holdsAny(pattern: string | undefined, samples: readonly string[]): boolean {
  const isPattern = pattern !== undefined && pattern.length <= patternLengthMax;
  return isPattern && samples.some((sample) => globCovers(pattern, pathPattern(sample) ?? '', '/'));
}
