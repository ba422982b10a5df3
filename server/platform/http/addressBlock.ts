import ipaddr from 'ipaddr.js';

/** Some proxies forward an address with the port of its connection, which is another one each time. */
const withPort = /^(\d+(?:\.\d+){3}):\d+$|^\[(.+)\](?::\d+)?$/;

/** An IPv4 address, or the first 64 bits of an IPv6 address: one household or one rented machine has all addresses below them. */
export function addressBlock(forwarded: string): string {
  const [, ipv4, ipv6] = withPort.exec(forwarded) ?? [];
  const address = ipv4 ?? ipv6 ?? forwarded;
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
