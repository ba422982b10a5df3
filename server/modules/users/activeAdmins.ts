import { sql } from 'kysely';

/** Who may be told what concerns the whole company: a table of user_id, first_name, email and emails_z_reports. */
export const activeAdmins = (companyId: string) => sql`(
  select a.user_id, u.first_name, u.email, u.emails_z_reports
    from company_admins a
    join users u on u.id = a.user_id
    left join company_users s on s.company_id = a.company_id and s.user_id = a.user_id
   where a.company_id = ${companyId} and coalesce(s.status, 'active') = 'active')`;
