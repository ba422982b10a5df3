import type { NewIndex } from '../buildIndex.ts';

/** For compacting the totals of one company without reading all of them. */
export const totalsByCompany: readonly NewIndex[] = [{ name: 'tallies_company', on: 'tallies (company_id)' }];
