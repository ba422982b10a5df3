import { isIPv6 } from 'node:net';

/**
 * What a rate limit by address counts: a whole IPv4 address, or the first 64 bits of an IPv6 address, since one household
 * or one rented machine has all addresses below them.
 */
export function addressBlock(address: string): string {
  const ip = address.replace(/%.*$/, '');
  if (!isIPv6(ip)) return address;
  const groups = toGroups(ip);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. `URL` writes an IPv4 tail as two of them. */
function toGroups(ip: string): number[] {
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
