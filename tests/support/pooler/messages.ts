interface Frame {
  type: string;
  body: Buffer;
  whole: Buffer;
}

/** Returns a listener for bytes that calls `hear` with each whole message of PostgreSQL's protocol. */
export function frames(hear: (frame: Frame) => void) {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      const whole = rest.subarray(0, end);
      rest = rest.subarray(end);
      hear({ type: String.fromCharCode(whole[0] ?? 0), body: whole.subarray(5), whole });
    }
  };
}

const sized = (body: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length + 4);
  return Buffer.concat([size, body]);
};

export const message = (type: string, body: string) => Buffer.concat([Buffer.from(type), sized(Buffer.from(body))]);

/** A start-up packet of protocol 3.0 with these parameters. */
export function startup(parameters: Record<string, string>): Buffer {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`).join('');
  return sized(Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`${pairs}\0`)]));
}
