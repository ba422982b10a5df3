import type { NewIndex } from '../buildIndex.ts';

/** For bringing the totals of one company together without reading everybody's. */
export const totalsByCompany: readonly NewIndex[] = [{ name: 'tallies_company', on: 'tallies (company_id)' }];
