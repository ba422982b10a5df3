import { constants, deflateRawSync } from 'node:zlib';

const head = '%PDF-1.7\n';
const page = [
  '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
  '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
  '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>\nendobj\n',
].join('');

/** One page, with a table of its objects that is a stream of these bytes. */
function withTable(entries: string, table: Buffer): Buffer {
  const at = head.length + page.length;
  const begin = `9 0 obj\n<</Type/XRef/Root 1 0 R ${entries}/Length ${table.length}>>\nstream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([Buffer.from(head + page + begin), table, Buffer.from(end)]);
}

/** Some 340 bytes whose table has four billion entries of no bytes each. */
export const endlessPdf = (): Buffer => withTable('/Size 4294967295/W[0 0 0]/Index[0 4294967295]', Buffer.alloc(700));

/** One megabyte whose table is a gigabyte of zeros. */
export function hugePdf(): Buffer {
  const zeros = deflateRawSync(Buffer.alloc(16 * 1024 * 1024), { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const table = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: 64 }, () => zeros)]);
  return withTable('/Size 10/W[1 4 2]/Index[0 10]/Filter/FlateDecode', table);
}
