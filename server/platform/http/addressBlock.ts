import ipaddr from 'ipaddr.js';

/** An IPv4 address, or the first 64 bits of an IPv6 address: one household or one rented machine has all addresses below them. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
