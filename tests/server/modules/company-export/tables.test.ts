import { expect, test } from 'vitest';
import { exportedTables, leftOut } from '#server/modules/company-export/tables.ts';
import { columns } from '#server/platform/database/schema.ts';

test('every table is exported or named with a reason, and whatever has a company is not left out as the installation’s', () => {
  expect([...exportedTables, ...Object.keys(leftOut)].toSorted()).toEqual(Object.keys(columns).toSorted());
  const ofCompany = Object.entries(leftOut).filter(
    ([name, why]) =>
      why === 'installation' && columns[name as keyof typeof columns].some((one) => (one as string) === 'company_id'),
  );
  expect(ofCompany).toEqual([]);
});
