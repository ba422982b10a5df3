import type { Generated, JSONColumnType } from 'kysely';
import type { ActivityChange, ActorType, RecordType } from '#domain/contract/activity.ts';
import type { Level } from '#domain/rules/access.ts';
import type { MailKind } from '#domain/rules/memberMails.ts';
import type { UserStatus } from '#domain/rules/users.ts';
import type { Moment, Text } from './columnTypes.ts';

export interface UserTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  created_at: Moment;
  updated_at: Moment;
  last_seen_at: Generated<Date | null>;
  /** Whether this admin gets the Z report of each closed drawer by mail. */
  mails_z_reports: Generated<boolean>;
}

export interface SessionTable {
  id: string;
  user_id: string;
  created_at: Moment;
  expires_at: Date;
  revoked_at: Date | null;
  /** In words: 'Chrome on Windows'. */
  device: Generated<string | null>;
  by_passkey: Generated<boolean>;
  last_seen_at: Generated<Date | null>;
}

/** A person without a row is active. */
export interface CompanyUserTable {
  company_id: string;
  user_id: string;
  status: Generated<UserStatus>;
  invited_at: Generated<Date | null>;
  invited_first_name: Generated<string | null>;
  invited_last_name: Generated<string | null>;
  invitation_hash: Generated<Buffer | null>;
  invitation_expires_at: Generated<Date | null>;
  updated_at: Moment;
}

export interface UserTokenTable {
  token_hash: Buffer;
  user_id: string;
  purpose: 'reset' | 'verify';
  expires_at: Date;
  used_at: Date | null;
  created_at: Moment;
}

export interface SecondFactorTable {
  user_id: string;
  secret_sealed: string;
  confirmed_at: Date | null;
  last_step: number | null;
  created_at: Moment;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  created_at: Moment;
  last_used_at: Date | null;
}

export interface LocationAccessTable {
  user_id: string;
  company_id: string;
  location_id: string;
  access_level: Level;
  created_at: Moment;
}

export interface ActivityTable {
  id: string;
  company_id: string;
  at: Moment;
  actor_type: ActorType;
  actor_id: string | null;
  actor_name: string;
  action: string;
  record_type: RecordType;
  record_id: string;
  record_label: string;
  location_id: string | null;
  changes: JSONColumnType<ActivityChange[], string, never>;
  request_id: string | null;
}

/** A mail to a member. What `data` contains depends on the kind. */
export interface MailTable {
  id: Generated<string>;
  company_id: string;
  contact_id: string;
  kind: MailKind;
  data: JSONColumnType<{ [key: string]: unknown }, string, string>;
  /** Null for the contact's own address. */
  address: string | null;
  once: string | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  due_at: Date | null;
  attempts: Generated<number>;
  sent_to: Generated<string | null>;
  failure: Generated<string | null>;
  settled_at: Generated<Date | null>;
  created_at: Moment;
}

export interface CheckinTable {
  id: string;
  company_id: string;
  location_id: string;
  contact_id: string;
  checkin_time: Date;
  access_granted: boolean;
  reason: string | null;
  door_id: Text;
  created_by: string | null;
}
