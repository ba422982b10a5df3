/** The columns of a change: an absent field is left out, an emptied one becomes empty text. */
export function addressChange(body: AddressBody): Partial<AddressChange> {
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

interface AddressChange {
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  country: string;
  is_active: boolean;
}
