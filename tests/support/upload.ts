const boundary = 'a-boundary-of-the-tests';

/** A multipart form with one file, as a browser sends it: `caller.post(path, upload('image', bytes))`. */
export function upload(field: string, bytes: Uint8Array, name = 'me.jpg', type = 'image/jpeg') {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
