import { skipToken, useQuery } from '@tanstack/react-query';
import { signatureActions } from '#src/dataProvider/signatures.ts';

const sealingMs = 5_000;

/** Nothing is fetched without a contact. `always` fetches although it was fetched a moment ago, as after a purchase. */
export const useContactSignatures = (contactId: string | undefined, refetchOnMount: true | 'always' = true) =>
  useQuery({
    queryKey: ['contacts', 'signatures', contactId],
    queryFn: contactId ? ({ signal }) => signatureActions.contactSignatures(contactId, signal) : skipToken,
    refetchOnMount,
    refetchInterval: ({ state }) => (state.data?.signatures.some(({ isSealing }) => isSealing) ? sealingMs : false),
  });
