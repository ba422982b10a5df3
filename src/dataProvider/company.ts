import { HttpError } from 'react-admin';
import type { StripeConfig, StripeConfigResponse, StripeKeysBody } from '#domain/stripe/contract.ts';
import type { Company, CompanyResponse, CompanyList } from '#domain/companies/contract.ts';
import type { Role } from '#domain/shared/access.ts';
import { expireSession, noToken, readSession } from '#src/authProvider/session.ts';
import { http, nullIfNotFound } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

export type CompanyRecord = Company & { role?: Role };

export const companyResource = restResource({
  path: 'companies',
  stale: staleBy.companies,
  rows: ({ companies }: CompanyList) => companies.map(({ company, role }): CompanyRecord => ({ ...company, role })),
  one: ({ company }: CompanyResponse): CompanyRecord => company,
  listsWhole: true,
});

export const companyStripeActions = {
  /** The company's card settings; null when nothing is configured. */
  async stripeConfig(companyId: string, signal?: AbortSignal): Promise<StripeConfig | null> {
    requireToken();
    const response = await http<StripeConfigResponse>(`/companies/${companyId}/stripe`, { signal }).catch(
      nullIfNotFound,
    );
    return response?.stripeConfig ?? null;
  },

  async saveStripeKeys(companyId: string, keys: StripeKeysBody): Promise<StripeConfig> {
    requireToken();
    return (
      await http<StripeConfigResponse>(`/companies/${companyId}/stripe`, {
        method: 'PUT',
        body: keys,
        stale: 'everything',
      })
    ).stripeConfig;
  },
};

/** Without a token the Stripe calls are not sent; the sign-in page says why. */
const requireToken = () => {
  if (readSession()) return;
  expireSession(noToken);
  throw new HttpError(noToken, 401);
};
