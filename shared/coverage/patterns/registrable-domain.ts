import { parse } from 'tldts';

import { words } from '../words.ts';

/** A vendor's names under which each customer gets a subdomain, missing in the public suffix list. */
const customerSuffixes = [
  'openai.azure.com',
  'cognitiveservices.azure.com',
  'services.ai.azure.com',
  'inference.ai.azure.com',
  'inference.ml.azure.com',
  'endpoints.huggingface.cloud',
];

/**
 * Returns the registered part of a host, which identifies its owner: `example.co.uk` for `api.example.co.uk`. Customers
 * of a hosting platform count as different owners. Takes a host, with or without port or wildcard, or a URL. An
 * address, and a name without a public suffix such as `localhost`, is returned unchanged. Undefined without a host.
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

export function isPublicSuffix(host: string): boolean {
  const { publicSuffix, hostname, isIcann } = parse(host, { validateHostname: false });
  return isIcann === true && publicSuffix !== null && publicSuffix === hostname;
}

/** Whether a wildcard includes every name under a public suffix: `*.com`, `.co.uk`. */
export function isOpenSuffix(host: string): boolean {
  const [, name = ''] = /^\s*(?:[a-z*]+:\/\/)?(?:\*?\.)+([^:/*\s]+?)\.?(?::[\d*-]*)?(?:\/.*)?\s*$/iu.exec(host) ?? [];
  return name !== '' && isPublicSuffix(name.toLowerCase());
}

/** Hosts to which anyone can upload data: pastes, file drops, webhooks, tunnels, buckets. */
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

/** Whether a host accepts uploads from anyone, or a wildcard covers such hosts. `breadthOf` judges a single `*`. */
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
