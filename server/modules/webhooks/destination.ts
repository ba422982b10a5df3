import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Cloud providers answer a machine's questions about itself here, besides the link-local addresses. */
const metadata = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']);
const privateRanges = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

interface Destination {
  /** As in a URL, but an IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
}

export const toDestination = (url: URL): Destination => ({
  host: url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase(),
  port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
});

/**
 * Why a webhook is not sent to this address; undefined when it may be. Private networks are open only where the operator lists the
 * host or the address, loopback only where it is listed with its port, and everything else that is not public never.
 */
export function addressRefusal(
  address: string,
  { host, port }: Destination,
  allowed: readonly string[],
): string | undefined {
  if (!ipaddr.isValid(address)) return 'It is not an address';
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  const plain = parsed.toString();
  if (metadata.has(plain)) return `${address} is reserved for the machine's own provider`;
  if (range === 'unicast' && isGlobal(parsed)) return undefined;
  const withPort = [host, plain].flatMap((name) => [`${name}:${port}`, `[${name}]:${port}`]);
  if (range === 'loopback')
    return withPort.some((entry) => allowed.includes(entry)) ? undefined : `${address} is this server itself`;
  if (!privateRanges.has(range)) return `${address} is not a public address`;
  const isListed =
    [...withPort, host, plain].some((entry) => allowed.includes(entry)) ||
    allowed.some((entry) => isInNetwork(parsed, entry));
  return isListed ? undefined : `${address} is in a private network`;
}

/** Of IPv6 only 2000::/3 is given out: what is neither that nor named by a range is nobody's, such as `::7f00:1`, once 127.0.0.1. */
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  !('parts' in address) || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;

function isInNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, entry: string): boolean {
  if (!ipaddr.isValidCIDR(entry)) return false;
  const [network, bits] = ipaddr.parseCIDR(entry);
  return network.kind() === address.kind() && address.match(network, bits);
}

export class RefusedDestination extends Error {}

interface Found {
  readonly address: string;
  readonly family: number;
}

/**
 * All addresses of a host. One that is refused refuses the host: which of them a connection takes is not for us to say. Rejects when
 * there is none.
 */
export async function resolveDestination(
  to: Destination,
  allowed: readonly string[],
  resolve: typeof findAddresses = findAddresses,
): Promise<Found[]> {
  const isListed = allowed.includes(to.host) || allowed.includes(`${to.host}:${to.port}`);
  const addresses = isIP(to.host) ? [to.host] : await resolve(to.host, isListed);
  if (addresses.length === 0) throw new Error(`${to.host} has no address`);
  for (const address of addresses) {
    const refusal = addressRefusal(address, to, allowed);
    if (refusal) throw new RefusedDestination(`Webhooks are not sent there: ${refusal}`);
  }
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

/**
 * The machine's own names are only for hosts that the operator lists. Others are asked of the name servers, without a thread: slow name
 * servers would hold up everything else that needs one.
 */
async function findAddresses(host: string, isListed: boolean): Promise<string[]> {
  if (isListed) return (await lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const resolved = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return resolved.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}
