import type { Selectable } from 'kysely';
import type { CompanyTable } from './schema.ts';

type CompanyRow = Selectable<CompanyTable>;
type AddressRow = Pick<CompanyRow, 'email' | 'phone' | 'address' | 'city' | 'state' | 'zip_code' | 'country'>;

/** Empty text is null on the wire. */
export const toAddress = ({ email, phone, address, city, state, zip_code, country }: AddressRow) => ({
  email: email || null,
  phone: phone || null,
  address: address || null,
  city: city || null,
  state: state || null,
  zipCode: zip_code || null,
  country,
});

/** An absent field is left out, an emptied one becomes empty text. */
export function addressChange(body: AddressBody): Partial<AddressRow & Pick<CompanyRow, 'name' | 'is_active'>> {
  const { email, phone, address, city, state, zipCode, country, isActive, name } = body;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email ?? '' }),
    ...(phone !== undefined && { phone: phone ?? '' }),
    ...(address !== undefined && { address: address ?? '' }),
    ...(city !== undefined && { city: city ?? '' }),
    ...(state !== undefined && { state: state ?? '' }),
    ...(zipCode !== undefined && { zip_code: zipCode ?? '' }),
    ...(country !== undefined && { country }),
    ...(isActive !== undefined && { is_active: isActive }),
  };
}

interface AddressBody {
  name?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  address?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zipCode?: string | null | undefined;
  country?: string | undefined;
  isActive?: boolean | undefined;
}
