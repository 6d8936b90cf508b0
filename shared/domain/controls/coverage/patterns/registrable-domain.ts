import { parse } from 'tldts';

import { words } from '../words.ts';

/** Names of one vendor under which each customer has one, and which the public suffix list lacks. */
const customerSuffixes = [
  'openai.azure.com',
  'cognitiveservices.azure.com',
  'services.ai.azure.com',
  'inference.ai.azure.com',
  'inference.ml.azure.com',
  'endpoints.huggingface.cloud',
];

/**
 * The part of a host that somebody has registered, and so whose host it is: `api.example.co.uk` is of `example.co.uk`,
 * and two customers of a platform that lets others in are two. Takes a host, a host with port or wildcard, or a URL; an
 * address, and a name without a public suffix such as `localhost`, is its own. None for what has no host.
 */
export function registrableDomain(host: string): string | undefined {
  const { hostname, domain, isIp } = parse(withoutWildcard(host), {
    allowPrivateDomains: true,
    validateHostname: false,
  });
  if (hostname === null || hostname === '') {
    return undefined;
  }
  const suffix = isIp === true ? undefined : customerSuffixes.find((each) => hostname.endsWith(`.${each}`));
  if (suffix !== undefined) {
    const customer =
      hostname
        .slice(0, -suffix.length - 1)
        .split('.')
        .at(-1) ?? '';
    return `${customer}.${suffix}`;
  }
  return domain ?? hostname;
}

/** Whether a name is one under which everybody can register: `com`, `co.uk`. */
export function isPublicSuffix(host: string): boolean {
  const { publicSuffix, hostname, isIcann } = parse(host, { validateHostname: false });
  return isIcann === true && publicSuffix !== null && publicSuffix === hostname;
}

/** Whether a wildcard holds every name under a public suffix, one of which anybody can register: `*.com`, `.co.uk`. */
export function isOpenSuffix(host: string): boolean {
  const [, name = ''] = /^\s*(?:[a-z*]+:\/\/)?(?:\*?\.)+([^:/*\s]+?)\.?(?::[\d*-]*)?(?:\/.*)?\s*$/iu.exec(host) ?? [];
  return name !== '' && isPublicSuffix(name.toLowerCase());
}

/** Hosts to which anybody can upload data: pastes, file drops, webhooks, tunnels, buckets. */
const uploadHosts = words(`
  pastebin.com paste.ee hastebin.com dpaste.com dpaste.org ix.io sprunge.us termbin.com rentry.co privatebin.net
  controlc.com paste.rs gist.github.com ghostbin.com justpaste.it pastes.dev transfer.sh file.io 0x0.st
  wetransfer.com gofile.io anonfiles.com bashupload.com temp.sh oshi.at catbox.moe tmpfiles.org uguu.se
  filebin.net mega.nz mediafire.com dropbox.com dropboxapi.com drive.google.com onedrive.live.com sendspace.com
  pixeldrain.com keep.sh wormhole.app imgur.com webhook.site requestbin.com requestbin.net pipedream.net
  hookbin.com beeceptor.com requestcatcher.com hooks.slack.com discord.com discordapp.com api.telegram.org
  hooks.zapier.com maker.ifttt.com ntfy.sh interact.sh oast.pro oast.live oast.site oast.online oast.fun oast.me
  burpcollaborator.net oastify.com ngrok.io ngrok.app ngrok-free.app ngrok.dev trycloudflare.com localhost.run
  loca.lt serveo.net s3.amazonaws.com storage.googleapis.com blob.core.windows.net r2.cloudflarestorage.com
  r2.dev digitaloceanspaces.com backblazeb2.com wasabisys.com linodeobjects.com storage.yandexcloud.net
  aliyuncs.com
`);
const regionalBucket = /(?:^|\.)s3[.-](?:[a-z0-9-]+\.)*amazonaws\.com(?:\.cn)?$/u;

/** Whether a host accepts uploads from anybody, or a wildcard covers such hosts. `breadthOf` judges a single `*`. */
export function isUploadHost(host: string): boolean {
  const isWildcard = /^\s*(?:[a-z]+:\/\/)?\*?\./iu.test(host);
  const name = parse(withoutWildcard(host), { validateHostname: false }).hostname ?? '';
  return (
    regionalBucket.test(name) ||
    uploadHosts.some(
      (each) => name === each || name.endsWith(`.${each}`) || (isWildcard && name !== '' && each.endsWith(`.${name}`)),
    )
  );
}

function withoutWildcard(host: string): string {
  return host.trim().replace(/^([a-z][a-z0-9+.-]*:\/\/)?(?:\*?\.)+/iu, '$1');
}
