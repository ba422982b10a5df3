import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A proxy between a browser and the server that loses every second response after the server has sent it. */
export async function cuttingProxy(port: number) {
  let count = 0;
  const server = createServer((browser) => {
    const cuts = (count += 1) % 2 === 1;
    const upstream = connect(port, '127.0.0.1');
    browser.pipe(upstream);
    if (cuts) upstream.once('data', () => browser.destroy());
    else upstream.pipe(browser);
    for (const socket of [browser, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => [browser, upstream].forEach((other) => other.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => Math.ceil(count / 2),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
