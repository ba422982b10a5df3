import type { CompanyRow } from './schema.ts';
import { readTexts, writeTexts } from './textColumns.ts';

const columns = {
  email: 'email',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
} as const;
const namedColumns = { ...columns, name: 'name', country: 'country' } as const;

type AddressRow = Pick<CompanyRow, (typeof columns)[keyof typeof columns] | 'country'>;

export const toAddress = (row: AddressRow) => ({ ...readTexts(columns, row), country: row.country });

export const addressChange = ({ isActive, ...texts }: AddressBody) => ({
  ...writeTexts(namedColumns, texts),
  ...(isActive !== undefined && { is_active: isActive }),
});

type AddressBody = Partial<Record<keyof typeof namedColumns, string | null | undefined>> & {
  isActive?: boolean | undefined;
};
