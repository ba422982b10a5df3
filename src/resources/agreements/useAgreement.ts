import { useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import type { Agreement } from '#domain/contract/agreements.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';

/** The agreement of the page's address, within the selected location's company. */
export const useAgreement = () => {
  const { id = '' } = useParams();
  const { companyId } = useSelectedLocation();
  const meta = { companyId };
  return { id, meta, query: useGetOne<Agreement>('agreements', { id, meta }, { onError: shownOnPage }) };
};

const shownOnPage = () => undefined;
