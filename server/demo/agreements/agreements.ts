import { shortDate } from '#domain/rules/dateText.ts';
import { addDays } from '#domain/rules/dates.ts';
import type { Catalogue } from '../catalogue.ts';
import { headquarters, type Place } from '../ground.ts';
import { seeded } from '../random.ts';
import type { DemoRows } from '../rows.ts';
import { momentOn } from '../time.ts';
import { textPdf } from './pdf.ts';
import { agreementTexts, type AgreementText } from './texts.ts';

/** Agreements with the PDFs of their versions, and the plans that ask for them; the files by key. */
export function drawUp(rows: DemoRows, places: readonly Place[], { plans }: Catalogue): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const home of headquarters(places)) {
    for (const text of agreementTexts[home.companyKey] ?? []) {
      const id = agree(rows, files, text, home, places.find(({ key }) => key === text.at) ?? null);
      for (const plan of plans) {
        if (plan.companyId === home.companyId && plan.spec.agreements?.includes(text.name)) {
          rows.membership_agreements.push({ company_id: home.companyId, membership_id: plan.id, agreement_id: id });
        }
      }
    }
  }
  return files;
}

const daysBetweenVersions = 170;

function agree(rows: DemoRows, files: Map<string, Buffer>, text: AgreementText, home: Place, place: Place | null): string {
  const random = seeded(`agreement ${home.key} ${text.name}`);
  const days = text.versions.map((_, index) =>
    addDays(home.today, -40 - text.order * 7 - (text.versions.length - 1 - index) * daysBetweenVersions),
  );
  const { address, city, state } = (place ?? home).spec;
  const created_at = momentOn(home.zone, days[0] ?? addDays(home.today, -12), 9 * 60 + 30 + text.order);
  const id = random.id(created_at);
  rows.agreements.push({
    id,
    company_id: home.companyId,
    location_id: place?.id ?? null,
    name: text.name,
    description: text.description,
    display_order: text.order,
    created_at,
    updated_at: created_at,
    archived_at: null,
  });
  days.forEach((day, index) => {
    const added = momentOn(home.zone, day, 9 * 60 + 30 + text.order);
    const versionId = random.id(added);
    const key = `${home.companyId}/agreements/${versionId}.pdf`;
    const pdf = textPdf({
      title: text.name,
      subtitle: `${home.companyName} - version ${index + 1}, in effect from ${shortDate(day, home.zone)}`,
      sections: text.versions.slice(0, index + 1).flat(),
      footer: `${home.companyName}, ${address}, ${city}, ${state}`,
    });
    files.set(key, pdf);
    rows.agreement_versions.push({
      id: versionId,
      company_id: home.companyId,
      agreement_id: id,
      version_number: index + 1,
      file_key: key,
      file_name: `${text.fileName}-v${index + 1}.pdf`,
      file_size: pdf.length,
      created_at: added,
    });
  });
  return id;
}
