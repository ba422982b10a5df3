import type { ColumnType, Generated } from 'kysely';

export type Text = Generated<string>;
export type Moment = Generated<Date>;
export type Numeric = ColumnType<string, string | number, string | number>;

export interface AddressColumns {
  email: Text;
  phone: Text;
  address: Text;
  city: Text;
  state: Text;
  zip_code: Text;
}

export interface Owned {
  id: string;
  company_id: string;
  created_at: Moment;
}

export interface Editable extends Owned {
  updated_at: Moment;
}

export interface Archivable extends Editable {
  archived_at: Date | null;
}
