import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface ServerConnection {
  socket: Socket;
  /** What PostgreSQL sent when the connection was opened; every client gets the same. */
  greeting: Buffer;
}

/**
 * A pooler in session mode, like PgBouncer with `ignore_startup_parameters = options`: it silently drops the start-up options,
 * and gives a server connection to the next client after DISCARD ALL. Returns its URL for `databaseUrl`.
 */
export async function sessionPooler(databaseUrl: string) {
  const { username, pathname, hostname } = new URL(databaseUrl);
  const socketFile = `${decodeURIComponent(hostname)}/.s.PGSQL.5432`;
  const idle: ServerConnection[] = [];
  const open = new Set<Socket>();

  async function serverConnection(): Promise<ServerConnection> {
    const kept = idle.shift();
    if (kept) return kept;
    const socket = track(connect(socketFile));
    socket.write(startup({ user: username, database: pathname.slice(1), application_name: 'pooler' }));
    return { socket, greeting: await untilReady(socket) };
  }

  function track(socket: Socket): Socket {
    open.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
  }

  async function serve(client: Socket) {
    // The start-up packet: all parameters but user and database are dropped.
    await once(client, 'data');
    const server = await serverConnection();
    client.write(server.greeting);
    let state = 'I';
    const fromServer = frames(({ type, body }) => {
      if (type === 'Z') state = body.toString();
    });
    const onData = (chunk: Buffer) => {
      fromServer(chunk);
      client.write(chunk);
    };
    server.socket.on('data', onData);
    let isLeaving = false;
    const toServer = frames(({ type, whole }) => {
      if (type === 'X') isLeaving = true;
      else if (!isLeaving) server.socket.write(whole);
    });
    client.on('data', toServer);
    server.socket.once('close', () => client.destroy());
    await once(client, 'close');
    server.socket.off('data', onData);
    if (!isLeaving || state !== 'I') return server.socket.destroy();
    server.socket.write(message('Q', 'DISCARD ALL\0'));
    await untilReady(server.socket);
    idle.push(server);
  }

  const listener = createServer((client) => void serve(track(client)).catch(() => client.destroy()));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => listener.close(closed));
    },
  };
}

/** Returns the server's messages until it is ready for the next query. */
const untilReady = (socket: Socket) =>
  new Promise<Buffer>((resolve, reject) => {
    const heard: Buffer[] = [];
    const onFrame = frames(({ type, whole }) => {
      heard.push(whole);
      if (type !== 'Z') return;
      socket.off('data', onFrame);
      socket.off('close', reject);
      resolve(Buffer.concat(heard));
    });
    socket.on('data', onFrame);
    socket.once('close', reject);
  });

interface Frame {
  type: string;
  body: Buffer;
  whole: Buffer;
}

/** Returns a listener for bytes that calls `onFrame` with each whole message of PostgreSQL's protocol. */
function frames(onFrame: (frame: Frame) => void) {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      const whole = rest.subarray(0, end);
      rest = rest.subarray(end);
      onFrame({ type: String.fromCharCode(whole[0] ?? 0), body: whole.subarray(5), whole });
    }
  };
}

const sized = (body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length + 4);
  return Buffer.concat([size, body]);
};

const message = (type: string, body: string) => Buffer.concat([Buffer.from(type), sized(Buffer.from(body))]);

/** A start-up packet of protocol 3.0 with these parameters. */
function startup(parameters: Record<string, string>): Buffer {
  const pairs = Object.entries(parameters)
    .map(([name, value]) => `${name}\0${value}\0`)
    .join('');
  return sized(Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`${pairs}\0`)]));
}
