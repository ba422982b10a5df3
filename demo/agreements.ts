import { createHash } from 'node:crypto';
import { addDays } from '#domain/shared/dates.ts';
import { asset } from './assets.ts';
import { headquarters, type Place } from './companies.ts';
import { seeded } from './random.ts';
import { agreements, type DemoAgreement } from './reference/agreements.ts';
import type { Demo, DemoRows } from './rows.ts';
import { momentOn } from './time.ts';

/** Agreements with the PDFs of their versions, and the plans that require them. Adds the files to `files` by key. */
export async function seedAgreements({ rows, places, catalog: { plans }, files }: Omit<Demo, 'people'>): Promise<void> {
  for (const home of headquarters(places)) {
    const own = agreements.filter(({ company }) => company === home.companyKey);
    for (const [order, agreement] of own.entries()) {
      const place = places.find(({ key }) => key === agreement.at) ?? null;
      const id = await seedAgreement(rows, files, { agreement, order, home, place });
      for (const plan of plans) {
        if (plan.companyId === home.companyId && plan.spec.agreements?.includes(agreement.name)) {
          rows.membership_agreements.push({ company_id: home.companyId, membership_id: plan.id, agreement_id: id });
        }
      }
    }
  }
}

const daysBetweenVersions = 170;

async function seedAgreement(
  rows: DemoRows,
  files: Map<string, Buffer>,
  { agreement, order, home, place }: { agreement: DemoAgreement; order: number; home: Place; place: Place | null },
) {
  const { name, description, fileName, versions } = agreement;
  const random = seeded(`agreement ${home.key} ${name}`);
  const days = Array.from({ length: versions }, (_, index) =>
    addDays(home.today, -40 - order * 7 - (versions - 1 - index) * daysBetweenVersions),
  );
  const created_at = momentOn(home.zone, days[0] ?? addDays(home.today, -12), 9 * 60 + 30 + order);
  const id = random.id(created_at);
  rows.agreements.push({
    id,
    company_id: home.companyId,
    location_id: place?.id ?? null,
    name,
    description,
    display_order: order,
    created_at,
    updated_at: created_at,
    archived_at: null,
  });
  for (const [index, day] of days.entries()) {
    const added = momentOn(home.zone, day, 9 * 60 + 30 + order);
    const versionId = random.id(added);
    const key = `${home.companyId}/agreements/${versionId}.pdf`;
    const file_name = `${fileName}-v${index + 1}.pdf`;
    const pdf = await asset(`agreements/${file_name}`);
    files.set(key, pdf);
    rows.agreement_versions.push({
      id: versionId,
      company_id: home.companyId,
      agreement_id: id,
      version_number: index + 1,
      file_key: key,
      file_name,
      file_size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest(),
      created_at: added,
    });
  }
  return id;
}
