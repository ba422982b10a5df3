import { describe, expect, test } from 'vitest';
import { addressRefusal, toDestination, resolveDestination } from '#server/modules/webhooks/destination.ts';

/** As the URL of an endpoint, with the address to which it leads. */
const at = (url: string) => toDestination(new URL(url));

const refused: [string, string][] = [
  ['loopback', 'https://127.0.0.1/'],
  ['loopback, elsewhere in its network', 'https://127.8.9.10/'],
  ['loopback as a decimal number', 'https://2130706433/'],
  ['loopback in octal digits', 'https://0177.0.0.1/'],
  ['loopback in hexadecimal digits', 'https://0x7f.0.0.1/'],
  ['loopback as one hexadecimal number', 'https://0x7f000001/'],
  ['loopback with parts left out', 'https://127.1/'],
  ['loopback by IPv6', 'https://[::1]/'],
  ['loopback by IPv6, written out', 'https://[0:0:0:0:0:0:0:1]/'],
  ['loopback, IPv4 within IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['loopback, IPv4 within IPv6 in hexadecimal digits', 'https://[::ffff:7f00:1]/'],
  ['loopback, IPv4 within IPv6 in its old form', 'https://[::7f00:1]/'],
  ['metadata in the old form', 'https://[::a9fe:a9fe]/'],
  ['IPv6 that nobody has been given', 'https://[4000::1]/'],
  ['this host', 'https://0.0.0.0/'],
  ['this network', 'https://0.1.2.3/'],
  ['zero', 'https://0/'],
  ['this host by IPv6', 'https://[::]/'],
  ['link-local', 'https://169.254.1.1/'],
  ['metadata of most providers', 'https://169.254.169.254/latest/meta-data/'],
  ['metadata as a decimal number', 'https://2852039166/'],
  ['metadata within IPv6', 'https://[::ffff:169.254.169.254]/'],
  ['metadata of Amazon by IPv6', 'https://[fd00:ec2::254]/'],
  ['metadata of Alibaba', 'https://100.100.100.200/'],
  ['metadata of Azure', 'https://168.63.129.16/'],
  ['metadata of Oracle', 'https://192.0.0.192/'],
  ['link-local by IPv6', 'https://[fe80::1]/'],
  ['private, 10', 'https://10.0.0.5/'],
  ['private, 172.16', 'https://172.16.0.1/'],
  ['private, 172.31', 'https://172.31.255.254/'],
  ['private, 192.168', 'https://192.168.1.20/'],
  ['private within IPv6', 'https://[::ffff:10.0.0.5]/'],
  ['shared by carriers', 'https://100.64.0.1/'],
  ['unique local by IPv6', 'https://[fd12:3456::1]/'],
  ['multicast', 'https://224.0.0.1/'],
  ['multicast by IPv6', 'https://[ff02::1]/'],
  ['broadcast', 'https://255.255.255.255/'],
  ['reserved', 'https://240.0.0.1/'],
  ['documentation', 'https://192.0.2.1/'],
  ['benchmarks', 'https://198.18.0.1/'],
  ['6to4 to loopback', 'https://[2002:7f00:1::]/'],
  ['NAT64 to a private network', 'https://[64:ff9b::a00:5]/'],
  ['Teredo', 'https://[2001:0:7f00:1::]/'],
  ['documentation by IPv6', 'https://[2001:db8::1]/'],
];

describe('an address that is not public is refused', () => {
  test('there are 40 of them', () => expect(refused.length).toBeGreaterThanOrEqual(40));

  test.each(refused)('%s: %s', async (_what, url) => {
    await expect(resolveDestination(at(url), [])).rejects.toThrow(/^Webhooks are not sent there: /);
  });

  test.each(refused)('%s behind a name', async (_what, url) => {
    const named = async () => [at(url).host];
    await expect(resolveDestination(at('https://hooks.example.com/'), [], named)).rejects.toThrow(
      /^Webhooks are not sent there: /,
    );
  });
});

test.each(['https://93.184.215.14/', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'])(
  '%s is public',
  async (url) => {
    expect(await resolveDestination(at(url), [])).toHaveLength(1);
  },
);

test('a name with one public and one private address is refused', async () => {
  const both = async () => ['93.184.215.14', '10.0.0.5'];
  await expect(resolveDestination(at('https://hooks.example.com/'), [], both)).rejects.toThrow('private network');
});

test('a name that answers otherwise the second time is checked the second time', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1']];
  const rebinding = async () => answers.shift() ?? [];
  const to = at('https://hooks.example.com/');
  await resolveDestination(to, [], rebinding);
  await expect(resolveDestination(to, [], rebinding)).rejects.toThrow('this server itself');
});

describe('the operator’s list', () => {
  test.each([
    ['10.0.0.5', 'https://10.0.0.5/', true],
    ['10.0.0.5', 'https://10.0.0.6/', false],
    ['10.0.0.0/8', 'https://10.9.8.7/', true],
    ['10.0.0.0/8', 'https://[::ffff:10.9.8.7]/', true],
    ['10.0.0.0/8', 'https://192.168.1.1/', false],
    ['fd12::/16', 'https://[fd12::5]/', true],
    ['10.0.0.5:8443', 'https://10.0.0.5:8443/', true],
    ['10.0.0.5:8443', 'https://10.0.0.5/', false],
    ['127.0.0.1', 'https://127.0.0.1/', false],
    ['127.0.0.0/8', 'https://127.0.0.1/', false],
    ['127.0.0.1:3001', 'https://127.0.0.1:3001/', true],
    ['127.0.0.1:3001', 'https://127.0.0.1:3002/', false],
    ['[::1]:3001', 'https://[::1]:3001/', true],
    ['169.254.0.0/16', 'https://169.254.169.254/', false],
    ['169.254.169.254', 'https://169.254.169.254/', false],
    ['100.64.0.0/10', 'https://100.100.100.200/', false],
    ['fd00:ec2::254', 'https://[fd00:ec2::254]/', false],
    ['0.0.0.0/0', 'https://0.0.0.0/', false],
  ])('%s, for %s: %s', async (entry, url, isOpen) => {
    const to = at(url);
    expect(addressRefusal(to.host, to, [entry]) === undefined).toBe(isOpen);
  });

  test('a listed name may lead into a private network, and to loopback only with its port', async () => {
    const to = at('https://door.gym.lan:8443/');
    const found = (address: string) => async () => [address];
    expect(await resolveDestination(to, ['door.gym.lan'], found('192.168.1.20'))).toHaveLength(1);
    await expect(resolveDestination(to, ['door.gym.lan'], found('127.0.0.1'))).rejects.toThrow();
    expect(await resolveDestination(to, ['door.gym.lan:8443'], found('127.0.0.1'))).toHaveLength(1);
    await expect(resolveDestination(to, ['door.gym.lan:8443'], found('169.254.169.254'))).rejects.toThrow();
  });
});
