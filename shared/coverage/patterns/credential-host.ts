import { words } from '../words.ts';
import { parseAddressRange, type AddressRange } from './address-range.ts';
import { domainPattern, parseHost } from './domain-pattern.ts';
import { globCovers } from './glob.ts';
import { carriedAddress, parseHostAddress } from './host-address.ts';

/** Cloud metadata services, which give the machine's credentials to any process on it. */
const addresses: readonly AddressRange[] = words(`
  169.254.169.254 169.254.170.2 169.254.170.23 169.254.42.42 169.254.0.23 100.100.100.200 192.0.0.192 168.63.129.16
  fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42 fe80::a9fe:a9fe
`).flatMap((address) => parseAddressRange(address) ?? []);

const names: readonly string[] = words(`
  metadata metadata.google.internal metadata.goog metadata.azure.internal metadata.azure.com instance-data
  instance-data.ec2.internal metadata.tencentyun.com metadata.platformequinix.com metadata.packet.net
  api.metadata.cloud.ibm.com
`);
const patterns = names.map((name) => domainPattern(name) ?? '');

const resolving =
  /^(?:.*[.-])?((?:\d{1,3}[.-]){3}\d{1,3}|[0-9a-f]{8})\.(?:nip\.io|sslip\.io|xip\.io|1u\.ms|localtest\.me|traefik\.me)$/u;

/** Whether a host is, or a wildcard or range contains, a cloud's metadata service, in any notation. */
export function isCredentialHost(host: string): boolean {
  const read = parseHost(host.replace(/^((?:[a-z*][a-z0-9+.*-]*:)?\/\/)?[^@/]*@/iu, '$1'));
  if (read === undefined) {
    return false;
  }
  const [, written] = resolving.exec(read.name) ?? [];
  const spelled =
    written === undefined
      ? undefined
      : parseHostAddress(/[.-]/u.test(written) ? written.replaceAll('-', '.') : `0x${written}`);
  const ranges = [...read.addresses, ...(spelled === undefined ? [] : [spelled])].flatMap((range) => [
    range,
    carriedAddress(range) ?? range,
  ]);
  return ranges.some((range) => addresses.some((each) => holds(range, each))) || matchesName(read.name);
}

function holds(range: AddressRange, { family, first }: AddressRange): boolean {
  return range.family === family && range.first <= first && range.last >= first;
}

function matchesName(name: string): boolean {
  const pattern = domainPattern(name) ?? '';
  return patterns.some((known) => globCovers(pattern, known));
}
