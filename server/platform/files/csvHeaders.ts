import { attachment } from './fileName.ts';

export const csvHeaders = (fileName: string) => ({
  'content-disposition': attachment(fileName),
  'content-type': 'text/csv; charset=utf-8',
});
