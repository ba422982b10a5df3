import type {
  LocationResponse,
  LocationDetail,
  LocationList,
  LocationOverview,
  Location,
} from '#domain/locations/contract.ts';
import type { DoorControllerResponse } from '#domain/doors/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import type { Fee, FeeResponse } from '#domain/locations/feesContract.ts';
import type { CompanySummary } from '#domain/companies/contract.ts';
import { highest, type Level } from '#domain/shared/access.ts';
import { readSession } from '#src/authProvider/session.ts';
import { findSaved } from './editConflict.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

export type LocationRecord = Location & { company: CompanySummary; level: Level };
export type CompanyLocationRow = Location & { members: number };
export type LocationWithFees = Location & { fees: Fee[] };
type FeeBody = Pick<Fee, 'name' | 'type' | 'amount' | 'isActive'> & { description: string };

export const locationResource = restResource({
  path: 'locations',
  stale: staleBy.locations,
  rows: toLocationRows,
  // The response to an edit has no fees, so the cached ones stay.
  one: (response: LocationDetail | LocationResponse): LocationWithFees | Location =>
    'fees' in response ? { ...response.location, fees: response.fees } : response.location,
  listsWhole: true,
});

export const locationActions = {
  addFee: (locationId: string, body: FeeBody, idempotencyKey: string) =>
    http<FeeResponse>(`/locations/${locationId}/fees`, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: staleBy.locations,
    }),

  changeFee: async (locationId: string, feeId: string, body: FeeBody & { updatedAt?: string }): Promise<Fee> => {
    try {
      const path = `/locations/${locationId}/fees/${feeId}`;
      return (await http<FeeResponse>(path, { method: 'PUT', body, stale: staleBy.locations })).fee;
    } catch (refusal) {
      return findSaved(refusal, body, async () => {
        const { fees } = await http<LocationDetail>(`/locations/${locationId}`);
        return fees.find(({ id }) => id === feeId);
      });
    }
  },

  doorController: (locationId: string, signal?: AbortSignal) =>
    http<DoorControllerResponse>(`/doors/controller?locationId=${locationId}`, { signal }),

  companyLocations: async (companyId: string, signal?: AbortSignal): Promise<CompanyLocationRow[]> => {
    const { locations } = await http<LocationOverview>(`/companies/${companyId}/locations`, { signal });
    return locations.map(({ location, members }) => ({ ...location, members }));
  },

  archiveLocation: (id: string) =>
    http<MessageResponse>(`/locations/${id}`, { method: 'DELETE', stale: staleBy.locations, deleted: id }),

  deleteFee: (locationId: string, feeId: string) =>
    http<MessageResponse>(`/locations/${locationId}/fees/${feeId}`, { method: 'DELETE', stale: staleBy.locations }),
};

export function toLocationRows(list: LocationList): LocationRecord[] {
  return mergeLocations(list, adminCompanies());
}

/**
 * Company locations and direct grants, each location once. A company admin is an admin at all of its
 * locations; a direct grant gives its own level; with both, the higher one counts.
 */
export const mergeLocations = (list: LocationList, adminOf: ReadonlySet<string>): LocationRecord[] => {
  const merged = new Map<string, LocationRecord>();
  const add = (location: Location, company: CompanySummary, level: Level) => {
    const existing = merged.get(location.id);
    merged.set(location.id, {
      ...location,
      company,
      level: highest(existing ? [existing.level, level] : [level]) ?? level,
    });
  };
  for (const { location, company } of list.companyLocations) {
    if (adminOf.has(company.id)) add(location, company, 'admin');
  }
  for (const { location, company, accessLevel } of list.directLocationAccess) add(location, company, accessLevel);
  return [...merged.values()];
};

const adminCompanies = () =>
  new Set(
    readSession()
      ?.user.userCompanies.filter(({ role }) => role === 'admin')
      .map(({ company }) => company.id),
  );
